// Searches in a chain: each stage works on the features that the one before selected.
#include "fixture.hpp"

#include <tamis/framework/study/study.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace stages_test {
namespace {

constexpr std::size_t kSamples = 12, kFeatures = 6;

/// The variance falls from c1 to c6; every third label is unknown where asked for.
LoadedData falling_variance(bool partly_unknown = false) {
  std::vector<std::vector<double>> columns(kFeatures);
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < kSamples; ++i) {
    for (std::size_t j = 0; j < kFeatures; ++j)
      columns[j].push_back(std::sin(static_cast<double>(i + 1)) * static_cast<double>(kFeatures - j));
    target.labels.push_back(partly_unknown && i % 3 == 2 ? -1 : static_cast<std::int32_t>(i % 2));
  }
  return LoadedData::from_columns(columns, {}, target);
}

struct Listener : Observer {
  std::vector<std::string> notes;
  std::vector<double> estimates;
  void note(std::string_view text) override { notes.emplace_back(text); }
  void estimate(double seconds) override { estimates.push_back(seconds); }
};

StudyConfig config_of(const std::string& text) {
  return parse_study_config(toml::parse("data = {}\n" + text, std::string_view("run.toml")));
}
StudyResult run(const std::string& text, LoadedData data, Observer& observer, bool order_all = false,
                RuntimeOptions options = {}) {
  Registry registry = test::test_registry();
  StudyConfig config = config_of(text);
  config.order_all = order_all;
  return study(registry, Defaults(), config, std::move(data), options, observer);
}
StudyResult run(const std::string& text) {
  Observer silent;
  return run(text, falling_variance(), silent);
}

std::vector<Feature> ranked(const StudyResult& r) {
  std::vector<Feature> out;
  for (const RankedFeature& f : r.ranking) out.push_back(f.feature);
  return out;
}
std::vector<Feature> selected(const StageResult& r) {
  std::vector<Feature> out;
  for (const RankedFeature& f : r.ranking)
    if (f.selected) out.push_back(f.feature);
  return out;
}

std::string stage(const std::string& criterion, const std::string& search) {
  return "[[stage]]\ncriterion = { " + criterion + " }\nsearch = { " + search + " }\n";
}
const std::string kVariance = "use = 'variance'", kJudge = "use = 'test.judge'",
                  kSum = "use = 'test.memberships', form = 'random'";

}  // namespace

TEST_CASE("a stage works on what the one before selected, and the ranking holds all features", "[stages]") {
  // the variance keeps c1 to c4; the sum of (feature + 1), counted among those, then likes the last of them
  const StudyResult r =
      run(stage(kVariance, "use = 'rank', keep = 4") + stage(kSum, "use = 'forward', keep = 2"));
  REQUIRE(r.stages.size() == 2);
  CHECK(selected(r.stages[0]) == std::vector<Feature>{0, 1, 2, 3});
  CHECK(selected(r.stages[1]) == std::vector<Feature>{3, 2});
  CHECK(selected(r) == std::vector<Feature>{3, 2});
  CHECK(ranked(r) == std::vector<Feature>{3, 2, 0, 1, 4, 5});
  CHECK(r.ranking[0].name == "c4");
  CHECK(r.ranking[0].stage == 2);
  CHECK(r.ranking[4].stage == 1);
  CHECK(r.path[0].feature == 3);
  CHECK(r.evaluations == 6 + 4 + 3);
  CHECK(r.selected_score->value == 4 + 3);
}

TEST_CASE("the JSON form has each stage, and at its top the outcome of the last", "[stages]") {
  const nlohmann::json j =
      to_json(run(stage(kVariance, "use = 'rank', keep = 4") + stage(kSum, "use = 'backward', keep = 3")));
  REQUIRE(j["stages"].size() == 2);
  CHECK(j["stages"][0]["selected"] == nlohmann::json({"c1", "c2", "c3", "c4"}));
  CHECK(j["stages"][0]["criterion"]["use"] == "variance");
  CHECK(j["stages"][0]["search"]["use"] == "rank");
  CHECK(j["stages"][0]["goal"]["keep"] == 4);
  CHECK(j["stages"][0]["evaluations"] == 6);
  CHECK(j["stages"][0]["data"]["features"] == 6);
  CHECK(j["stages"][1]["data"]["features"] == 4);
  CHECK(j["stages"][1]["path"] == j["path"]);
  CHECK(j["stages"][1]["diagnostics"]["subset_size"] == 3);
  CHECK(j["criterion"]["use"] == "test.memberships");
  CHECK(j["data"]["features"] == 6);
  CHECK(j["path"][0]["feature"] == "c1");
  CHECK(j["ranking"].size() == 6);
  CHECK(j["ranking"][5]["stage"] == 1);
}

