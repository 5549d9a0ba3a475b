#include <tamis/framework/data/classes.hpp>

#include "../formats/cell.hpp"
#include "../formats/scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_set>

namespace tamis::framework {

Classes Classes::of(std::span<const std::string> texts) {
  Classes out;
  std::unordered_set<std::string_view> distinct;
  for (const std::string& text : texts)
    if (!text.empty()) distinct.insert(text);
  out.names_.assign(distinct.begin(), distinct.end());
  // By bytes first, so that texts of one value ("1", "1.0") have an order too.
  std::sort(out.names_.begin(), out.names_.end());
  const auto number = [](const std::string& name) { return judge_cell(name, {}); };
  if (std::all_of(out.names_.begin(), out.names_.end(),
                  [&](const std::string& name) { return number(name).kind == CellKind::number; }))
    std::stable_sort(out.names_.begin(), out.names_.end(), [&](const std::string& a, const std::string& b) {
      return number(a).value < number(b).value;
    });
  for (std::size_t c = 0; c < out.names_.size(); ++c)
    out.codes_[out.names_[c]] = static_cast<std::int32_t>(c);
  return out;
}

std::int32_t Classes::code(std::string_view text) const {
  const auto found = codes_.find(std::string(text));
  return found == codes_.end() ? -1 : found->second;
}

void Classes::warn(const std::string& what, std::vector<std::string>& warnings) const {
  std::map<double, std::string> seen;
  for (const std::string& name : names_) {
    if (looks_missing(name)) {
      warnings.push_back(what + ": " + in_quotes(name) +
                         " is taken as a class of its own; say `data.unknown = [" + in_quotes(name, '"') +
                         "]` if it means unknown");
    }
    const CellValue judged = judge_cell(name, {});
    if (judged.kind != CellKind::number) continue;
    const auto [other, fresh] = seen.emplace(judged.value, name);
    if (!fresh) {
      warnings.push_back(
          what + ": " + in_quotes(other->second) + " and " + in_quotes(name) +
          " are one number written in two ways and are taken as two classes; write them alike");
    }
  }
}

bool looks_missing(std::string_view text) {
  static constexpr std::array<std::string_view, 11> kWords{"na", "n/a", "nan",  "?",       "null",   "none",
                                                           "-",  ".",   "#n/a", "missing", "unknown"};
  return std::find(kWords.begin(), kWords.end(), lower_case(text)) != kWords.end();
}

std::string class_counts(const std::vector<std::string>& names, const std::vector<std::int32_t>& labels) {
  std::vector<std::uint64_t> counts(names.size());
  for (const std::int32_t label : labels)
    if (label >= 0) ++counts[label];
  std::vector<std::string> parts;
  for (std::size_t c = 0; c < names.size(); ++c)
    parts.push_back(shown(names[c]) + " " + std::to_string(counts[c]));
  return counted(names.size(), "class", "classes") + (names.empty() ? "" : " (" + listed(parts, 12) + ")");
}

std::uint64_t take_most_probable(TargetColumn& t, std::uint64_t n) {
  const std::size_t l = t.class_names.size();
  const ConstMatrix soft = t.probabilities();
  std::uint64_t ties = 0;
  std::vector<std::int32_t> labels(n, -1);
  for (std::uint64_t i = 0; i < n; ++i) {
    if (l == 0 || std::isnan(soft(i, 0))) continue;
    std::size_t best = 0;
    bool tie = false;
    for (std::size_t s = 1; s < l; ++s) {
      const double p = soft(i, s), top = soft(i, best);
      tie = p > top ? false : tie || p == top;
      if (p > top) best = s;
    }
    ties += tie;
    labels[i] = static_cast<std::int32_t>(best);
    if (!t.certainty.empty()) t.certainty[i] = soft(i, best);
  }
  t.labels = std::move(labels);
  t.soft.clear();
  t.soft.shrink_to_fit();
  t.kind = TargetKind::classes;
  return ties;
}

std::string hardened(const TargetColumn& t, std::uint64_t ties) {
  return "harden: soft labels became their most probable class: " + class_counts(t.class_names, t.labels) +
         (ties ? "; of " + counted(ties, "tie") + " the first class was taken" : "");
}

void check_soft_size(std::uint64_t samples, std::size_t classes, const std::string& what) {
  // 8 GB of probabilities: a column of ids taken for classes, not a target.
  constexpr std::uint64_t kMost = 1'000'000'000;
  if (classes == 0 || samples <= kMost / classes) return;
  throw DataError(what + ": probabilities of " + counted(samples, "sample") + " over " +
                  counted(classes, "class", "classes") + " are too many; is the column an identifier?");
}

}  // namespace tamis::framework
