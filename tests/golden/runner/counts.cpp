// Criteria on (expected) counts: every run of a case is composed from the registry, as any host would.
#include "checked_case.hpp"
#include "counting.hpp"

#include <tamis/criterion.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

namespace tamis::golden {
namespace {

using nlohmann::json;

constexpr double kTied = 1e-12, kUndefined = -std::numeric_limits<double>::infinity();

/// The components by the names of the cases.
const std::map<std::string, std::string> kCountsMethods{
    {"mim", "mim"},
    {"mifs", "mifs"},
    {"mrmr", "mrmr"},
    {"mrmr_miq", "mrmr"},
    {"jmi", "jmi"},
    {"cmim", "cmim"},
    {"disr", "disr"},
    {"icap", "icap"},
    {"cife", "cife"},
    {"jmim", "jmim"},
    {"njmim", "njmim"},
    {"nmifs", "nmifs"},
    {"gain_ratio", "gain_ratio"},
    {"symmetrical_uncertainty", "symmetrical_uncertainty"},
    {"chi2", "pearson_chi_squared"},
    {"gini", "gini_gain"},
    {"auc", "auc"},
    {"dmi", "determinant_mi"},
    {"cfs", "cfs"},
    {"fcbf", "fcbf"},
    {"table", ""},
};

/// The cells of a CSV file below its header; empty ones are NaN.
std::vector<std::vector<double>> read_columns(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("{} cannot be read", path.filename().string()));
  std::string line;
  std::getline(file, line);
  std::vector<std::vector<double>> columns(
      static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    for (std::vector<double>& column : columns) {
      std::string cell;
      std::getline(cells, cell, ',');
      column.push_back(cell.empty() ? testing::kUnknown : std::stod(cell));
    }
  }
  return columns;
}

/// One run of a case.
class CountsRun {
 public:
  CountsRun(const Case& c, const json& run, const json& tolerance, Verdict& verdict)
      : folder_(c.folder), run_(run), tolerance_(tolerance), verdict_(verdict), table_(read()) {}

  void check() {
    if (method() == "table") return check_tables();
    if (given("unknown") && run_.at("params").at("unknown") == "surrogate") check_surrogate();
    auto criterion = compose<Criterion>(config(), "criterion");
    framework::Observer silent;
    const framework::KernelRuntime kernel(framework::RuntimeOptions{}, silent);
    criterion->prepare(table_.view(), kernel.runtime());
    if (expects("scores")) check_scores(*criterion);
    if (expects("order")) check_order(*criterion);
    if (expects("evaluations")) check_evaluations(*criterion);
    if (expects("merits")) check_merits(*criterion);
    if (expects("reasons")) check_reasons(*criterion);
  }

 private:
  const json& use(const json& value) const { return verdict_.use(value); }
  std::string method() const { return use(run_.at("method")); }
  bool given(const std::string& key) const { return run_.at("params").contains(key); }
  const json& param(const std::string& key) const { return use(run_.at("params").at(key)); }
  bool expects(const std::string& key) const { return run_.at("expected").contains(key); }
  const json& expected(const std::string& key) const { return use(run_.at("expected").at(key)); }
  void compare(const std::string& what, double seen, const json& wanted) {
    verdict_.compare(tolerance_, fmt::format("{} {}", method(), what), seen, wanted);
  }
  void same(const std::string& what, const json& seen, const json& wanted) {
    use(wanted);
    if (seen != wanted)
      verdict_.failures.push_back(
          fmt::format("{} {}: {}, expected {}", method(), what, seen.dump(), wanted.dump()));
  }
  void compare_gap(const std::string& what, double seen, const json& wanted) {
    if (wanted.is_null() || !std::isfinite(seen))
      same(what, std::isfinite(seen) ? json(seen) : json(), wanted);
    else
      compare(what, seen, wanted);
  }

  /// Codes become 0, 1, ... in their order.
  static void renumber(std::vector<double>& codes) {
    const std::set<double> values(codes.begin(), codes.end());
    for (double& code : codes) code = static_cast<double>(std::distance(values.begin(), values.find(code)));
  }

