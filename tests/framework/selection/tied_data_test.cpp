// What no criterion may read out of a table: the order of its rows, the origin and the unit of its features.
// Equal distances are where it would show, as they round apart (tamis/numerics/ties.hpp).
#include "fixture.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/reordered.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/rng.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;

namespace {

struct Sheet {
  std::string name;
  std::vector<std::vector<double>> columns;
  TargetColumn target;
  std::size_t samples() const { return columns.front().size(); }
};

Sheet shipped(const std::string& file, const std::string& options) {
  const auto config = parse_select_config(toml::parse("data = { path = '" TAMIS_TEST_DATA "/" + file + "', " +
                                                      options + " }\n" + "criterion = 'variance'"));
  const LoadedData data = load_data(config.data);
  Sheet sheet{file, {}, data.parts().target};
  for (Feature j = 0; j < data.features(); ++j) {
    const Column x = data.view().column(j);
    sheet.columns.emplace_back(x.begin(), x.end());
  }
  return sheet;
}

Sheet integers(std::size_t n, std::uint64_t levels) {
  Rng rng(levels);
  Sheet sheet{std::to_string(levels) + " levels", {}, {}};
  sheet.columns.assign(4, std::vector<double>(n));
  for (std::vector<double>& column : sheet.columns)
    for (double& v : column) v = static_cast<double>(rng.below(levels));
  sheet.target.kind = TargetKind::classes;
  sheet.target.class_names = {"a", "b", "c"};
  for (std::size_t i = 0; i < n; ++i)
    sheet.target.labels.push_back(static_cast<std::int32_t>(
        (rng.below(3) * (rng.below(4) > 0) + static_cast<std::uint64_t>(sheet.columns[0][i])) % 3));
  return sheet;
}

Sheet continuous() {
  Sheet sheet = integers(150, 3);
  sheet.name = "continuous";
  Rng rng(5);
  for (std::vector<double>& column : sheet.columns)
    for (double& v : column) v += rng.uniform();
  return sheet;
}

const std::vector<Sheet>& sheets() {
  static const std::vector<Sheet> all{
      shipped("iris.csv", "target = 'class'"),
      shipped("wine.csv", "target = 'class'"),
      shipped("wine_wrong_labels.csv", "target = 'class', ignore = ['true_class']"),
      shipped("glass.csv", "target = 'class'"),
      shipped("sonar.csv", "target = 'class'"),
      shipped("vehicle.csv", "target = 'class'"),
      shipped("spheres.csv", "target = 'label', ignore = ['p_a', 'p_b', 'p_c', 'p_d']"),
      integers(60, 2),
      integers(120, 5),
      continuous()};
  return all;
}

/// The first feature becomes the target.
Sheet regression(Sheet sheet) {
  sheet.target = {};
  sheet.target.kind = TargetKind::real;
  sheet.target.real = sheet.columns.front();
  sheet.columns.erase(sheet.columns.begin());
  return sheet;
}
/// Two of three targets are not known.
Sheet partly_known(Sheet sheet) {
  for (std::size_t i = 0; i < sheet.samples(); ++i)
    if (i % 3 != 0) sheet.target.make_unknown(i);
  return sheet;
}

Sheet shuffled(Sheet sheet, std::uint64_t seed) {
  std::vector<std::uint64_t> from(sheet.samples());
  std::iota(from.begin(), from.end(), std::uint64_t{0});
  Rng rng(seed);
  for (std::size_t i = from.size(); i > 1; --i) std::swap(from[i - 1], from[rng.below(i)]);
  for (std::vector<double>& column : sheet.columns) {
    const std::vector<double> before = column;
    for (std::size_t i = 0; i < from.size(); ++i) column[i] = before[from[i]];
  }
  sheet.target = reordered(sheet.target, from);
  return sheet;
}
Sheet measured_anew(Sheet sheet, double unit, double origin) {
  for (std::vector<double>& column : sheet.columns)
    for (double& v : column) v = v * unit + origin;
  return sheet;
}

std::vector<double> scores(Registry& registry, const std::string& criterion, const Sheet& sheet) {
  Observer silent;
  const auto config = parse_select_config(toml::parse(criterion + "\n[search]\nuse = 'rank'"));
  const SelectionResult result =
      select(registry, Defaults(), config, LoadedData::from_columns(sheet.columns, {}, sheet.target),
             RuntimeOptions{}, silent);
  std::vector<double> by_feature(sheet.columns.size());
  for (const RankedFeature& f : result.ranking) by_feature[f.feature] = f.score.value();
  return by_feature;
}

/// The largest difference beside the largest score.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, most = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (a[j] == b[j]) continue;  // infinite ones, too
    largest = std::max(largest, std::abs(a[j] - b[j]));
    most = std::max({most, std::abs(a[j]), std::abs(b[j])});
  }
  return most > 0 ? largest / most : 0;
}

