// The Relief family: components composed from the registry as any host would, and their parts where a case says more.
#include "relief.hpp"
#include "checked_case.hpp"
#include "i_relief.hpp"
#include "known_classes.hpp"

#include <tamis/criterion.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace tamis::golden {
namespace {

using nlohmann::json;

const std::set<std::string> kReliefMethods{"relieff", "multisurf", "relief", "i_relief"};

/// A CSV file as texts, column by column, without its header; an empty line is a row of empty cells.
struct TextTable {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> columns;

  explicit TextTable(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(fmt::format("{} cannot be read", path.filename().string()));
    std::string line;
    std::getline(file, line);
    std::istringstream header(line);
    for (std::string name; std::getline(header, name, ',');) names.push_back(name);
    columns.resize(names.size());
    while (std::getline(file, line)) {
      std::istringstream cells(line);
      for (std::vector<std::string>& column : columns) {
        std::string cell;
        std::getline(cells, cell, ',');
        column.push_back(cell);
      }
    }
  }
  std::size_t rows() const { return columns[0].size(); }
  std::vector<double> numbers(std::size_t j) const {
    std::vector<double> out;
    for (const std::string& cell : columns[j])
      out.push_back(cell.empty() ? testing::kUnknown : std::stod(cell));
    return out;
  }
};

/// The path and all paths above it: "a", "a/b".
std::vector<std::string> with_ancestors(const std::string& path) {
  std::vector<std::string> out;
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
    out.push_back(path.substr(0, end));
  out.push_back(path);
  return out;
}

class ReliefCase {
 public:
  ReliefCase(const Case& c, Verdict& verdict)
      : case_(c), verdict_(verdict), target_(c.folder / "target.csv"), table_(read_features()) {
    read_target();
  }

  void check() {
    if (verdict_.use(case_.json.at("lower_is_better")).get<bool>())
      verdict_.failures.emplace_back("larger scores of all these are better");
    framework::Observer silent;
    const framework::KernelRuntime kernel(framework::RuntimeOptions{}, silent);
    if (kind() == "real" && target_.columns.size() > 1) return check_several_targets(kernel.runtime());
    if (kind() == "label_sets") return check_sets(kernel.runtime());
    auto criterion = compose<Criterion>(config(), "criterion");
    criterion->prepare(table_.view(), kernel.runtime());
    std::vector<Feature> features(table_.d);
    for (std::size_t j = 0; j < table_.d; ++j) features[j] = static_cast<Feature>(j);
    std::vector<double> values(table_.d);
    std::vector<tamis_reason> reasons(table_.d, tamis_reason{});
    Scores scores(values, reasons.data(), -std::numeric_limits<double>::infinity());
    criterion->score({}, Move::add, features, scores);
    compare("score of feature", values, expected("scores"));
    if (expects("reasons"))
      for (const auto& [feature, reason] : expected("reasons").items())
        if (reasons[std::stoul(feature)].text[0] == '\0')
          verdict_.failures.push_back(fmt::format("feature {} should have a reason", feature));
    if (expects("neighbours") || expects("supervision") || expects("sums")) check_parts(kernel.runtime());
    if (expects("outlier") || expects("iterations")) check_iterations(kernel.runtime());
  }

 private:
  bool given(const std::string& key) const { return case_.json.at("params").contains(key); }
  const json& param(const std::string& key) const { return verdict_.use(case_.json.at("params").at(key)); }
  bool expects(const std::string& key) const { return case_.expected().contains(key); }
  const json& expected(const std::string& key) const { return verdict_.use(case_.expected().at(key)); }
  std::string kind() const { return given("target") ? param("target").get<std::string>() : "classes"; }
  void compare(const std::string& what, std::span<const double> seen, const json& wanted) {
    verdict_.use(wanted);
    if (seen.size() != wanted.size())
      verdict_.failures.push_back(
          fmt::format("{}: {} numbers, expected {}", what, seen.size(), wanted.size()));
    for (std::size_t k = 0; k < std::min(seen.size(), wanted.size()); ++k)
      verdict_.compare(verdict_.use(case_.json.at("tolerance")), fmt::format("{} {}", what, k), seen[k],
                       wanted[k]);
  }