  testing::Table read() const {
    const auto x = read_columns(folder_ / "X.csv");
    testing::Table table(x[0].size(), x.size());
    for (std::size_t j = 0; j < x.size(); ++j) {
      std::vector<double> codes = x[j];
      if (std::ranges::max(codes) > 255) renumber(codes);  // ours are bytes
      std::ranges::copy(codes, table.column(j).begin());
    }
    table.as_codes();
    const std::uint32_t classes = param("classes");
    const auto y = read_columns(folder_ / (run_.contains("target") ? use(run_.at("target")).get<std::string>()
                                                                   : std::string("target.csv")));
    if (y.size() > 1) {
      std::vector<double> soft;
      for (const std::vector<double>& column : y) soft.insert(soft.end(), column.begin(), column.end());
      table.with_soft(soft, classes);
    } else {
      std::vector<std::int32_t> labels;
      for (const double label : y[0])
        labels.push_back(std::isnan(label) ? -1 : static_cast<std::int32_t>(label));
      table.with_labels(labels, classes);
    }
    for (std::uint32_t c = 0; c < classes; ++c) table.class_names.push_back(std::to_string(c));
    return table;
  }

  /// T(s, y) by rows; empty: none is given.
  std::vector<double> flips() const {
    std::vector<double> rows;
    if (given("T"))
      for (const json& row : param("T"))
        for (const json& cell : row) rows.push_back(cell);
    if (given("p_e")) {
      const std::size_t l = param("p_e").size();
      for (std::size_t s = 0; s < l; ++s)
        for (std::size_t y = 0; y < l; ++y) {
          const double wrong = param("p_e")[s];
          rows.push_back(s == y ? 1 - wrong : wrong / static_cast<double>(l - 1));
        }
    }
    if (given("under_reported")) {
      const std::size_t missed = param("under_reported").at("class");
      const double known =
          static_cast<double>(std::ranges::count_if(table_.labels, [](auto y) { return y >= 0; }));
      const auto seen =
          static_cast<double>(std::ranges::count(table_.labels, static_cast<std::int32_t>(missed)));
      const double r = seen / known / param("under_reported").at("prior").get<double>();
      rows = missed == 1 ? std::vector<double>{1, 0, 1 - r, r} : std::vector<double>{r, 1 - r, 0, 1};
    }
    return rows;
  }

  std::string config() const {
    std::string toml = fmt::format("use = '{}'\n", kCountsMethods.at(method()));
    if (method() == "mrmr_miq") toml += "form = 'quotient'\n";
    if (method() == "dmi") toml += "merge = false\n";
    for (const char* number : {"beta", "threshold", "prior"})
      if (given(number)) toml += fmt::format("{} = {:.17g}\n", number, param(number).get<double>());
    for (const char* word : {"unknown", "redundancy_rows", "correction", "start"})
      if (given(word)) toml += fmt::format("{} = '{}'\n", word, param(word).get<std::string>());
    if (given("rounds")) toml += fmt::format("rounds = {}\n", param("rounds").get<int>());
    if (given("positive")) toml += fmt::format("positive = '{}'\n", param("positive").get<int>());
    if (const std::vector<double> rates = flips(); !rates.empty()) {
      toml += "noise = { use = 'known_rates', rates = [";
      for (const double rate : rates) toml += fmt::format("{:.17g},", rate);
      toml += "] }\n";
    }
    return toml;
  }

  std::vector<double> score(Criterion& criterion, const std::vector<Feature>& subset,
                            const std::vector<Feature>& candidates,
                            std::map<Feature, std::string>* reasons = nullptr) const {
    std::vector<double> values(candidates.size());
    std::vector<tamis_reason> texts(candidates.size(), tamis_reason{});
    Scores scores(values, texts.data(), kUndefined);
    criterion.score(subset, Move::add, candidates, scores);
    for (std::size_t i = 0; reasons && i < candidates.size(); ++i)
      if (texts[i].text[0] != '\0') (*reasons)[candidates[i]] = texts[i].text;
    return values;
  }
  std::vector<Feature> outside(const std::vector<Feature>& subset) const {
    std::vector<Feature> rest;
    for (Feature f = 0; f < table_.d; ++f)
      if (std::ranges::find(subset, f) == subset.end()) rest.push_back(f);
    return rest;
  }
  static bool is_tied(double score, double best) {
    return score == best ||
           (std::isfinite(best) && std::abs(score - best) <= kTied * std::max(1.0, std::abs(best)));
  }
  static std::vector<Feature> features_of(const json& list) { return list.get<std::vector<Feature>>(); }

