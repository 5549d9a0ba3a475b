// keep = "auto": how many features a run keeps, and why.
#include "fixture.hpp"

#include <tamis/framework/study/study.hpp>
#include <tamis/framework/support/tree_json.hpp>
#include <tamis/rng.hpp>

#include <nlohmann/json.hpp>

#include <atomic>
#include <cmath>

using namespace tamis;
using namespace tamis::framework;

namespace keep_auto_test {
namespace {

/// `n` samples of two classes in turn; feature j < shifts.size() is shifted by shifts[j] in the second class,
/// the others know nothing.
LoadedData shifted(std::size_t n, std::size_t features, std::vector<double> shifts, std::uint64_t seed) {
  Rng rng(Rng::mix(seed));
  std::vector<std::vector<double>> columns(features, std::vector<double>(n));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < n; ++i) target.labels.push_back(static_cast<std::int32_t>(i % 2));
  for (std::size_t j = 0; j < features; ++j)
    for (std::size_t i = 0; i < n; ++i)
      columns[j][i] = rng.uniform() + (i % 2 && j < shifts.size() ? shifts[j] : 0);
  return LoadedData::from_columns(columns, {}, target);
}
LoadedData of_columns(const std::vector<std::vector<double>>& columns, std::vector<std::int32_t> labels) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = std::move(labels);
  return LoadedData::from_columns(columns, {}, target);
}

StudyResult run(const std::string& config, LoadedData data, RuntimeOptions options = {},
                bool order_all = false) {
  Registry registry = test::test_registry();
  StudyConfig parsed =
      parse_study_config(toml::parse("data.harden = false\n" + config, std::string_view("run.toml")));
  parsed.order_all = order_all;
  options.seed = parsed.seed;
  Observer silent;
  return study(registry, Defaults(), parsed, std::move(data), options, silent);
}
std::vector<Feature> selected(const StageResult& r) {
  std::vector<Feature> out;
  for (const RankedFeature& f : r.ranking)
    if (f.selected) out.push_back(f.feature);
  return out;
}
std::vector<double> p_values(const StageResult& r) {
  std::vector<double> out;
  for (const SizeTest& test : r.chosen_size->tests) out.push_back(test.p);
  return out;
}

const std::string kFisher = "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'auto' }\n";
std::string knn(const std::string& search) {
  return "criterion = { use = 'knn_error', leave_one_out = true }\nsearch = { use = '" + search +
         "', keep = 'auto' }\n";
}
using Features = std::vector<Feature>;

}  // namespace

TEST_CASE("features that tell of the target are kept, and those that do not are left out", "[keep_auto]") {
  const StudyResult r = run(kFisher, shifted(60, 8, {0.4, 1.0, 0.6}, 1));
  CHECK(selected(r) == Features{1, 2, 0});
  REQUIRE(r.chosen_size);
  CHECK(r.chosen_size->kept == 3);
  REQUIRE(r.chosen_size->tests.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) CHECK(r.chosen_size->tests[k].size == k + 1);
  CHECK(p_values(r)[2] == 0.01);  // none of 99 did as well
  CHECK(p_values(r)[3] > 0.05);
  CHECK(r.path.size() == 3);
  CHECK(r.evaluations == 8 * 100);  // once with the target, 99 times without
}

TEST_CASE("every search that goes by sizes keeps the same features where they are plain to see",
          "[keep_auto]") {
  // either of the first two tells half of the samples apart, both tell all
  const auto data = [] {
    LoadedData d = shifted(48, 5, {}, 2);
    d.edit([](DataTable& p) {
      for (std::size_t i = 1; i < 48; i += 2) p.values.data()[(i / 2 % 2) * 48 + i] += 2;
    });
    return d;
  };
  for (const char* search : {"forward", "backward", "floating_forward", "floating_backward"}) {
    INFO(search);
    const StudyResult r = run(knn(search), data());
    Features found = selected(r);
    std::sort(found.begin(), found.end());
    CHECK(found == Features{0, 1});
    CHECK(r.chosen_size->tests.size() == 3);
    REQUIRE(r.selected_score);
    CHECK(r.selected_score->value == 0);  // of the two, not of all that were walked through
  }
}