TEST_CASE("without [[stage]] the result has no stages", "[stages]") {
  const nlohmann::json j = to_json(run("criterion = 'variance'"));
  CHECK_FALSE(j.contains("stages"));
  CHECK_FALSE(j["ranking"][0].contains("stage"));
}

TEST_CASE("the table for people says which stage selected and left out what", "[stages]") {
  const StudyResult r =
      run(stage(kVariance, "use = 'rank', keep = 3") + stage(kSum, "use = 'forward', keep = 1"));
  CHECK(to_table(r, 0).find("rank  feature  score\n"
                            "      -- selected by stage 2: test.memberships, higher is better --\n"
                            "   1  c3       3\n"
                            "      -- left out by stage 2: test.memberships, higher is better --\n"
                            "      2 features without a score\n"
                            "      -- left out by stage 1: variance, higher is better --\n"
                            "   4  c4  ") == 0);
}

TEST_CASE("each stage prepares the target and the samples as they were loaded for its own criterion",
          "[stages]") {
  // the first uses labelled samples only, and turns classes into soft labels
  Observer silent;
  const StudyResult r =
      run(stage("use = 'fisher_score'", "use = 'rank', keep = 4") + stage(kSum, "use = 'forward', keep = 2"),
          falling_variance(true), silent);
  CHECK(r.stages[0].data["samples"] == 8);
  CHECK(r.stages[1].data["samples"] == 12);
  CHECK(r.stages[1].data["target"]["known"] == 8);
  CHECK(r.stages[1].data["target"]["kind"] == "classes");
  CHECK(r.data["samples"] == 12);
}

TEST_CASE("a later stage scores its features as a run on these columns alone would", "[stages]") {
  Observer silent;
  const std::string last = "criterion = 'laplacian_score'\nsearch = { use = 'rank', keep = 2 }\n";
  const StudyResult chain =
      run("[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3, always = ['c6'] }\n"
          "[[stage]]\n" +
              last,
          falling_variance(true), silent);
  const std::vector<Feature> kept = [&] {
    std::vector<Feature> features = selected(chain.stages[0]);
    std::sort(features.begin(), features.end());
    return features;
  }();
  const LoadedData all = falling_variance(true);
  std::vector<std::vector<double>> columns;
  std::vector<std::string> names;
  for (const Feature f : kept) {
    const Column x = all.view().column(f);
    columns.emplace_back(x.begin(), x.end());
    names.emplace_back(all.view().feature_name(f));
  }
  const StudyResult alone = run(last, LoadedData::from_columns(columns, names, all.parts().target), silent);
  REQUIRE(alone.ranking.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(chain.ranking[k].name == alone.ranking[k].name);
    CHECK(*chain.ranking[k].score == *alone.ranking[k].score);
  }
}

TEST_CASE("what a later stage must always keep survives the earlier ones", "[stages]") {
  const StudyResult r = run(stage(kVariance, "use = 'rank', keep = 3, always = ['c5']") +
                            stage(kSum, "use = 'forward', keep = 2, always = ['c6']"));
  CHECK(selected(r.stages[0]) == std::vector<Feature>{4, 5, 0});
  CHECK(selected(r) == std::vector<Feature>{5, 4});
  CHECK(to_json(r)["stages"][0]["goal"]["always"] == nlohmann::json({"c5", "c6"}));
  CHECK(to_json(r)["stages"][1]["goal"]["always"] == nlohmann::json({"c6"}));
  CHECK(message_of<ParamError>([] {
          run(stage(kVariance, "use = 'rank', keep = 3") + stage(kSum, "use = 'forward', always = ['d6']"));
        }).find("stage[2].search.always names the feature 'd6', which does not exist") == 0);
  CHECK(message_of<ParamError>([] {
          run(stage(kVariance, "use = 'rank', keep = 1") +
              stage(kSum, "use = 'forward', always = ['c6', 'c5']"));
        }) == "stage[1].search.keep is 1, but stage[1].search.always names 2 features; keep at least those");
}

