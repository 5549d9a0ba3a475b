// Budgets for the costs of features, and at most one feature of a group.
#include "false_discoveries_fixture.hpp"

#include "../data/temp_files.hpp"

#include <tamis/framework/data/feature_costs.hpp>
#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/data/load_data.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;
using Costs = std::vector<FeatureCost>;

namespace subset_limits_test {
namespace {

/// Six features c1..c6, of which the first two go with the target.
LoadedData priced(const Costs& costs) {
  LoadedData data = test::logistic(120, 6, 2, 1);
  set_feature_costs(data, costs);
  return data;
}

/// The features in the order in which a criterion ranks them by themselves.
std::vector<Feature> order_by(const std::string& criterion) {
  std::vector<Feature> order;
  for (const RankedFeature& f :
       test::run("criterion = '" + criterion + "'\nsearch = 'rank'", priced({})).ranking)
    order.push_back(f.feature);
  return order;
}

double cost_of(const SelectionResult& r) {
  double sum = 0;
  for (const RankedFeature& f : r.ranking)
    if (f.selected) sum += f.cost.value();
  return sum;
}

}  // namespace

TEST_CASE("a ranking takes each feature, best first, that its budget still allows", "[limits]") {
  const std::vector<Feature> order = order_by("fisher_score");
  Costs costs;
  for (Feature f = 0; f < 6; ++f) costs.push_back({"c" + std::to_string(f + 1), 1.0 + 2.0 * f});
  for (const double budget : {1.0, 4.0, 9.5, 20.0, 100.0}) {
    std::vector<Feature> expected;
    double left = budget;
    for (const Feature f : order)
      if (costs[f].cost <= left) {
        expected.push_back(f);
        left -= costs[f].cost;
      }
    const SelectionResult r = test::run(
        "criterion = 'fisher_score'\nsearch = { use = 'rank', max_cost = " + std::to_string(budget) + " }",
        priced(costs));
    CHECK(test::selected(r) == expected);
    CHECK(r.cost.value() == Approx(cost_of(r)));
    CHECK(r.cost.value() <= budget);
    CHECK(r.status == StageResult::Status::complete);
    for (const RankedFeature& f : r.ranking) {
      CHECK(f.score);  // those that are too dear are scored and ranked all the same
      CHECK(f.reason.starts_with("costs ") == !f.selected);
    }
  }
}

TEST_CASE("a number to keep counts what fits the budget, not what was passed over", "[limits]") {
  const std::vector<Feature> order = order_by("fisher_score");
  const std::string best = "c" + std::to_string(order[0] + 1);
  const SelectionResult r = test::run(
      "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 2, max_cost = 3 }", priced({{best, 10}}));
  CHECK(test::selected(r) == std::vector<Feature>{order[1], order[2]});
  CHECK(test::of(r, order[0]).reason == "costs 10, more than 3 in all");
  CHECK(test::of(r, order[3]).reason.empty());
}

TEST_CASE("forward search under a budget is greedy among the additions that fit", "[limits]") {
  for (const std::string criterion : {"ksg_mi", "knn_error", "mrmr"})
    for (const bool per_cost : {false, true}) {
      if (per_cost && criterion == "knn_error") continue;
      INFO(criterion << ", per_cost " << per_cost);
      const std::vector<double> cost{4, 3, 1, 2, 5, 2};
      const double budget = 8;
      Costs costs;
      for (Feature f = 0; f < 6; ++f) costs.push_back({"c" + std::to_string(f + 1), cost[f]});
      const SelectionResult r =
          test::run("criterion = '" + criterion + "'\nsearch = { use = 'forward', max_cost = 8, per_cost = " +
                        (per_cost ? "true" : "false") + " }",
                    priced(costs));
      // the same by a search without limits: one addition after the other, each the best of what fits
      std::vector<Feature> chosen;
      double left = budget, reached = 0;
      for (;;) {
        std::string always;
        for (const Feature f : chosen) always += "'c" + std::to_string(f + 1) + "', ";
        std::optional<Feature> best;
        double best_worth = 0, best_score = 0;
        for (Feature f = 0; f < 6; ++f) {
          if (std::ranges::count(chosen, f) > 0 || cost[f] > left) continue;
          const SelectionResult ranked = test::run(
              "criterion = '" + criterion + "'\nsearch = { use = 'rank', always = [" + always + "] }",
              priced({}));
          const double score = *test::of(ranked, f).score;
          double worth = (criterion == "knn_error" ? -1 : 1) * score;
          if (per_cost) {
            worth -= criterion == "mrmr" ? 0 : reached;
            if (worth > 0) worth /= cost[f];
          }
          if (!best || worth > best_worth + 1e-12) best = f, best_worth = worth, best_score = score;
        }
        if (!best) break;
        chosen.push_back(*best);
        left -= cost[*best];
        reached = best_score;
      }
      CHECK(test::selected(r) == chosen);
      CHECK(r.cost.value() == Approx(budget - left));
      CHECK(r.warnings.empty());
      for (const RankedFeature& f : r.ranking)
        if (!f.selected) CHECK(f.reason.starts_with("costs "));
    }
}

TEST_CASE("a budget above the sum of costs and groups of one change nothing", "[limits]") {
  for (const std::string method : {"criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3",
                                   "criterion = 'ksg_mi'\nsearch = { use = 'forward', keep = 3"}) {
    const SelectionResult plain = test::run(method + " }", priced({}));
    const SelectionResult bounded = test::run(method + ", max_cost = 6 }", priced({{"c*", 1}}));
    LoadedData data = priced({});
    group_features(data, std::vector<FeatureGroup>{{"g", {"c1"}}, {"h", {"c4"}}}, GroupUse::one_of);
    const SelectionResult single =
        test::run("data.one_from_each = true\ndata.feature_groups = { g = 'c1', h = 'c4' }\n" + method + " }",
                  std::move(data));
    CHECK(test::selected(bounded) == test::selected(plain));
    CHECK(test::selected(single) == test::selected(plain));
    CHECK(bounded.path.size() == 3);
    CHECK(bounded.path.back().score == plain.path.back().score);
  }
}

TEST_CASE("at most one feature of each group is selected, the best one of a ranking", "[limits]") {
  const std::vector<Feature> order = order_by("fisher_score");
  const std::string config =
      "data.one_from_each = true\ndata.feature_groups = { g = ['c1', 'c2', 'c3'], h = ['c4', 'c5'] }\n";
  std::vector<Feature> expected;
  bool g = false, h = false;
  for (const Feature f : order) {
    bool& taken = f < 3 ? g : h;
    if (f < 5 && taken) continue;
    if (f < 5) taken = true;
    expected.push_back(f);
  }
  const SelectionResult r =
      test::run(config + "criterion = 'fisher_score'\nsearch = 'rank'", test::logistic(120, 6, 2, 1));
  CHECK(test::selected(r) == expected);
  CHECK(r.ranking.size() == 6);
  const Feature other = order[0] == 0 ? 1 : 0;
  CHECK(test::of(r, other).reason == "c" + std::to_string(order[0] + 1) + " of the same group is selected");
  const SelectionResult forward =
      test::run(config + "criterion = 'ksg_mi'\nsearch = 'forward'", test::logistic(120, 6, 2, 1));
  const std::vector<Feature> found = test::selected(forward);
  CHECK(found.size() == 3);
  CHECK(std::ranges::count_if(found, [](Feature f) { return f < 3; }) == 1);
  CHECK(std::ranges::count_if(found, [](Feature f) { return f == 3 || f == 4; }) == 1);
}

TEST_CASE(
    "costs go by name, then by categorical column, then by pattern; groups cost what their features cost",
    "[limits]") {
  TempFiles files;
  DataOptions o;
  o.path = files.write("priced.csv",
                       "gene_a,gene_b,colour,age,y\n1,2,red,3,a\n2,1,blue,4,b\n3,5,green,5,a\n1,1,red,1,b\n");
  o.target = "y";
  o.categorical = {"colour"};
  o.feature_cost = {{"gene_*", 7}, {"gene_b", 2}, {"colour", 6}};
  LoadedData data = load_data(o);
  REQUIRE(data.parts().feature_names ==
          std::vector<std::string>{"gene_a", "gene_b", "age", "colour=blue", "colour=green", "colour=red"});
  CHECK(data.parts().feature_costs == std::vector<double>{7, 2, 1, 2, 2, 2});
  CHECK(std::ranges::count(data.notes, "costs: 1 feature that `data.feature_cost` does not name costs 1") ==
        1);
  group_categories(data);
  const FeatureUnits units(data.parts());
  const UnitView view(data.view(), units);
  REQUIRE(view.view().features() == 4);
  CHECK(view.view().feature_cost(3) == 6);
}

TEST_CASE("costs may stand in a file, with a header or without", "[limits]") {
  TempFiles files;
  const auto costs_of = [&](const std::string& text) {
    std::vector<std::pair<std::string, double>> costs;
    for (const FeatureCost& c : read_feature_costs(files.write("costs.csv", text)))
      costs.emplace_back(c.features, c.cost);
    return costs;
  };
  const std::vector<std::pair<std::string, double>> wanted{{"age", 1}, {"gene_*", 2.5}};
  CHECK(costs_of("feature,cost\nage,1\ngene_*,2.5\n") == wanted);
  CHECK(costs_of("age;1\ngene_*;2,5\n") == wanted);
  const std::string path = files.write("costs.csv", "name\tcost\nc1\t5\n");
  const toml::table table = toml::parse("path = 'x.csv'\ntarget = 'y'\nfeature_cost = '" + path + "'");
  const DataOptions read = parse_data_options(table);
  REQUIRE(read.feature_cost.size() == 1);
  CHECK(read.feature_cost[0].cost == 5);

  const auto refusal = [&](const std::string& text) {
    return files.data_error([&] { read_feature_costs(files.write("costs.csv", text)); });
  };
  CHECK_THAT(refusal("name,cost\nage,1\nbmi,0\n"),
             Catch::Contains("costs.csv:3:2") &&
                 Catch::Contains("the cost of 'bmi' is 0; expected a finite number above 0"));
  CHECK_THAT(refusal("name,cost\nage,1\nbmi,dear\n"),
             Catch::Contains("the cost of 'bmi' is missing or no number"));
  CHECK_THAT(refusal("name,cost\nage,1\nage,2\n"), Catch::Contains("'age' has a cost in line 2 already"));
  CHECK_THAT(refusal("name,cost\n,1\nage,2\n"), Catch::Contains("the name of a feature is missing"));
  CHECK_THAT(refusal("name,cost,unit\nage,1,euro\n"),
             Catch::Contains("has 3 columns; `data.feature_cost` expects two"));
}

TEST_CASE("limits that cannot be kept are refused with the remedy", "[limits][errors]") {
  const auto refusal = [](const std::string& config, const Costs& costs = {{"c1", 5}}) {
    return message_of<ParamError>([&] { test::run(config, priced(costs)); });
  };
  CHECK_THAT(
      refusal("criterion = 'ksg_mi'\nsearch = { use = 'backward', max_cost = 3 }"),
      Catch::StartsWith("`search.max_cost` limits what may be added, and search 'backward' does not only add "
                        "features; use ") &&
          Catch::Contains("'forward'") && Catch::Contains("'rank'") && !Catch::Contains("'beam'"));
  CHECK_THAT(refusal("criterion = 'fisher_score'\nsearch = { use = 'rank', max_cost = 3, keep = 'auto' }"),
             Catch::Contains("leaves the number of features to a rule"));
  CHECK_THAT(
      refusal("criterion = 'fisher_score'\nsearch = { use = 'rank', max_cost = 3 }", {}),
      Catch::StartsWith("`search.max_cost` limits what the selected features cost, and no costs are given"));
  CHECK_THAT(refusal("criterion = 'fisher_score'\nsearch = { use = 'rank', max_cost = 0 }"),
             Catch::Contains("search.max_cost is 0, an integer; expected a number above 0"));
  CHECK_THAT(refusal("criterion = 'fisher_score'\nsearch = { use = 'rank', max_cost = 3, always = ['c1'] }"),
             Catch::Contains("`search.max_cost` is 3, but the features of `search.always` cost 5"));
  CHECK_THAT(refusal("criterion = 'knn_error'\nsearch = { use = 'forward', max_cost = 3, per_cost = true }"),
             Catch::Contains("scores are no such gains"));
  CHECK_THAT(
      refusal("data.one_from_each = true\ndata.feature_groups = { g = 'c*' }\ncriterion = 'fisher_score'\n"
              "search = { use = 'rank', always = ['c1', 'c2'] }"),
      Catch::Contains("`search.always` names 'c1' and 'c2', which are in one group"));
  CHECK_THAT(message_of<ParamError>([] {
               priced({{"d*", 2}});
             }),
             Catch::StartsWith("`data.feature_cost` names 'd*', which is the name of no feature"));
  CHECK_THAT(
      message_of<ParamError>([] { parse_data_options(toml::parse("path = 'a'\nfeature_cost = { a = 0 }")); }),
      Catch::Contains("data.feature_cost has a = 0, an integer; expected a finite number above 0"));
  CHECK_THAT(
      message_of<ParamError>([] {
        DataOptions o;
        o.path = "a";
        o.one_from_each = true;
        check(o);
      }),
      Catch::Contains(
          "data.one_from_each selects at most one feature of each group in data.feature_groups, which names none"));
}

}  // namespace subset_limits_test
