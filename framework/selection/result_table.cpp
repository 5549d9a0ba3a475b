#include <tamis/framework/selection/result_output.hpp>
#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace tamis::framework {
namespace {

std::string shown_score(const RankedFeature& f) {
  if (!f.score) return "";
  if (std::isinf(*f.score)) return *f.score > 0 ? "+inf" : "-inf";
  return fmt::format("{:.6g}", *f.score);
}

std::string remark(const RankedFeature& f) {
  if (f.always && f.reason.empty()) return "always kept";
  return printable(f.reason);
}

std::string better(const Traits& traits) {
  return fmt::format("{} is better", kBetterNames[static_cast<std::size_t>(traits.better)]);
}

const StageResult& stage_of(const SelectionResult& r, const RankedFeature& f) {
  return f.stage == 0 ? r : r.stages[f.stage - 1];
}

/// Whether the score beside the feature speaks of the step that removed it, and not of the feature.
bool tells_of_removal(const SelectionResult& r, const RankedFeature& f) {
  const StageResult& stage = stage_of(r, f);
  if (!f.score || !properties(stage.traits.measures).depends_on_subset) return false;
  const auto step = std::find_if(stage.path.rbegin(), stage.path.rend(),
                                 [&](const PathStep& s) { return s.feature == f.feature; });
  return step != stage.path.rend() && step->move == Move::remove;
}

std::string meaning_of_removal(const Traits& traits) {
  return traits.measures == Measures::loss ? "what the subset loses with it"
                                           : "the subset's score without it";
}

/// The line between feature i and the one before, or "".
std::string divider(const SelectionResult& r, std::size_t i) {
  const RankedFeature& f = r.ranking[i];
  if (i > 0 && r.ranking[i - 1].selected == f.selected && r.ranking[i - 1].stage == f.stage) return "";
  const StageResult& stage = stage_of(r, f);
  const bool removed = !f.selected && tells_of_removal(r, f);
  if (f.stage == 0) {
    if (i == 0 && f.selected) return "";
    return removed ? fmt::format("      -- left out, the last to leave first: {} --\n",
                                 meaning_of_removal(stage.traits))
                   : "      -- left out --\n";
  }
  return fmt::format("      -- {} stage {}: {}, {}{} --\n", f.selected ? "selected by" : "left out by",
                     f.stage, stage.criterion->value("use", ""), better(stage.traits),
                     removed ? ": " + meaning_of_removal(stage.traits) : "");
}

/// The title of the column of scores; the same for all stages if there are several.
std::string score_title(const SelectionResult& r) {
  if (!r.stages.empty()) return "score";
  // a ranking by removals has none but these; the first may be of the one that was never removed
  const bool removals =
      std::any_of(r.ranking.begin(), r.ranking.begin() + std::min<std::ptrdiff_t>(2, std::ssize(r.ranking)),
                  [&](const RankedFeature& f) { return f.selected && tells_of_removal(r, f); });
  if (!removals) return fmt::format("score ({})", better(r.traits));
  return fmt::format("{} ({})", r.traits.measures == Measures::loss ? "lost with it" : "score without it",
                     better(r.traits));
}

/// A line of the table: a feature, or several that were left out together and have no score.
struct Line {
  std::size_t first, features;
};

std::vector<Line> lines_of(const SelectionResult& r, std::size_t rows, bool extra) {
  const auto is_bare = [&](const RankedFeature& f) {
    return !f.selected && !f.score && remark(f).empty() && !extra;
  };
  std::vector<Line> lines;
  for (std::size_t i = 0; i < rows; i += lines.back().features) {
    std::size_t end = i + 1;
    if (is_bare(r.ranking[i]))
      while (end < r.ranking.size() && is_bare(r.ranking[end]) && r.ranking[end].stage == r.ranking[i].stage)
        ++end;
    lines.push_back({i, end - i});
  }
  return lines;
}

/// A column for each number by which a rule chose.
std::vector<ExtraColumn> evidence_columns(const SelectionResult& r) {
  std::vector<ExtraColumn> columns;
  for (const RankedFeature& f : r.ranking) {
    const std::vector<FoundEvidence> found = evidence_of(f);
    for (std::size_t k = columns.size(); k < found.size(); ++k)
      columns.push_back({std::string(found[k].title), [k](const RankedFeature& of) {
                           const std::vector<FoundEvidence> its = evidence_of(of);
                           return k < its.size() ? fmt::format("{:.3g}", its[k].value) : "";
                         }});
  }
  return columns;
}

/// What a plain test says for features that were left out.
std::string plainly_related_line(const ChosenSize& chosen, const std::vector<std::string>& names) {
  if (chosen.plainly_related.empty()) return "";
  constexpr std::size_t kShown = 5;
  std::string shown;
  for (std::size_t i = 0; i < std::min(chosen.plainly_related.size(), kShown); ++i)
    shown += (i == 0 ? "" : ", ") + printable(names[chosen.plainly_related[i]]);
  if (chosen.plainly_related.size() > kShown) shown += ", ...";
  const bool one = chosen.plainly_related.size() == 1;
  return fmt::format(
      "{} left out by this rule {} related to the target by a plain test ({}, p < 1e-6): {}; {} repeat information of the kept ones, or are related in a way that this criterion cannot detect\n",
      counted(chosen.plainly_related.size(), "feature"), one ? "is" : "are", chosen.plain_test, shown,
      one ? "it may" : "they may");
}

/// What a bound on false discoveries says of those that were kept.
std::string p_values_line(const ChosenSize& chosen) {
  const SizeRule& rule = chosen.rule;
  const std::string how = chosen.permutations > 0
                              ? fmt::format("by shuffling the target {} times", chosen.permutations)
                              : "from the distribution of the criterion's scores";
  if (chosen.kept == 0)
    return fmt::format(": no corrected p value is {} or less (p values {}, {})\n", shortest(rule.fdr), how,
                       in_sentence(rule.correction));
  return fmt::format(
      ": {}{} (p values {}, {}); each feature is tested by itself, so copies of a feature are all selected\n",
      rule.correction == Correction::bonferroni
          ? "the probability that any of them is associated with the target only by chance is at most "
          : "on average, the share of them that are associated with the target only by chance is at most ",
      shortest(rule.fdr), how, in_sentence(rule.correction));
}

std::string knockoffs_line(const ChosenSize& chosen) {
  const SizeRule& rule = chosen.rule;
  const KnockoffOutcome& found = *chosen.knockoffs;
  std::string out;
  if (chosen.kept == 0)
    out = fmt::format(
        ": with a false discovery rate of at most {}, knockoffs select {:d} features or more, and there are no {:d} that clearly score better than their knockoffs\n",
        shortest(rule.fdr), fewest_discoveries(rule.fdr), fewest_discoveries(rule.fdr));
  else
    out = fmt::format(
        ": on average, the share of them that add no information on the target to the other features is at most {} "
        "(knockoffs, {}); this also holds for the true labels if label errors do not depend on the features\n",
        shortest(rule.fdr),
        rule.draws > 1 ? fmt::format("{} draws", rule.draws)
                       : fmt::format("W >= {:.3g}, which {} of the knockoffs {}", found.thresholds[0],
                                     found.against, found.against == 1 ? "reaches" : "reach"));
  std::vector<std::string> pairs;
  for (const KnockoffOutcome::Alike& pair : found.merged)
    pairs.push_back(fmt::format("{} (for {})", printable(pair.like), printable(pair.feature)));
  if (!pairs.empty())
    out += fmt::format("one of several identical features represents the others: {}\n", listed(pairs, 5));
  pairs.clear();
  for (const KnockoffOutcome::Alike& pair : found.close)
    pairs.push_back(
        fmt::format("{} and {} ({:.3f})", printable(pair.like), printable(pair.feature), pair.correlation));
  if (!pairs.empty())
    out += fmt::format(
        "pairs of features so similar that knockoffs may select neither: {}; with search.keep = {{ auto = \"knockoffs\", merge = 0.95 "
        "}} one of them represents both\n",
        listed(pairs, 5));
  return out;
}

/// How many features were kept, and why no more.
std::string chosen_line(const ChosenSize& chosen, const StageResult& stage,
                        const std::vector<std::string>& names) {
  std::string out = chosen.kept == 0 ? "no feature kept" : counted(chosen.kept, "feature") + " kept";
  if (chosen.rule.kind == SizeRule::Kind::one_standard_error)
    return out + ": the smallest size within one standard error of the least loss\n";
  if (stage.status != StageResult::Status::complete) return out + " until the tests were cut short\n";
  if (chosen.rule.kind == SizeRule::Kind::p_values) return out + p_values_line(chosen);
  if (chosen.rule.kind == SizeRule::Kind::knockoffs) return out + knockoffs_line(chosen);
  const std::string how =
      fmt::format("{} permutations, level {}", chosen.rule.permutations, shortest(chosen.rule.level));
  if (chosen.tests.empty() || chosen.tests.back().p <= chosen.rule.level)
    return out + fmt::format(": each is better than chance by this criterion ({})\n", how);
  const SizeTest& failed = chosen.tests.back();
  const bool related =
      std::ranges::find(chosen.plainly_related, failed.feature) != chosen.plainly_related.end();
  out += fmt::format(": {}, the {}, {} (p = {:.2g}, {})\n", printable(names[failed.feature]),
                     chosen.tests.size() == 1 ? "first" : "next",
                     related ? "adds nothing that this criterion can distinguish from chance"
                             : "is no better than chance by this criterion",
                     failed.p, how);
  return out + plainly_related_line(chosen, names);
}

std::string shown_name(const RankedFeature& f) {
  return printable(f.name) + (f.members.empty() ? "" : fmt::format(" (group of {})", f.members.size()));
}

}  // namespace