  void check_scores(Criterion& criterion) {
    const std::vector<double> scores = score(criterion, {}, outside({}));
    same("how many scores", scores.size(), expected("scores").size());
    for (std::size_t j = 0; j < scores.size(); ++j)
      compare(fmt::format("score of feature {}", j), scores[j], expected("scores")[j]);
    std::vector<Feature> ranking = outside({});
    std::ranges::stable_sort(ranking, [&](Feature a, Feature b) {
      return !is_tied(scores[a], scores[b]) && scores[a] > scores[b];
    });
    same("ranking", ranking, expected("ranking"));
    json ties = json::array();
    double smallest = INFINITY;
    for (std::size_t k = 0; k < ranking.size();) {
      std::vector<Feature> group{ranking[k]};
      for (++k; k < ranking.size() && is_tied(scores[ranking[k]], scores[group[0]]); ++k)
        group.push_back(ranking[k]);
      if (group.size() > 1) ties.push_back(group);
      if (k < ranking.size() && std::isfinite(scores[ranking[k]]))
        smallest = std::min(smallest, scores[group[0]] - scores[ranking[k]]);
    }
    same("ties", ties, expected("ties"));
    compare_gap("smallest gap", smallest, expected("smallest_gap"));
  }

  void check_order(Criterion& criterion) {
    const json& order = expected("order");
    std::vector<Feature> subset;
    const std::size_t k = given("k") ? param("k").get<std::size_t>() : table_.d;
    json tied_steps = json::array();
    double smallest = INFINITY;
    while (subset.size() < k && subset.size() < table_.d) {
      const std::vector<Feature> rest = outside(subset);
      const std::vector<double> scores = score(criterion, subset, rest);
      const double best = std::ranges::max(scores);
      if (method() == "fcbf" && std::isinf(best)) break;
      std::size_t chosen = rest.size(), tied = 0;
      double second = kUndefined;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        if (is_tied(scores[i], best)) {
          ++tied;
          if (chosen == rest.size()) chosen = i;
        } else {
          second = std::max(second, scores[i]);
        }
      }
      const std::size_t step = subset.size();
      if (step < order.size()) {
        same(fmt::format("step {}", step), rest[chosen], order[step]);
        compare(fmt::format("score of step {}", step), scores[chosen], expected("step_scores")[step]);
        compare_gap(fmt::format("gap of step {}", step), best - second, expected("gaps")[step]);
      }
      if (std::isfinite(best - second)) smallest = std::min(smallest, best - second);
      if (tied > 1 && std::isfinite(best)) tied_steps.push_back(step);
      subset.push_back(rest[chosen]);
    }
    same("how many were added", subset.size(), order.size());
    same("tied steps", tied_steps, expected("tied_steps"));
    compare_gap("smallest gap", smallest, expected("smallest_gap"));
  }

  void check_evaluations(Criterion& criterion) {
    same("how many evaluations", param("subsets").size(), expected("evaluations").size());
    for (std::size_t e = 0; e < expected("evaluations").size(); ++e) {
      const json& evaluation = expected("evaluations")[e];
      same("subset", param("subsets")[e], evaluation.at("subset"));
      const std::vector<Feature> subset = features_of(evaluation.at("subset")), rest = outside(subset);
      const std::vector<double> scores = score(criterion, subset, rest);
      for (const Feature f : subset) same("score of a member", json(), evaluation.at("scores")[f]);
      for (std::size_t i = 0; i < rest.size(); ++i)
        compare(fmt::format("of feature {} beside {}", rest[i], evaluation.at("subset").dump()), scores[i],
                evaluation.at("scores")[rest[i]]);
    }
  }

  void check_merits(Criterion& criterion) {
    for (std::size_t e = 0; e < param("subsets").size(); ++e) {
      std::vector<double> merit(1);
      Scores scores(merit, nullptr, kUndefined);
      criterion.score(features_of(param("subsets")[e]), Move::whole, {}, scores);
      compare("merit of " + param("subsets")[e].dump(), merit[0], expected("merits")[e]);
    }
  }

