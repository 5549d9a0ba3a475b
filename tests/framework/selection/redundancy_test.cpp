#include "fixture.hpp"

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/selection/redundancy.hpp>
#include <tamis/framework/selection/select.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;

namespace redundancy_test {
namespace {

SelectionResult run(const std::string& config) {
  Registry registry = test::test_registry();
  const SelectConfig parsed = parse_select_config(toml::parse(config, std::string_view("run.toml")));
  Observer silent;
  return select(registry, Defaults(), parsed, parsed.runtime_options(), silent);
}

}  // namespace

TEST_CASE("correlations are Pearson's, whatever the units, and none beside a constant", "[redundancy]") {
  const std::vector<std::vector<double>> columns{
      {1, 2, 3, 4}, {-2e300, -4e300, -6e300, -8e300}, {1, -1, -1, 1}, {5, 5, 5, 5}, {1, 3, 2, 4}};
  const LoadedData data = LoadedData::from_columns(columns, {"a", "b", "c", "d", "e"}, {});
  const std::vector<Feature> all{0, 1, 2, 3, 4};
  const Redundancy found = redundancy(data, all, FeatureUnits(data.parts()), nullptr);
  CHECK(found.features == std::vector<std::string>{"a", "b", "c", "d", "e"});
  const auto r = [&](std::size_t i, std::size_t j) { return found.correlations[i * 5 + j]; };
  CHECK(r(0, 0) == Approx(1));
  CHECK(r(0, 1) == Approx(-1));
  CHECK(r(0, 2) == Approx(0).margin(1e-15));
  CHECK(std::isnan(r(0, 3)));
  CHECK(r(0, 4) == Approx(0.8));
  CHECK(r(4, 0) == r(0, 4));
}

TEST_CASE("a result tells how much the best features repeat each other", "[redundancy]") {
  const std::string data = "[data]\npath = '" TAMIS_TEST_DATA "/sonar.csv'\ntarget = 'class'\n";
  const SelectionResult ranked = run("criterion = 'fisher_score'\nsearch = 'rank'\n" + data);
  REQUIRE(ranked.redundancy.features.size() == Redundancy::kMost);
  for (std::size_t k = 0; k < Redundancy::kMost; ++k)
    CHECK(ranked.redundancy.features[k] == ranked.ranking[k].name);
  const nlohmann::json told = to_json(ranked).at("redundancy");
  CHECK(told.at("correlations").size() == Redundancy::kMost);
  CHECK(told.at("correlations")[0][0] == Approx(1));
}

TEST_CASE("a result tells how far apart the classes are to a ground metric", "[class_distances]") {
  const std::string blanket =
      "criterion = { use = 'markov_blanket', divergence = { use = 'wasserstein_exact', ground = 'class_embedding' } }\n"
      "search = { use = 'backward', keep = 2 }\n"
      "[data]\npath = '" TAMIS_TEST_DATA "/iris.csv'\ntarget = 'class'\n";
  const ClassDistances found = run(blanket).class_distances;
  REQUIRE(found.classes.size() == 3);
  CHECK(found.distances[0] == 0);
  CHECK(found.distances[1] == found.distances[3]);
  CHECK(found.distances[1] < found.distances[2]);  // setosa is nearer to versicolor than to virginica
  const auto plain = [](const std::string& ground) {
    return "criterion = { use = 'markov_blanket', divergence = " + ground +
           " }\nsearch = { use = 'backward', keep = 2 }\n[data]\npath = '" TAMIS_TEST_DATA
           "/iris.csv'\ntarget = 'class'\n";
  };
  CHECK(run(plain("{ use = 'wasserstein_exact', ground = 'zero_one' }")).class_distances.classes.empty());
  CHECK(run(plain("'kl'")).class_distances.classes.empty());
}

}  // namespace redundancy_test