TEST_CASE("a p value is that of all ways to assign the labels", "[keep_auto]") {
  // 3 and 3 samples that the feature separates: of the 20 ways, 2 do so, and every other one does worse
  const StudyResult r =
      run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = { auto = 'permutation', level = 0.5, "
          "permutations = 9999 } }",
          of_columns({{1, 2, 3, 11, 12, 13}}, {0, 0, 0, 1, 1, 1}));
  CHECK(p_values(r)[0] == Approx(0.1).margin(4 * std::sqrt(0.1 * 0.9 / 9999)));
}

TEST_CASE("a second copy of a feature changes no p value: one maximum is compared with another",
          "[keep_auto]") {
  const LoadedData one = shifted(20, 1, {0.3}, 3);
  const std::vector<double> x(one.view().column(0).begin(), one.view().column(0).end());
  const auto p = [&](std::size_t copies) {
    return p_values(run(kFisher, of_columns(std::vector(copies, x), one.parts().target.labels)));
  };
  CHECK(p(1)[0] < 1);
  CHECK(p(4)[0] == p(1)[0]);
}

TEST_CASE("without a feature that matters something is kept as often as the level says",
          "[keep_auto][property]") {
  // exact: 0.05 * 20 is whole. 4 standard deviations of 1000 draws
  int kept = 0;
  constexpr int kRuns = 1000;
  for (int seed = 0; seed < kRuns; ++seed) {
    const StudyResult r =
        run("seed = " + std::to_string(seed) +
                "\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = { auto = 'permutation', "
                "permutations = 19 } }",
            shifted(16, 6, {}, static_cast<std::uint64_t>(seed)));
    kept += selected(r).empty() ? 0 : 1;
  }
  CHECK(kept / double{kRuns} == Approx(0.05).margin(4 * std::sqrt(0.05 * 0.95 / kRuns)));
}

TEST_CASE("features that tell groups apart and nothing of the target are kept as often as the level says",
          "[keep_auto][groups][property]") {
  // 10 groups of 4 samples, of one class each; a feature is the group's number and a little noise
  constexpr std::size_t kGroups = 10, kSize = 4, kSamples = kGroups * kSize;
  const auto made = [&](std::uint64_t seed, bool grouped) {
    LoadedData data = shifted(kSamples, 3, {}, seed);
    data.edit([&](DataTable& p) {
      Rng rng(Rng::mix(seed + 1));
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t g = 0; g < kGroups; ++g) {
          const double level = 10 * rng.uniform();
          for (std::size_t i = g; i < kSamples; i += kGroups) p.values.data()[j * kSamples + i] += level;
        }
      for (std::size_t i = 0; i < kSamples; ++i) {
        p.target.labels[i] = i % kGroups < kGroups / 2 ? 0 : 1;
        if (grouped) p.groups.push_back(static_cast<std::int32_t>(i % kGroups));
      }
    });
    return data;
  };
  constexpr int kRuns = 400;
  int with = 0, without = 0;
  for (int seed = 0; seed < kRuns; ++seed) {
    const std::string config =
        "seed = " + std::to_string(seed) +
        "\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = { auto = 'permutation', "
        "permutations = 19 } }";
    with += selected(run(config, made(static_cast<std::uint64_t>(seed), true))).empty() ? 0 : 1;
    without += selected(run(config, made(static_cast<std::uint64_t>(seed), false))).empty() ? 0 : 1;
  }
  CHECK(with / double{kRuns} == Approx(0.05).margin(4 * std::sqrt(0.05 * 0.95 / kRuns)));
  CHECK(without / double{kRuns} > 0.3);  // samples of a group do not stand for themselves
}

TEST_CASE("where nothing is better than chance, nothing is selected and the result says so", "[keep_auto]") {
  for (const std::string& config : {kFisher, knn("forward"), knn("backward")}) {
    const StudyResult r = run(config, shifted(30, 5, {}, 5));
    CHECK(r.status == StudyResult::Status::complete);
    CHECK(selected(r).empty());
    CHECK(r.chosen_size->kept == 0);
    CHECK_FALSE(r.selected_score);
    CHECK(
        r.warnings ==
        std::vector<std::string>{
            "by this criterion no feature is more informative on the target than chance explains, so none is selected"});
    CHECK(to_table(r, 0).find("no feature kept: ") != std::string::npos);
    CHECK(to_table(r, 0).find("-- left out --\n") != std::string::npos);
  }
}