TEST_CASE("more features than the stage before keeps are refused before anything runs", "[stages][errors]") {
  Listener listener;
  CHECK(message_of<ParamError>([&] {
          run(stage(kVariance, "use = 'rank', keep = 3") + stage(kSum, "use = 'forward', keep = 4"),
              falling_variance(), listener);
        }) ==
        "stage[2].search.keep is 4, more than there are (3 features); keep at most that many, or \"all\"");
  CHECK(listener.notes.empty());
}

TEST_CASE("ordering all features orders those that the last stage gets", "[stages]") {
  Observer silent;
  const StudyResult r =
      run(stage(kVariance, "use = 'rank', keep = 4") + stage(kSum, "use = 'forward', keep = 1"),
          falling_variance(), silent, true);
  CHECK(selected(r) == std::vector<Feature>{3, 2, 1, 0});
  CHECK(ranked(r) == std::vector<Feature>{3, 2, 1, 0, 4, 5});
}

TEST_CASE("a stage that is cut short ends the run with what was found so far", "[stages]") {
  const StudyResult first =
      run(stage(kSum, "use = 'forward', keep = 4, max_evaluations = 12") + stage(kVariance, "keep = 2"));
  CHECK(first.status == StudyResult::Status::out_of_budget);
  CHECK(first.status_text == "stage 1: the budget of 12 evaluations is spent");
  CHECK(first.stages.size() == 1);
  CHECK(selected(first) == std::vector<Feature>{5, 4});

  const StudyResult second = run(stage(kVariance, "use = 'rank', keep = 5") +
                                 stage(kSum, "use = 'forward', keep = 4, max_evaluations = 6"));
  CHECK(second.status_text == "stage 2: the budget of 6 evaluations is spent");
  CHECK(selected(second) == std::vector<Feature>{4});
  CHECK(ranked(second).back() == 5);

  // nothing was found in the second stage: what the first selected stands
  const StudyResult nothing = run(stage(kVariance, "use = 'rank', keep = 5") +
                                  stage(kSum, "use = 'forward', keep = 4, max_evaluations = 1"));
  CHECK(nothing.status == StudyResult::Status::out_of_budget);
  CHECK(nothing.stages.size() == 2);
  CHECK(selected(nothing) == std::vector<Feature>{0, 1, 2, 3, 4});
  CHECK(nothing.criterion["use"] == "variance");
}

TEST_CASE("a stage may select fewer features than the next one was to keep", "[stages]") {
  const StudyResult r = run(stage(kSum, "use = 'forward', keep = 4, until = 10.0") +
                            stage(kVariance, "use = 'rank', keep = 3"));
  CHECK(selected(r.stages[0]) == std::vector<Feature>{5, 4});
  CHECK(selected(r) == std::vector<Feature>{4, 5});
}

TEST_CASE("a stage that selects nothing ends the run and says so", "[stages]") {
  const StudyResult r = run(stage(kSum, "use = 'test.idle'") + stage(kVariance, "keep = 1"));
  CHECK(r.stages.size() == 1);
  CHECK(r.status == StudyResult::Status::complete);
  CHECK(std::count(r.warnings.begin(), r.warnings.end(),
                   "stage 1 selected no feature, so the later ones have none to work on") == 1);
}

TEST_CASE("components of a stage are named by their place, and have random streams of their own",
          "[stages][errors]") {
  CHECK(message_of<ParamError>([] {
          run(stage(kVariance, "use = 'rank'") +
              stage("use = 'test.judge', neighbors = 3", "use = 'forward'"));
        }).find("run.toml:6:47: stage[2].criterion.neighbors is no option of 'test.judge'") == 0);
  CHECK(message_of<ParamError>([] {
          run(stage(kVariance, "use = 'rank', keep = 'some'"));
        }).find("run.toml:4:33: stage[1].search.keep is \"some\"") == 0);
  CHECK(message_of<ParamError>([] {
          run(stage(kVariance, "use = 'rank', until = 3"));
        }).find("stage[1].search.until stops at a subset's score") == 0);
  try {
    run(stage(kVariance, "use = 'rank'") +
        stage("use = 'test.judge', misbehaviour = 'throws_data'", "use = 'forward'"));
    FAIL("the judge did not throw");
  } catch (const DataError& e) {
    CHECK(e.origin.find("stage[2].criterion = test.judge (") == 0);
    CHECK(std::string(e.what()) == "the column is odd (feature 'c2')");
  }
  const StudyResult r = run(stage(kJudge, "use = 'forward'") + stage(kJudge, "use = 'forward'"));
  const auto first_draw = [&](std::size_t stage) {
    return std::get<std::string>(r.stages[stage].diagnostics.at("first_draw"));
  };
  CHECK(first_draw(0) != first_draw(1));
}