  /// Wording is free. CFS gives constant features a score all the same.
  void check_reasons(Criterion& criterion) {
    std::map<Feature, std::string> reasons;
    score(criterion, {}, outside({}), &reasons);
    if (method() == "cfs")
      for (Feature f = 0; f < table_.d; ++f)
        if (std::ranges::min(table_.column(f)) == std::ranges::max(table_.column(f))) reasons[f] = "constant";
    std::set<std::string> seen, wanted;
    for (const auto& [feature, reason] : reasons)
      if (method() != "fcbf" || reason == "constant") seen.insert(std::to_string(feature));
    for (const auto& [feature, reason] : expected("reasons").items()) wanted.insert(feature);
    same("features with a reason", seen, wanted);
  }

  void check_surrogate() {
    std::uint64_t positive = 0, negative = 0, unknown = 0;
    const std::int32_t one = given("positive") ? param("positive").get<std::int32_t>() : 1;
    for (const std::int32_t label : table_.labels)
      ++(label < 0 ? unknown : label == one ? positive : negative);
    const auto found =
        numerics::surrogate(positive, negative, unknown,
                            given("prior") ? std::optional(param("prior").get<double>()) : std::nullopt);
    compare("phi", found.phi, expected("phi"));
    same("unknown become", found.become_positive ? one : 1 - one, expected("unknown_become"));
  }

  void check_tables() {
    const numerics::CountedLabels labels(table_.view().target(), {}, {});
    numerics::CorrectionOptions how;
    const std::string word = given("correction") ? param("correction").get<std::string>() : "em";
    how.how = word == "ml"        ? numerics::Correction::ml
              : word == "inverse" ? numerics::Correction::inverse
                                  : numerics::Correction::em;
    if (given("rounds")) how.rounds = param("rounds");
    if (given("start") && param("start") == "uniform") how.start = numerics::CorrectionStart::uniform;
    const std::vector<double> rows = flips();
    const std::size_t l = labels.classes();
    std::vector<double> columns(rows.size());
    for (std::size_t s = 0; s < l && !rows.empty(); ++s)
      for (std::size_t y = 0; y < l; ++y) columns[s + y * l] = rows[s * l + y];
    const numerics::FlipCorrection correction =
        rows.empty() ? numerics::FlipCorrection()
                     : numerics::FlipCorrection(ConstMatrix(columns.data(), l, l), labels.mass(), how);
    const Dataset data = table_.view();
    const testing::SerialRuntime runtime;
    const information::CodeTable codes(data, labels.samples(), runtime);
    for (std::size_t t = 0; t < param("tables").size(); ++t) {
      const std::vector<Feature> of = features_of(param("tables")[t]);
      const numerics::CodeColumn z = of.size() > 1 ? codes.column(of[1]) : numerics::CodeColumn{};
      const numerics::LabelledColumn column(labels, z);
      numerics::CellCounter counter;
      numerics::CellTable& cells = counter.count(codes.column(of[0]), column);
      cells.correct(correction);
      const json& wanted = expected("tables")[t];
      same("how many cells", cells.size(), wanted.size());
      for (std::size_t c = 0; c < std::min(cells.size(), wanted.size()); ++c) {
        json place{cells.x[c]};
        if (of.size() > 1) place.push_back(cells.z[c]);
        same("codes of a cell", place, wanted[c][0]);
        for (std::size_t s = 0; s < l; ++s)
          compare(fmt::format("cell {} of table {}, class {}", c, param("tables")[t].dump(), s),
                  cells.cell(c)[s], wanted[c][1][s]);
      }
    }
  }

  std::filesystem::path folder_;
  const json& run_;
  const json& tolerance_;
  Verdict& verdict_;
  testing::Table table_;
};

}  // namespace

bool knows_counts(const Case& c) {
  return kCountsMethods.contains(c.method()) && c.json.at("params").contains("classes");
}

void check_counts(const Case& c, Verdict& verdict) {
  if (verdict.use(c.json.at("lower_is_better")).get<bool>())
    verdict.failures.emplace_back("larger scores of all these are better");
  const json& tolerance = verdict.use(c.json.at("tolerance"));
  CountsRun(c, c.json, tolerance, verdict).check();
  if (!c.json.contains("more")) return;
  for (const json& run : c.json.at("more")) {
    CountsRun(c, run, tolerance, verdict).check();
    if (run.contains("note")) verdict.use(run.at("note"));
  }
  if (c.json.at("more").empty()) verdict.use(c.json.at("more"));
}

}  // namespace tamis::golden