TEST_CASE("where every feature is better than chance, all are kept", "[keep_auto]") {
  const StudyResult r = run(kFisher, shifted(60, 3, {0.5, 0.9, 1.4}, 6));
  CHECK(selected(r) == Features{2, 1, 0});
  CHECK(to_table(r, 0).find("3 features kept: each is better than chance by this criterion "
                            "(99 permutations, level 0.05)\n") != std::string::npos);
}

TEST_CASE("the table and the JSON say how many were kept and why", "[keep_auto]") {
  const StudyResult r = run(kFisher, shifted(60, 4, {0.8}, 7));
  REQUIRE(r.chosen_size->tests.size() == 2);
  const SizeTest& failed = r.chosen_size->tests[1];
  CHECK(to_table(r, 0).find("1 feature kept: " + r.feature_names[failed.feature] +
                            ", the next, is no better than chance by this criterion (p = ") !=
        std::string::npos);
  const nlohmann::json json = to_json(r);
  const nlohmann::json rule{{"auto", "permutation"}, {"level", 0.05}, {"permutations", 99}};
  CHECK(json["goal"]["keep"] == rule);
  CHECK(json["chosen_size"]["rule"] == rule);
  CHECK(json["chosen_size"]["kept"] == 1);
  CHECK(
      json["chosen_size"]["tests"][0] ==
      nlohmann::json{
          {"size", 1}, {"feature", "c1"}, {"column", 0}, {"score", *r.ranking[0].score}, {"p_value", 0.01}});
  CHECK_FALSE(to_json(run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }",
                          shifted(60, 4, {0.8}, 7)))
                  .contains("chosen_size"));
}

TEST_CASE("the same seed gives the same bytes for any number of threads, another seed other permutations",
          "[keep_auto][determinism]") {
  const auto bytes = [](const std::string& seed, int threads) {
    RuntimeOptions options;
    options.threads = threads;
    return to_json_text(run("seed = " + seed + "\n" + knn("forward"), shifted(40, 6, {0.7}, 8), options));
  };
  CHECK(bytes("1", 1) == bytes("1", 3));
  const auto p = [](const std::string& seed) {
    return p_values(run("seed = " + seed + "\n" + kFisher, shifted(20, 3, {}, 8)));
  };
  CHECK(p("1") == p("1"));
  CHECK(p("1") != p("2"));
}

TEST_CASE("features that must always stay are kept untested", "[keep_auto]") {
  for (const char* search : {"rank", "backward"}) {
    INFO(search);
    const StudyResult r = run(std::string("criterion = 'fisher_score'\nsearch = { use = '") + search +
                                  "', keep = 'auto', always = ['c4'] }",
                              shifted(60, 5, {0.8, 0.6}, 9));
    Features found = selected(r);
    std::sort(found.begin(), found.end());
    CHECK(found == Features{0, 1, 3});
    CHECK(r.chosen_size->tests.front().size == 2);
    CHECK(r.chosen_size->kept == 3);
  }
}

TEST_CASE("a feature without a score is no better than chance", "[keep_auto]") {
  const StudyResult r = run(kFisher, of_columns({{3, 3, 3, 3, 3, 3}}, {0, 0, 0, 1, 1, 1}));
  CHECK(selected(r).empty());
  CHECK(r.chosen_size->tests[0].p == 1);
  CHECK(to_json(r)["chosen_size"]["tests"][0]["score"].is_null());
  CHECK(to_json(r)["chosen_size"]["tests"][0]["infinite"] == "-");
}

TEST_CASE("samples of unknown target stay where they are", "[keep_auto]") {
  // the known ones alone are shuffled: their p value is that of a table without the others
  LoadedData known = shifted(20, 1, {0.25}, 10);
  std::vector<double> x(known.view().column(0).begin(), known.view().column(0).end());
  std::vector<std::int32_t> labels = known.parts().target.labels;
  const double alone = p_values(run(kFisher, of_columns({x}, labels)))[0];
  for (int i = 0; i < 7; ++i) x.push_back(i), labels.push_back(-1);
  CHECK(p_values(run(kFisher, of_columns({x}, labels)))[0] == alone);
}