  testing::Table read_features() const {
    const TextTable x(case_.folder / "X.csv");
    testing::Table table(x.rows(), x.columns.size());
    table.feature_names = x.names;
    bool has_missing = false;
    table.missing.assign(table.n * table.d, 0);
    for (std::size_t j = 0; j < table.d; ++j) {
      const std::vector<double> column = x.numbers(j);
      for (std::size_t i = 0; i < table.n; ++i) {
        const bool missing = std::isnan(column[i]);
        has_missing |= missing;
        table.missing[j * table.n + i] = missing;
        table.at(i, j) = missing ? 0 : column[i];
      }
    }
    if (!has_missing) table.missing.clear();
    if (given("nominal")) {
      table.feature_kinds.assign(table.d, FeatureKind::number);
      for (const json& column : param("nominal")) {
        const std::size_t j =
            column.is_string() ? static_cast<std::size_t>(
                                     std::ranges::find(x.names, column.get<std::string>()) - x.names.begin())
                               : column.get<std::size_t>();
        table.feature_kinds.at(j) = FeatureKind::nominal;
      }
    }
    return table;
  }

  void read_target() {
    if (kind() == "soft") {
      std::vector<double> p;
      for (std::size_t s = 0; s < target_.columns.size(); ++s) {
        const std::vector<double> column = target_.numbers(s);
        p.insert(p.end(), column.begin(), column.end());
        table_.class_names.push_back(target_.names[s].substr(2));
      }
      table_.with_soft(p, static_cast<std::uint32_t>(target_.columns.size()));
    } else if (kind() == "real") {
      table_.with_real(target_.numbers(0));
    } else if (kind() == "label_sets") {
      std::vector<std::vector<std::int32_t>> sets(table_.n);
      for (std::size_t c = 0; c < target_.columns.size(); ++c)
        for (std::size_t i = 0; i < table_.n; ++i)
          if (target_.columns[c][i] == "1") sets[i].push_back(static_cast<std::int32_t>(c));
      table_.with_sets(sets, static_cast<std::uint32_t>(target_.columns.size()));
    } else if (kind() == "path_sets") {
      read_path_sets();
    } else {
      read_classes();
    }
  }
  void read_path_sets() {
    std::vector<std::set<std::string>> of(table_.n);
    std::set<std::string> all;
    for (std::size_t i = 0; i < table_.n; ++i) {
      std::istringstream paths(target_.columns[0][i]);
      for (std::string path; std::getline(paths, path, '@');)
        for (const std::string& node : with_ancestors(path)) of[i].insert(node), all.insert(node);
    }
    table_.class_names.assign(all.begin(), all.end());
    std::vector<std::vector<std::int32_t>> sets;
    for (const std::set<std::string>& nodes : of) {
      sets.emplace_back();
      for (const std::string& node : nodes)
        sets.back().push_back(static_cast<std::int32_t>(std::distance(all.begin(), all.find(node))));
    }
    table_.with_sets(sets, static_cast<std::uint32_t>(all.size()));
  }
  void read_classes() {
    std::set<std::string> all;
    if (std::filesystem::exists(case_.folder / "class_distance.csv")) {
      table_.class_names = TextTable(case_.folder / "class_distance.csv").names;
    } else {
      for (const std::string& name : target_.columns[0])
        if (!name.empty()) all.insert(name);
      table_.class_names.assign(all.begin(), all.end());
    }
    std::vector<std::int32_t> labels;
    for (const std::string& name : target_.columns[0]) {
      const auto at = std::ranges::find(table_.class_names, name);
      labels.push_back(name.empty() ? -1 : static_cast<std::int32_t>(at - table_.class_names.begin()));
    }
    table_.with_labels(labels, static_cast<std::uint32_t>(table_.class_names.size()));
  }

  /// class_distance.csv by rows.
  std::string ground() const {
    const TextTable distances(case_.folder / "class_distance.csv");
    std::string rows;
    for (std::size_t s = 0; s < distances.rows(); ++s)
      for (const std::vector<std::string>& column : distances.columns) rows += column[s] + ",";
    return "{ use = 'class_matrix', rows = [" + rows + "] }";
  }

  /// The length 1 for each layer of the tree.
  std::string even_weights() const {
    std::ptrdiff_t depth = 0;
    for (const std::string& name : table_.class_names)
      depth = std::max(depth, std::ranges::count(name, '/') + 1);
    return json(std::vector<int>(static_cast<std::size_t>(depth), 1)).dump();
  }