/// What makes a criterion a function of the table alone, or quick.
const std::map<std::string, std::string> kOptions{
    {"knn_error", "leave_one_out = true"},  // folds are drawn, row by row
    // So is the jitter, which copies need: their entropy is -infinity.
    {"mi", "jitter = 0"},
    {"lnt_mi", "jitter = 0"},
    {"ksg_gain", "copies = 1"},
    {"determinant_mi", "[data]\nbins = 8"},  // no fewer than there are classes
    {"boruta", "rounds = 5\nlevel = 0.2\ntrees = 10"},
    {"forest_error", "trees = 10"},
    {"forest_importance", "trees = 20"},
    {"neighbour_labels", "noise = 'uniform_flip'"},
    {"robust_lasso", "flips = 'none'\nlambdas = 20\nfolds = 2"},  // flips are estimated in folds
};
/// Bags are drawn, and shuffled copies, row by row.
bool draws_rows(const std::string& id) {
  return id.starts_with("forest") || id == "boruta" || id == "ksg_gain";
}
bool needs_jitter(const std::string& id) { return id == "mi" || id == "lnt_mi"; }

/// body(id, its table, sheet) for every criterion on every sheet that it can score.
template <class Body>
void each_case(const Registry& registry, const Body& body) {
  for (const RegistryEntry* entry : registry.entries()) {
    const Descriptor& d = entry->descriptor;
    if (d.kind() != "criterion") continue;
    const auto options = kOptions.find(d.id);
    const std::string table =
        "[criterion]\nuse = '" + d.id + "'\n" + (options == kOptions.end() ? "" : options->second);
    for (const Sheet& sheet : sheets()) {
      if (needs_jitter(d.id) && sheet.name != "continuous") continue;
      if (d.id == "determinant_mi" && sheet.name == "2 levels") continue;  // fewer codes than classes
      std::vector<Sheet> cases;
      if (has(d.traits.targets, Targets::classes | Targets::soft) || d.traits.targets == Targets::none)
        cases.push_back(sheet);
      if (has(d.traits.targets, Targets::real)) cases.push_back(regression(sheet));
      for (const Sheet& c : cases) {
        body(d.id, table, c);
        if (d.traits.uses_unknown && d.traits.targets != Targets::none) body(d.id, table, partly_known(c));
      }
    }
  }
}

}  // namespace

TEST_CASE("no criterion reads the order of the rows", "[ties][property]") {
  Registry registry(plugin_folders({}));
  each_case(registry, [&](const std::string& id, const std::string& criterion, const Sheet& sheet) {
    if (draws_rows(id)) return;
    const std::vector<double> before = scores(registry, criterion, sheet);
    for (std::uint64_t seed : {1, 2}) {
      INFO(id << " on " << sheet.name << ", shuffled with seed " << seed);
      CHECK(difference(scores(registry, criterion, shuffled(sheet, seed)), before) < 1e-12);
    }
  });
}

TEST_CASE("no criterion reads the origin of the features, nor their unit", "[ties][property]") {
  // Decimals round when they are shifted and scaled, so the data themselves are others in the last digits.
  constexpr double kRounded = 1e-9;
  struct {
    double unit, origin;
  } const anew[] = {{1, 100}, {3, 0}, {0.1, 0}};
  Registry registry(plugin_folders({}));
  each_case(registry, [&](const std::string& id, const std::string& criterion, const Sheet& sheet) {
    const std::vector<double> before = scores(registry, criterion, sheet);
    for (const auto& [unit, origin] : anew) {
      INFO(id << " on " << sheet.name << ", times " << unit << " plus " << origin);
      std::vector<double> after = scores(registry, criterion, measured_anew(sheet, unit, origin));
      if (id == "variance")  // in the square of the feature's unit
        for (double& v : after) v /= unit * unit;
      CHECK(difference(after, before) < kRounded);
    }
  });
}

TEST_CASE("integers that are equally far apart are so on z-scores", "[ties]") {
  // The same ten rows in two orders, worked out on the integers.
  const auto sheet = [](std::vector<double> x, std::vector<std::int32_t> labels) {
    Sheet s{"worked", {std::move(x)}, {}};
    s.target.kind = TargetKind::classes;
    s.target.class_names = {"c0", "c1"};
    s.target.labels = std::move(labels);
    return s;
  };
  Registry registry(plugin_folders({}));
  const std::string knn = "[criterion]\nuse = 'knn_error'\nleave_one_out = true\nneighbours = 3\n";
  for (const Sheet& s : {sheet({5, 1, 0, 2, 2, 5, 3, 0, 2, 4}, {1, 1, 1, 0, 1, 0, 1, 0, 0, 1}),
                         sheet({0, 3, 2, 4, 5, 5, 2, 2, 0, 1}, {1, 1, 0, 1, 1, 0, 1, 0, 0, 1})})
    CHECK(scores(registry, knn, s)[0] == Approx(0.7).epsilon(1e-14));
}
