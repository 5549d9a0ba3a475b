// keep = "p_values": which features go with the target, when there are many.
#include "false_discoveries_fixture.hpp"

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using namespace tamis::framework::test;

namespace p_value_rule_test {
namespace {

std::string config(const std::string& criterion, const std::string& keep = "'p_values'",
                   const std::string& fdr = "0.1") {
  return "criterion = '" + criterion + "'\nsearch = { use = 'rank', fdr = " + fdr + ", keep = " + keep +
         " }\n";
}

/// A criterion with p values that cannot be, or none but an error.
struct Bold final : UnivariateCriterion {
  struct Options {
    bool throws = false;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Bold>("test.bold", "Is sure of itself")
        .better(Better::higher)
        .targets(Targets::classes)
        .option<&Options::throws>("throws", "");
  }
  Score score_column(Column x, const Target&) const override { return x[0]; }
  void p_values(std::span<const Feature>, std::span<double> p) const override {
    if (options.throws) throw DataError("no law holds here");
    std::ranges::fill(p, 2.0);
  }
};

std::string refusal_of_bold(const std::string& options) {
  Registry registry = test_registry();
  registry.add<Bold>();
  const SelectConfig parsed = parse_select_config(toml::parse("criterion = { use = 'test.bold'" + options +
                                                              " }\nsearch = { use = 'rank', fdr = 0.1 }\n"));
  Observer silent;
  return message_of<Error>([&] { select(registry, Defaults(), parsed, logistic(20, 2, 1, 1), {}, silent); });
}

}  // namespace

TEST_CASE("p values that are none end the run, and so does an error in their place",
          "[p_value_rule][errors]") {
  CHECK(refusal_of_bold("") == "'test.bold' gave the p value 2; expected a number from 0 to 1");
  CHECK(refusal_of_bold(", throws = true") == "no law holds here");
}

TEST_CASE("a bound on false discoveries has a default criterion of its own", "[p_value_rule][defaults]") {
  const auto criterion = [](const std::string& keep) {
    return run("search = { use = 'rank', keep = " + keep + " }\n", logistic(60, 6, 1, 1))
        .criterion->at("use")
        .get<std::string>();
  };
  const Defaults defaults;
  CHECK(criterion("'p_values'") == defaults.criterion(TargetKind::classes, "p_values"));
  CHECK(criterion("'knockoffs'") == defaults.criterion(TargetKind::classes, "knockoffs"));
  CHECK(criterion("2") == defaults.criterion(TargetKind::classes));
  CHECK(criterion("'p_values'") != criterion("2"));
  // of a kind of target for which the file says nothing else
  CHECK(defaults.criterion(TargetKind::sets, "knockoffs") == defaults.criterion(TargetKind::sets));
}

TEST_CASE("a criterion's own p values are those of its test", "[p_value_rule]") {
  // scipy.stats.f_oneway([1, 2, 3, 4], [3, 5, 6, 9]) has F = 5.3368 and p = 0.060256; the second feature is constant
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = {0, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<std::vector<double>> columns{{1, 2, 3, 4, 3, 5, 6, 9}, std::vector<double>(8, 2.0)};
  const SelectionResult r = run(config("fisher_score"), LoadedData::from_columns(columns, {}, target));
  REQUIRE(of(r, 0).p_value);
  // F = t^2 with 6 degrees of freedom: means 2.5 and 5.75, squares within 5 and 18.75
  const double f = 8 * 1.625 * 1.625 / ((5 + 18.75) / 6);
  CHECK(f == Approx(5.3368421));
  CHECK(*of(r, 0).p_value == Approx(0.06025556917960477));
  CHECK_FALSE(of(r, 1).p_value);
  CHECK(of(r, 0).corrected_p == of(r, 0).p_value);  // the constant feature is not counted
  CHECK(selected(r) == std::vector<Feature>{0});
  CHECK(r.chosen_size->permutations == 0);
}

TEST_CASE("features that go with the target are selected, by the criterion's law and by shuffling",
          "[p_value_rule]") {
  for (const char* criterion : {"fisher_score", "weighted_laplacian"}) {
    INFO(criterion);
    const SelectionResult r = run(config(criterion), logistic(300, 12, 2, 5));
    const std::vector<Feature> found = selected(r);
    CHECK(std::ranges::count_if(found, [](Feature f) { return f < 2; }) == 2);
    CHECK(found.size() <= 8);  // neighbours of a relevant feature go with the target, too
    for (std::size_t k = 1; k < r.ranking.size(); ++k)
      CHECK(r.ranking[k - 1].p_value <= r.ranking[k].p_value);
  }
}

TEST_CASE("shuffling stops early for features that tell nothing", "[p_value_rule]") {
  const SelectionResult r = run(config("weighted_laplacian"), logistic(100, 10, 0, 3));
  CHECK(selected(r).empty());
  CHECK(r.chosen_size->permutations > 0);
  CHECK(r.chosen_size->permutations <= 100);  // d / fdr
  CHECK(r.evaluations < 10 + 10 * 100);
  const nlohmann::json json = to_json(r);
  CHECK(json["chosen_size"]["permutations"] == r.chosen_size->permutations);
  CHECK(json["ranking"][0]["p_value"].is_number());
}

TEST_CASE("where no feature tells anything p values select as rarely as was asked",
          "[p_value_rule][property]") {
  int runs = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    runs += selected(run(config("fisher_score"), logistic(60, 20, 0, 100 + seed))).empty() ? 0 : 1;
  CHECK(runs <= 40 + 3 * 6);  // binomial: 400 * .1, standard deviation 6
  CHECK(runs >= 40 - 4 * 6);  // nor is the test asleep
}

TEST_CASE("a shuffled p value is that of all ways to assign the labels", "[p_value_rule]") {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = {0, 0, 0, 1, 1, 1};
  const std::vector<std::vector<double>> columns{{1, 2, 3, 11, 12, 13}};
  // of the 20 ways 2 part the values as well, so that ten of them come by after about a hundred
  double sum = 0;
  for (int seed = 0; seed < 40; ++seed)
    sum += *of(run("seed = " + std::to_string(seed) + "\n" +
                       config("weighted_laplacian", "{ auto = 'p_values', permutations = 2000 }"),
                   LoadedData::from_columns(columns, {}, target)),
               0)
                .p_value;
  CHECK(sum / 40 == Approx(0.1).margin(0.025));  // of one: .03; of the mean .005, and a bias of 1 / 9
}

TEST_CASE("the number of threads changes no p value", "[p_value_rule][property]") {
  const auto with = [&](int threads) {
    RuntimeOptions options;
    options.threads = threads;
    return to_json_text(run(config("weighted_laplacian"), logistic(80, 6, 1, 2), options));
  };
  CHECK(with(1) == with(3));
}

TEST_CASE("a run that is cut short has discovered nothing", "[p_value_rule]") {
  const SelectionResult r =
      run("criterion = 'weighted_laplacian'\nsearch = { use = 'rank', fdr = 0.1, max_evaluations = 50 }\n",
          logistic(100, 12, 2, 5));
  CHECK(r.status == StageResult::Status::out_of_budget);
  CHECK(selected(r).empty());
  CHECK(to_table(r, 3).find("no feature kept until the tests were cut short") != std::string::npos);
}

TEST_CASE("scores of a model of all features are compared with those of shuffled targets", "[p_value_rule]") {
  // as shares of the best score they would be as good after shuffling
  const SelectionResult r =
      run("criterion = { use = 'robust_lasso', flips = 'none' }\nsearch = { use = 'rank', fdr = 0.1 }\n",
          logistic(200, 8, 2, 5));
  const std::vector<Feature> found = selected(r);
  CHECK(std::ranges::count_if(found, [](Feature f) { return f < 2; }) == 2);
}

}  // namespace p_value_rule_test