TEST_CASE("a run whose budget is spent during a test keeps what has passed", "[keep_auto]") {
  // 4 scores with the target and 3 of 4 permutations
  const StudyResult none =
      run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'auto', max_evaluations = 19 }",
          shifted(60, 4, {0.8}, 7));
  CHECK(none.status == StudyResult::Status::out_of_budget);
  CHECK_FALSE(none.timed_out);
  CHECK(none.evaluations == 16);
  CHECK(selected(none).empty());
  CHECK_FALSE(none.chosen_size);
  // the first step and its test cost 4 + 1 + 99 * 4, the second step 3
  const StudyResult one =
      run("criterion = 'knn_error'\nsearch = { use = 'forward', keep = 'auto', max_evaluations = 410 }",
          shifted(60, 4, {2.0}, 7));
  CHECK(one.status == StudyResult::Status::out_of_budget);
  CHECK(selected(one) == Features{0});
  CHECK(one.chosen_size->kept == 1);
  CHECK(to_table(one, 0).find("1 feature kept until the tests were cut short\n") != std::string::npos);
}

TEST_CASE("a user who interrupts the tests gets what has passed", "[keep_auto]") {
  struct Impatient : Observer {
    std::atomic<bool> stop{false};
    void progress(std::string_view what, std::uint64_t done, std::uint64_t) override {
      if (what == "testing size 2" && done == 5) stop = true;
    }
  } user;
  Registry registry = test::test_registry();
  StudyConfig config = parse_study_config(toml::parse(knn("forward")));
  RuntimeOptions options;
  options.interrupted = &user.stop;
  const StudyResult r = study(registry, Defaults(), config, shifted(60, 4, {2.0, 0.7}, 7), options, user);
  CHECK(r.status == StudyResult::Status::interrupted);
  CHECK(selected(r) == Features{0});
}

TEST_CASE("tamis rank orders all features and tests none", "[keep_auto]") {
  const StudyResult r = run(kFisher, shifted(30, 5, {}, 5), {}, true);
  CHECK(selected(r).size() == 5);
  CHECK_FALSE(r.chosen_size);
  CHECK(r.goal["keep"] == 5);
}

TEST_CASE("a search that takes features back on its way down can order all of them", "[keep_auto][select]") {
  const StudyResult r =
      run("criterion = 'knn_error'\nsearch = 'floating_backward'", shifted(40, 4, {2.0}, 5), {}, true);
  CHECK(r.evaluations > 0);
  CHECK(r.ranking[0].feature == 0);
}

TEST_CASE("a later stage takes its share of what a rule has left", "[keep_auto][stages]") {
  const StudyResult r =
      run("[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'auto' }\n"
          "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 0.5 }",
          shifted(80, 40, {0.6, 0.7, 0.8, 0.9}, 11));
  REQUIRE(r.stages.size() == 2);
  CHECK(selected(r.stages[0]) == Features{3, 2, 1, 0});
  CHECK(selected(r) == Features{3, 2});
  CHECK(to_json(r)["stages"][0]["chosen_size"]["kept"] == 4);
  CHECK_FALSE(to_json(r).contains("chosen_size"));
}

TEST_CASE("tests that what came before makes too generous are done with a warning", "[keep_auto]") {
  const auto warned = [](const StudyResult& r, const std::string& why) {
    const std::string text = why + ", so the p values are too small and too many features may be kept";
    return std::count(r.warnings.begin(), r.warnings.end(), text) == 1;
  };
  const StudyResult staged =
      run("[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 6 }\n"
          "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'auto' }",
          shifted(40, 30, {1.0}, 12));
  CHECK(warned(staged,
               "stage[2].search.keep: the features were chosen by an earlier stage, from the same samples"));
  CHECK(staged.chosen_size->tests[0].feature == 0);  // numbered as loaded

  CHECK(warned(run("data.soft = { from = { use = 'test.memberships', form = 'random' } }\n"
                   "criterion = 'weighted_laplacian'\nsearch = { use = 'rank', keep = 'auto' }",
                   shifted(40, 3, {1.0}, 12)),
               "search.keep: the soft labels were estimated from the features"));
  CHECK(run(kFisher, shifted(40, 3, {1.0}, 12)).warnings.empty());
}