TEST_CASE("mistakes in [[stage]] are named with their place", "[stages][errors]") {
  const auto refusal = [](const std::string& text) {
    return message_of<ParamError>([&] { config_of(text); });
  };
  CHECK(refusal("criterion = 'variance'\n[[stage]]\n") ==
        "run.toml:2:13: criterion is given beside [[stage]], which names its own; move it into the stage that "
        "it is meant for");
  CHECK(refusal("[search]\nkeep = 2\n[[stage]]\n").find("run.toml:2:1: search is given beside [[stage]]") == 0);
  CHECK(refusal("stage = []").find("stage is an empty array; expected one or more tables, [[stage]]") !=
        std::string::npos);
  CHECK(refusal("[stage]\ncriterion = 'variance'").find("stage is a table; expected one or more tables") !=
        std::string::npos);
  CHECK(refusal("stage = [1]").find("stage is an array; expected") != std::string::npos);
  CHECK(refusal("[[stage]]\ncriterion = 'variance'\n[[stage]]\nkeep = 3")
            .find("run.toml:5:1: stage[2].keep is not a key of [stage[2]]") == 0);
}

TEST_CASE("what a later stage cannot work with is refused before the first one runs", "[stages][errors]") {
  Listener listener;
  CHECK_THROWS_AS(
      run(stage(kVariance, "use = 'rank', keep = 3") + stage("use = 'supervised_laplacian'", "keep = 1"),
          falling_variance(), listener),
      DataError);
  CHECK(listener.notes.empty());
}

TEST_CASE("notes of stages say which stage they are from", "[stages]") {
  Listener listener;
  run(stage(kVariance, "use = 'rank', keep = 3") + stage("", "keep = 1"), falling_variance(), listener);
  CHECK(listener.notes[0].find("stage 1: criterion 'variance': ") == 0);
  CHECK(std::any_of(listener.notes.begin(), listener.notes.end(), [](const std::string& n) {
    return n.find("stage 2: criterion 'forest_and_lasso': ") == 0 &&
           n.find("the default for this target") != std::string::npos;
  }));
}

TEST_CASE("the estimate of time is that of all stages, each on the features that it will get", "[stages]") {
  const auto estimates = [](const std::string& stages) {
    Listener listener;
    RuntimeOptions options;
    options.threads = 1;
    run(stages, falling_variance(), listener, false, options);
    return listener.estimates;
  };
  const std::string slow = kSum + ", seconds_per_feature = 11.0";
  CHECK(estimates(stage(slow, "use = 'forward', keep = 4")) == std::vector<double>{66});
  CHECK(estimates(stage(slow, "use = 'forward', keep = 4") + stage(slow, "use = 'forward', keep = 1")) ==
        std::vector<double>{66 + 44});
  CHECK(
      estimates(stage(kSum, "use = 'forward', keep = 4") + stage(slow, "use = 'forward', keep = 1")).empty());
}

TEST_CASE("a chain gives the same bytes for 1, 2 and 8 threads", "[stages]") {
  const auto bytes = [](int threads) {
    Observer silent;
    RuntimeOptions options;
    options.threads = threads;
    return to_json_text(run(stage("use = 'laplacian_score', neighbours = 3", "use = 'rank', keep = 4") +
                                stage(kSum, "use = 'backward', keep = 2"),
                            falling_variance(true), silent, false, options));
  };
  const std::string reference = bytes(1);
  CHECK(bytes(2) == reference);
  CHECK(bytes(8) == reference);
}

}  // namespace stages_test