std::string ranking_table(const SelectionResult& r, std::size_t most_rows, std::vector<ExtraColumn> extra,
                          std::size_t most_columns) {
  const std::size_t rows = most_rows == 0 ? r.ranking.size() : std::min(most_rows, r.ranking.size());
  const std::string title = score_title(r);
  const std::vector<Line> lines = lines_of(r, rows, !extra.empty());
  std::vector<ExtraColumn> columns = evidence_columns(r);
  std::move(extra.begin(), extra.end(), std::back_inserter(columns));
  std::size_t rank_width = width("rank"), name_width = width("feature"), score_width = width(title);
  std::vector<std::size_t> widths;
  for (const ExtraColumn& column : columns) widths.push_back(width(column.title));
  for (const auto& [i, features] : lines) {
    if (features > 1) continue;
    rank_width = std::max(rank_width, std::to_string(i + 1).size());
    name_width = std::max(name_width, width(shown_name(r.ranking[i])));
    score_width = std::max(score_width, width(shown_score(r.ranking[i])));
    for (std::size_t k = 0; k < columns.size(); ++k)
      widths[k] = std::max(widths[k], width(columns[k].cell(r.ranking[i])));
  }
  if (most_columns > 0)
    name_width = std::min(
        name_width,
        room_for_names(most_columns, rank_width + score_width + 4 +
                                         std::accumulate(widths.begin(), widths.end(), 2 * widths.size())));

  std::string out = padded("rank", rank_width) + "  " + padded("feature", name_width) + "  ";
  out += columns.empty() ? title : padded(title, score_width);
  for (std::size_t k = 0; k < columns.size(); ++k) out += "  " + padded(columns[k].title, widths[k], true);
  out += '\n';
  for (const auto& [i, features] : lines) {
    const RankedFeature& f = r.ranking[i];
    out += divider(r, i);
    if (features > 1) {
      out += fmt::format("      {} without a score\n", counted(features, "feature"));
      continue;
    }
    std::string line = fmt::format("{:>{}}  {}  {}  ", i + 1, rank_width,
                                   padded(shortened(shown_name(f), name_width), name_width),
                                   padded(shown_score(f), score_width));
    for (std::size_t k = 0; k < columns.size(); ++k)
      line += padded(columns[k].cell(f), widths[k], true) + "  ";
    line += remark(f);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  const std::size_t shown = lines.empty() ? 0 : lines.back().first + lines.back().features;
  if (shown < r.ranking.size()) out += fmt::format("      ... and {} more\n", r.ranking.size() - shown);
  return out;
}

std::string size_line(const SelectionResult& r) {
  std::string line = r.chosen_size ? chosen_line(*r.chosen_size, r, r.feature_names) : "";
  if (r.cost && r.goal->contains("max_cost"))
    line += fmt::format("cost of the selected features: {} of at most {}\n", shortest(*r.cost),
                        shortest(r.goal->value("max_cost", 0.0)));
  return line;
}

std::string to_table(const SelectionResult& r, std::size_t most_rows, std::size_t most_columns) {
  return ranking_table(r, most_rows, {}, most_columns) + size_line(r);
}

}  // namespace tamis::framework