TEST_CASE("the size of the standard error's rule is that of the curve beside it", "[keep_auto][evaluate]") {
  const std::string head = "criterion = 'knn_error'\nevaluate = { neighbours = 3, repeats = 3 }\n";
  for (const char* search : {"forward", "backward"}) {
    INFO(search);
    const StudyResult r =
        run(head + "search = { use = '" + search + "', keep = { auto = 'one_standard_error' } }",
            shifted(60, 5, {1.0, 0.5}, 13));
    REQUIRE(r.evaluation);
    REQUIRE(r.evaluation->curve.size() == 5);
    const nlohmann::json json = to_json(r);
    const std::size_t size = json["evaluation"]["one_standard_error_size"];
    CHECK(size < 5);
    CHECK(selected(r).size() == size);
    CHECK(json["chosen_size"] == nlohmann::json{{"rule", {{"auto", "one_standard_error"}}}, {"kept", size}});
    CHECK(json["goal"]["keep"] == nlohmann::json{{"auto", "one_standard_error"}});
    // what is found is what keep = size finds
    const StudyResult plain =
        run(head + "search = { use = '" + search + "', keep = " + std::to_string(size) + " }",
            shifted(60, 5, {1.0, 0.5}, 13));
    CHECK(to_json(plain)["ranking"] == json["ranking"]);
    CHECK(plain.selected_score->value == r.selected_score->value);
    CHECK(to_table(r, 0).find("the smallest size within one standard error of the least loss") !=
          std::string::npos);
  }
}

TEST_CASE("an evaluation that is stopped before two splits leaves the rule nothing to choose by",
          "[keep_auto][evaluate][errors]") {
  CHECK(test::message_of<BudgetSpent>([] {
          run("criterion = 'knn_error'\nevaluate = { folds = 2 }\nsearch = { use = 'forward', "
              "max_evaluations = 2, keep = { auto = 'one_standard_error' } }",
              shifted(20, 5, {1.0}, 13));
        }).find("search.keep: no two splits of the evaluation were finished and have a size in common") == 0);
  std::atomic<bool> stop{true};
  RuntimeOptions options;
  options.interrupted = &stop;
  CHECK_THROWS_AS(run("criterion = 'knn_error'\nevaluate = {}\nsearch = { use = 'forward', keep = { auto = "
                      "'one_standard_error' } }",
                      shifted(20, 5, {1.0}, 13), options),
                  Cancelled);
}

TEST_CASE("what is left out although a plain test finds it is named, and not called chance", "[keep_auto]") {
  LoadedData data = shifted(60, 3, {3.0, 3.0}, 9);  // either tells the classes without an error
  const StudyResult r = run(knn("forward"), std::move(data));
  REQUIRE(selected(r).size() == 1);
  const std::string other = r.feature_names[1 - selected(r)[0]];
  const std::string table = to_table(r, 0);
  CHECK(table.find("is no better than chance") == std::string::npos);
  CHECK(
      table.find("1 feature left out by this rule is related to the target by a plain test (Kruskal-Wallis, "
                 "p < 1e-6): " +
                 other + ";") != std::string::npos);
  CHECK(to_json(r)["chosen_size"]["plainly_related"] == nlohmann::json{other});
  CHECK(to_json(r)["chosen_size"]["plain_test"] == "Kruskal-Wallis");
}

TEST_CASE("rare flags are no standard for what a feature of many values does by chance", "[keep_auto]") {
  Rng rng(Rng::mix(10));
  constexpr std::size_t kFlags = 8;
  std::vector<std::vector<double>> columns(1 + kFlags, std::vector<double>(400));
  std::vector<std::int32_t> labels(400);
  for (std::size_t i = 0; i < 400; ++i) {
    labels[i] = i % 40 == 0 ? 1 : 0;
    columns[0][i] = rng.uniform() + 0.26 * labels[i];
    // four rows each: one of them is in the small class in a tenth of the draws
    for (std::size_t flag = 0; flag < kFlags; ++flag) columns[1 + flag][i] = i % 100 == 1 + flag ? 1 : 0;
  }
  const StudyResult r = run(kFisher, of_columns(columns, labels));
  CHECK(selected(r) == Features{0});
}

}  // namespace keep_auto_test