  std::string config() const {
    std::string toml = fmt::format("use = '{}'\n", case_.method());
    const bool neighbours = case_.method() == "relieff" || case_.method() == "relief";
    if (neighbours)
      toml += fmt::format("ties = 'first'\nneighbours = {}\n", given("k") ? param("k").get<int>() : 10);
    for (const char* word : {"weights", "missing", "unknown", "second_term"})
      if (given(word)) toml += fmt::format("{} = '{}'\n", word, param(word).get<std::string>());
    for (const char* number : {"sigma", "threshold"})
      if (given(number)) toml += fmt::format("{} = {}\n", number, param(number).dump());
    if (given("iterations")) toml += fmt::format("iterations = {}\n", param("iterations").get<int>());
    if (given("supervised"))
      toml += fmt::format("least_supervision = {}\nmost_supervision = {}\n", param("supervised")[0].dump(),
                          param("supervised")[1].dump());
    const std::string distance = given("distance") ? param("distance").get<std::string>() : "";
    if (kind() == "tree")
      toml += given("depth_weights")
                  ? "ground = { use = 'class_tree', weights = " + param("depth_weights").dump() + " }\n"
                  : "ground = { use = 'class_tree', weights = " + even_weights() + " }\n";
    if (kind() == "path_sets") {
      toml += "sets = 'by_depth'\n";
      if (given("depth_weights")) toml += "depth_weights = " + param("depth_weights").dump() + "\n";
    }
    const bool has_ground = std::filesystem::exists(case_.folder / "class_distance.csv");
    if (kind() == "classes" && distance == "matrix") toml += "ground = " + ground() + "\n";
    if (kind() == "soft" && distance == "expected" && has_ground) toml += "ground = " + ground() + "\n";
    if (kind() == "soft" && distance == "wasserstein")
      toml +=
          "divergence = { use = 'wasserstein_exact'" + (has_ground ? ", ground = " + ground() : "") + " }\n";
    if (kind() == "soft" && (distance.empty() || distance == "total_variation"))
      toml += "divergence = 'total_variation'\n";
    return toml;
  }

  /// The mean of the distances of several real targets, which no config has.
  void check_several_targets(const Runtime& runtime) {
    std::vector<relief::Sample> samples;
    for (std::size_t i = 0; i < table_.n; ++i)
      if (!target_.columns[0][i].empty()) samples.push_back(static_cast<relief::Sample>(i));
    std::vector<relief::PairDistance> each;
    std::vector<testing::Table> tables;
    tables.reserve(target_.columns.size());
    for (std::size_t c = 0; c < target_.columns.size(); ++c) {
      tables.push_back(table_);
      tables.back().with_real(target_.numbers(c));
      each.push_back(relief::target_distance(tables.back().view(), samples, {}, runtime));
    }
    compare_scores(samples, runtime, [&](std::size_t i, std::size_t j) {
      double sum = 0;
      for (const relief::PairDistance& of : each) sum += of(i, j);
      return sum / static_cast<double>(each.size());
    });
  }
  /// To a table an empty set is an unknown one; here it is known to be empty.
  void check_sets(const Runtime& runtime) {
    const std::string distance = given("distance") ? param("distance").get<std::string>() : "hamming";
    relief::TargetDistanceOptions options;
    options.sets = distance == "jaccard" ? relief::SetDistance::jaccard
                   : distance == "f1"    ? relief::SetDistance::f1
                                         : relief::SetDistance::hamming;
    if (distance != "jaccard" && distance != "f1" && distance != "hamming")
      throw std::runtime_error(fmt::format("the distance '{}' is not known", distance));
    std::vector<relief::Sample> samples;
    for (std::size_t i = 0; i < table_.n; ++i)
      if (!target_.columns[0][i].empty()) samples.push_back(static_cast<relief::Sample>(i));
    compare_scores(samples, runtime, relief::target_distance(table_.view(), samples, options, runtime));
  }
  void compare_scores(const std::vector<relief::Sample>& samples, const Runtime& runtime,
                      const relief::PairDistance& distance) {
    const relief::Differences differences(table_.view(), samples, {}, {}, runtime);
    const relief::ReliefSums sums = relief::relief_sums(differences, distance, {}, nearest(), runtime);
    std::vector<double> scores;
    for (std::size_t f = 0; f < table_.d; ++f)
      scores.push_back(sums.differ[f] / sums.targets_differ - sums.agree[f] / sums.targets_agree);
    compare("score of feature", scores, expected("scores"));
  }

  relief::NearestOptions nearest() const {
    relief::NearestOptions how;
    how.neighbours = given("k") ? param("k").get<std::size_t>() : 10;
    how.ties = relief::Ties::first;
    if (given("weights")) how.weights = relief::NeighbourWeights::rank_exponential;
    if (given("sigma")) how.sigma = param("sigma");
    return how;
  }

