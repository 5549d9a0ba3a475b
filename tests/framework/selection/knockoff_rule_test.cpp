// keep = "knockoffs": a bound on the share of false discoveries, around any criterion.
#include "false_discoveries_fixture.hpp"

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using namespace tamis::framework::test;

namespace knockoff_rule_test {
namespace {

std::string config(const std::string& criterion = "fisher_score", const std::string& search = "rank",
                   const std::string& keep = "'knockoffs'") {
  return "criterion = '" + criterion + "'\nsearch = { use = '" + search + "', keep = " + keep + " }\n";
}

/// The share of runs in which something is selected where no feature tells anything.
double share_of_runs(const std::string& config, int runs,
                     const std::function<void(DataTable&)>& change = {}) {
  int some = 0;
  for (int seed = 0; seed < runs; ++seed) {
    LoadedData data = logistic(60, 15, 0, 1000 + static_cast<std::uint64_t>(seed));
    if (change) data.edit(change);
    some += selected(run("seed = " + std::to_string(seed) + "\n" + config, std::move(data))).empty() ? 0 : 1;
  }
  return static_cast<double>(some) / runs;
}

}  // namespace

TEST_CASE("features that tell of the target are selected, and few others", "[knockoff_rule]") {
  const SelectionResult r = run(config(), logistic(400, 30, 8, 1));
  const std::vector<Feature> found = selected(r);
  CHECK(std::ranges::count_if(found, [](Feature f) { return f < 8; }) >= 5);
  CHECK(std::ranges::count_if(found, [](Feature f) { return f >= 8; }) <= 2);
  REQUIRE(r.chosen_size);
  REQUIRE(r.chosen_size->knockoffs);
  CHECK(r.chosen_size->kept == found.size());
  for (const RankedFeature& f : r.ranking) {
    REQUIRE(f.w);
    CHECK(f.selected == (*f.w >= r.chosen_size->knockoffs->thresholds[0]));
  }
  CHECK(std::ranges::is_sorted(r.ranking, std::greater(), [](const RankedFeature& f) { return *f.w; }));
  CHECK(r.evaluations == 30 + 60);
}

TEST_CASE("where no feature tells anything knockoffs select as rarely as was asked",
          "[knockoff_rule][property]") {
  constexpr int kRuns = 200;
  constexpr double kMost = 0.2 + 3 * 0.0283;  // three standard deviations of 200 runs
  CHECK(share_of_runs(config(), kRuns) <= kMost);
  SECTION("also of scores that are tied, which a search breaks by the number of the column") {
    const auto coarse = [](DataTable& parts) {
      for (double& v : parts.values.span()) v = v > 0 ? 1 : 0;
    };
    CHECK(share_of_runs(config(), kRuns, coarse) <= kMost);
  }
}

TEST_CASE("any search gives features a place, and knockoffs judge by it", "[knockoff_rule]") {
  for (const auto& [criterion, search] :
       {std::pair{"ksg_mi", "forward"}, std::pair{"knn_error", "backward"}}) {
    INFO(criterion);
    const SelectionResult r =
        run(config(criterion, search, "{ auto = 'knockoffs', draws = 1 }"), logistic(120, 6, 6, 2));
    REQUIRE(r.chosen_size->knockoffs);
    for (const RankedFeature& f : r.ranking) {
      REQUIRE(f.w);
      CHECK(*f.w == std::round(*f.w));  // a difference of places
      CHECK(std::abs(*f.w) < 12);
    }
  }
}

TEST_CASE("several draws are put together by e-values", "[knockoff_rule]") {
  const SelectionResult r = run(
      "criterion = 'fisher_score'\nsearch = { keep = { auto = 'knockoffs', draws = 5 }, use = 'rank', fdr = 0.5 }\n",
      logistic(400, 30, 10, 1));
  CHECK(r.chosen_size->knockoffs->thresholds.size() == 5);
  for (const RankedFeature& f : r.ranking) REQUIRE(f.e_value);
  CHECK(selected(r).size() >= 5);
  const nlohmann::json json = to_json(r);
  CHECK(json["chosen_size"]["knockoffs"]["thresholds"].size() == 5);
  CHECK(json["ranking"][0]["e_value"].is_number());
}

TEST_CASE("neither threads nor the order of samples decide what is selected", "[knockoff_rule][property]") {
  const auto with = [&](int threads) {
    RuntimeOptions options;
    options.threads = threads;
    return to_json_text(run(config(), logistic(100, 10, 3, 2), options));
  };
  CHECK(with(1) == with(3));
}

TEST_CASE("constant features and copies are named, and have no W", "[knockoff_rule]") {
  LoadedData data = logistic(200, 10, 4, 3);
  data.edit([](DataTable& p) {
    std::fill_n(p.values.data() + 8 * 200, 200, 1.0);
    std::copy_n(p.values.data(), 200, p.values.data() + 9 * 200);
  });
  const SelectionResult r = run(config(), std::move(data));
  CHECK_FALSE(of(r, 8).w);
  CHECK_FALSE(of(r, 9).w);
  const KnockoffOutcome& found = *r.chosen_size->knockoffs;
  CHECK(found.constant == std::vector<std::string>{"c9"});
  REQUIRE(found.merged.size() == 1);
  CHECK(found.merged[0].feature == "c10");
  CHECK(found.merged[0].like == "c1");
  CHECK(to_table(r, 0).find("one of several identical features represents the others: c1 (for c10)") !=
        std::string::npos);
}

TEST_CASE("columns with ties have knockoffs with their values", "[knockoff_rule]") {
  LoadedData data = logistic(300, 20, 8, 3);
  data.edit([](DataTable& p) {
    for (double& v : p.values.span()) v = std::round(2 * v) + 3;
  });
  const SelectionResult r = run(config(), std::move(data));
  CHECK(std::ranges::count_if(selected(r), [](Feature f) { return f < 8; }) >= 5);
}

TEST_CASE("knockoffs that could promise nothing are refused with the reason", "[knockoff_rule][errors]") {
  const auto refusal = [&](const std::string& config, LoadedData data) {
    return message_of<Error>([&] { run(config, std::move(data)); });
  };
  CHECK(
      refusal(config(), logistic(50, 4, 1, 1)) ==
      "at the false discovery rate 0.2 a selection has at least 5 features, and there are 4: the smallest rate that "
      "can be used is 0.25");
  LoadedData grouped = logistic(50, 8, 1, 1);
  grouped.edit([](DataTable& p) {
    p.groups.assign(50, 0);
    p.group_names = {"one"};
  });
  CHECK(
      refusal(config(), std::move(grouped)) ==
      "knockoffs assume independent rows, and the rows of a group are not independent; keep one row of each group, or leave `data.groups` out if the rows of a group are no more alike than others");
  CHECK(refusal("data = { soft = { from = 'neighbour_labels' } }\n" + config(), logistic(50, 8, 1, 1))
            .find("of what is selected then half can be false") != std::string::npos);
  CHECK(
      refusal(
          "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 6 }\n[[stage]]\ncriterion = "
          "'fisher_score'\nsearch = { use = 'rank', keep = 'knockoffs' }\n",
          logistic(50, 8, 1, 1))
          .find("features that an earlier stage chose by the same labels") != std::string::npos);
}

TEST_CASE("so few samples that knockoffs are noise are warned of", "[knockoff_rule]") {
  const SelectionResult r = run(config(), logistic(25, 200, 0, 1));
  CHECK(std::ranges::any_of(r.warnings, [](const std::string& w) {
    return w.find("their knockoffs are close to independent noise") != std::string::npos;
  }));
}

TEST_CASE("knockoffs of the values of a categorical column come with a warning", "[knockoff_rule]") {
  LoadedData data = logistic(100, 8, 2, 1);
  data.edit([](DataTable& p) { p.feature_groups = {-1, -1, -1, -1, -1, 0, 0, 0}; });
  const SelectionResult r = run(config(), std::move(data));
  CHECK(std::ranges::any_of(r.warnings, [](const std::string& w) {
    return w.find("3 features are the values of categorical columns") == 0;
  }));
  LoadedData two_values = logistic(100, 8, 2, 1);
  two_values.edit([](DataTable& p) { p.feature_groups = {-1, -1, -1, -1, -1, 0, 1, 2}; });
  CHECK(run(config(), std::move(two_values)).warnings.empty());
}

TEST_CASE("features that are nearly copies are named, and one stands for both where that is asked for",
          "[knockoff_rule]") {
  const auto with = [](const std::string& keep) {
    LoadedData data = logistic(200, 10, 5, 3);
    data.edit([](DataTable& p) {
      double* const column = p.values.data() + 9 * 200;
      for (std::size_t i = 0; i < 200; ++i) column[i] = p.values.data()[i] + 0.1 * column[i];
    });
    return to_table(run(config("fisher_score", "rank", keep), std::move(data)), 0);
  };
  CHECK(with("'knockoffs'")
            .find("pairs of features so similar that knockoffs may select neither: c1 and c10 (0.99") !=
        std::string::npos);
  CHECK(with("{ auto = 'knockoffs', merge = 0.95 }")
            .find("one of several identical features represents the others: c1 (for c10)") !=
        std::string::npos);
}

}  // namespace knockoff_rule_test