  void check_parts(const Runtime& runtime) {
    const bool by_class = case_.method() == "relieff", all = given("unknown");
    const Dataset data = table_.view();
    std::vector<relief::Sample> samples = data.target().known_samples();
    const std::vector<relief::Sample> known = samples;
    if (all) {
      samples.clear();
      for (std::size_t i = 0; i < table_.n; ++i) samples.push_back(static_cast<relief::Sample>(i));
    }
    std::vector<std::uint32_t> classes;
    for (const relief::Sample i : samples)
      if (by_class) classes.push_back(static_cast<std::uint32_t>(table_.labels[i]));
    const relief::Differences differences(data, samples, classes, {}, runtime);
    if (expects("supervision")) {
      std::vector<char> is_known(samples.size(), 0);
      for (const relief::Sample i : known) is_known[i] = 1;
      compare(
          "supervision of sample",
          relief::supervision(differences, is_known, param("supervised")[0], param("supervised")[1], runtime),
          expected("supervision"));
    }
    if (expects("neighbours")) check_neighbours(differences, samples, classes, runtime);
    if (expects("sums")) {
      const relief::ReliefSums sums =
          relief::relief_sums(differences, distance(known, runtime), {}, nearest(), runtime);
      compare("B and E", std::vector<double>{sums.targets_differ, sums.targets_agree},
              json::array({expected("sums").at("B"), expected("sums").at("E")}));
    }
  }
  relief::PairDistance distance(const std::vector<relief::Sample>& known, const Runtime& runtime) {
    relief::TargetDistanceOptions options;
    if (kind() == "tree" && !ground_)
      ground_.emplace(compose<ClassMetric>("use = 'class_tree'\nweights = " + even_weights(), "ground"));
    if (ground_) options.ground = &**ground_;
    return relief::target_distance(table_.view(), known, options, runtime);
  }
  void check_neighbours(const relief::Differences& differences, const std::vector<relief::Sample>& samples,
                        const std::vector<std::uint32_t>& classes, const Runtime& runtime) {
    const std::size_t n_classes = classes.empty() ? 1 : table_.classes;
    json seen = json::array();
    std::vector<json> rows(samples.size());
    const relief::PairDistances distances(differences, {nearest().neighbours, classes});
    relief::sum_over_samples(distances, runtime, 0, [&] {
      return [&](std::size_t i, const relief::DistancesTo& others, double*) {
        relief::Nearest finder(classes, n_classes, nearest());
        const auto& found = finder.find(i, others);
        json lists = json::object();
        for (std::size_t c = 0; c < found.size(); ++c) {
          json list = json::array();
          for (const relief::Neighbour& n : found[c]) list.push_back(samples[n.sample]);
          lists[classes.empty() ? "" : table_.class_names[c]] = list;
        }
        rows[i] = classes.empty() ? lists[""] : lists;
      };
    });
    for (const json& row : rows) seen.push_back(row);
    if (seen != expected("neighbours"))
      verdict_.failures.push_back(
          fmt::format("neighbours: {}, expected {}", seen.dump(), expected("neighbours").dump()));
    if (!expects("target_distances")) return;
    const relief::PairDistance between = distance(samples, runtime);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      std::vector<double> distances;
      for (const json& j : rows[i]) distances.push_back(between(i, j.get<std::size_t>()));
      compare(fmt::format("target distance of sample {} to neighbour", i), distances,
              expected("target_distances")[i]);
    }
  }

  void check_iterations(const Runtime& runtime) {
    relief::IRelief criterion;
    if (given("sigma")) criterion.options.sigma = param("sigma");
    if (given("iterations")) criterion.options.iterations = param("iterations");
    if (given("threshold")) criterion.options.threshold = param("threshold");
    criterion.prepare(table_.view(), runtime);
    if (expects("iterations") && criterion.rounds() != expected("iterations").get<int>())
      verdict_.failures.push_back(
          fmt::format("{} rounds, expected {}", criterion.rounds(), expected("iterations").dump()));
    if (expects("outlier")) compare("outlier", criterion.outlier(), expected("outlier"));
  }

  const Case& case_;
  Verdict& verdict_;
  TextTable target_;
  testing::Table table_;
  std::optional<framework::Composed<ClassMetric>> ground_;
};

}  // namespace

bool knows_relief(const Case& c) { return kReliefMethods.contains(c.method()); }

void check_relief(const Case& c, Verdict& verdict) { ReliefCase(c, verdict).check(); }

}  // namespace tamis::golden
