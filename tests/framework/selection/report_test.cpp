// What a criterion of subsets reports is about the subset that was selected.
#include "fixture.hpp"

#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/study/study.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <thread>

using namespace tamis;
using namespace tamis::framework;

namespace report_test {
namespace {

LoadedData five_features() {
  std::vector<std::vector<double>> columns(5);
  for (std::size_t j = 0; j < 5; ++j)
    for (std::size_t i = 0; i < 6; ++i) columns[j].push_back(static_cast<double>(i * (j + 1)));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = {0, 1, 0, 1, 0, 1};
  return LoadedData::from_columns(columns, {}, target);
}

StudyResult run(const std::string& more, const RuntimeOptions& options, Observer& observer,
                bool order_all = false) {
  Registry registry = test::test_registry();
  StudyConfig config = parse_study_config(toml::parse("data = { path = 'memory' }\n" + more));
  config.order_all = order_all;
  return study(registry, Defaults(), config, five_features(), options, observer);
}
StudyResult run(const std::string& more, bool order_all = false) {
  Observer silent;
  return run(more, {}, silent, order_all);
}

/// The score of a subset is the sum of (feature + 1).
const std::string kCriterion = "criterion = { use = 'test.memberships', form = 'random' }\n";

}  // namespace

TEST_CASE("the report speaks of the selected subset, scored once more and not counted", "[report]") {
  const StudyResult forward = run(kCriterion + "search = { use = 'forward', keep = 2 }");
  CHECK(to_json(forward.diagnostics)["subset_size"] == 2);
  CHECK(to_json(forward.diagnostics)["wholes"] == 1);
  CHECK(forward.selected_score->value == 5 + 4);
  CHECK(forward.evaluations == 5 + 4);
  CHECK(forward.path.size() == 2);
  CHECK(to_json(forward)["selected_score"] == 9);

  const StudyResult backward = run(kCriterion + "search = { use = 'backward', keep = 3 }");
  CHECK(to_json(backward.diagnostics)["subset_size"] == 3);
  CHECK(backward.selected_score->value == 5 + 4 + 3);
}

TEST_CASE("where all features are ordered, all are selected and reported on", "[report]") {
  for (const char* search : {"forward", "backward"}) {
    const StudyResult r = run(kCriterion + "search = '" + search + "'", true);
    CHECK(to_json(r.diagnostics)["subset_size"] == 5);
    CHECK(r.selected_score->value == 15);
  }
}

TEST_CASE("a ranking of single features scores no subset as a whole and reports on none", "[report]") {
  const std::string rank = kCriterion + "search = { use = 'rank', keep = 3 }";
  for (const StudyResult& r : {run(rank), run(rank, true)}) {
    CHECK(r.evaluations == 5);
    CHECK_FALSE(r.selected_score);
    CHECK(r.diagnostics.empty());
  }
  // a subset of one feature was scored, and features that always stay are a subset that was asked for
  CHECK(run(kCriterion + "search = { use = 'rank', keep = 1 }").selected_score->value == 5);
  const StudyResult fixed = run(kCriterion + "search = { use = 'rank', keep = 2, always = ['c1', 'c2'] }");
  CHECK(fixed.selected_score->value == 1 + 2);
  CHECK(to_json(fixed.diagnostics)["subset_size"] == 2);
}

TEST_CASE("who measures the selected features gets their score after a ranking, too", "[report]") {
  Registry registry = test::test_registry();
  StudyConfig config = parse_study_config(
      toml::parse("data = { path = 'memory' }\n" + kCriterion + "search = { use = 'rank', keep = 3 }"));
  config.score_selected = true;
  Observer silent;
  const StudyResult r = study(registry, Defaults(), config, five_features(), {}, silent);
  CHECK(r.selected_score->value == 5 + 4 + 3);
  CHECK(to_json(r.diagnostics)["subset_size"] == 3);
}

TEST_CASE("a selected subset without a score has the reason in the result", "[report]") {
  const nlohmann::json j =
      to_json(run("criterion = { use = 'test.memberships', form = 'random', infinite = true }\n"
                  "search = { use = 'forward', keep = 1 }"));
  CHECK(j["selected_score"].is_null());
  CHECK(j["selected_infinite"] == "-");
  CHECK(j["selected_reason"] == "no reason at all");
  CHECK(j["diagnostics"]["subset_size"] == 1);
}

TEST_CASE("a criterion of features has no score of what was selected", "[report]") {
  const nlohmann::json j = to_json(run("criterion = 'variance'\nsearch = { use = 'rank', keep = 2 }"));
  CHECK_FALSE(j.contains("selected_score"));
}

TEST_CASE("a run out of evaluations reports on what it has, one out of time or stopped does not",
          "[report]") {
  const StudyResult spent = run(kCriterion + "search = { use = 'forward', keep = 4, max_evaluations = 10 }");
  CHECK(spent.status == StudyResult::Status::out_of_budget);
  CHECK(spent.path.size() == 2);
  CHECK(to_json(spent.diagnostics)["subset_size"] == 2);
  CHECK(spent.selected_score->value == 9);
  CHECK(spent.evaluations == 9);

  const StudyResult nothing = run(kCriterion + "search = { use = 'forward', keep = 4, max_evaluations = 2 }");
  CHECK(nothing.path.empty());
  CHECK_FALSE(nothing.selected_score.has_value());
  CHECK(nothing.diagnostics.empty());

  Observer silent;
  RuntimeOptions late;
  late.max_seconds = 0;
  const StudyResult out_of_time = run(kCriterion + "search = { use = 'forward', keep = 2 }", late, silent);
  CHECK(out_of_time.status == StudyResult::Status::out_of_budget);
  CHECK_FALSE(out_of_time.selected_score.has_value());
  CHECK(out_of_time.diagnostics.empty());
}

TEST_CASE("a run that is stopped while it reports keeps its path and what was selected", "[report]") {
  struct Interrupter : Observer {
    std::atomic<bool> flag{false};
    void progress(std::string_view, std::uint64_t, std::uint64_t total) override {
      flag = flag || total == 100;
    }
  } interrupter;  // the loop in the score of the whole subset
  RuntimeOptions options;
  options.threads = 1;
  options.interrupted = &interrupter.flag;
  const StudyResult r =
      run("criterion = { use = 'test.memberships', form = 'random', slow = 100 }\n"
          "search = { use = 'forward', keep = 2 }",
          options, interrupter);
  CHECK(r.status == StudyResult::Status::interrupted);
  CHECK(r.path.size() == 2);
  CHECK(r.ranking[1].selected);
  CHECK_FALSE(r.selected_score.has_value());
  CHECK(r.diagnostics.empty());
}

TEST_CASE("a run whose time is up while it reports has timed out", "[report]") {
  struct Delayer : Observer {
    std::chrono::steady_clock::time_point end =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(1200);
    void progress(std::string_view, std::uint64_t, std::uint64_t total) override {
      if (total == 100) std::this_thread::sleep_until(end);
    }
  } delayer;
  RuntimeOptions options;
  options.threads = 1;
  options.max_seconds = 1;
  const StudyResult r =
      run("criterion = { use = 'test.memberships', form = 'random', slow = 100 }\n"
          "search = { use = 'forward', keep = 4, max_evaluations = 10 }",
          options, delayer);
  CHECK(r.status == StudyResult::Status::out_of_budget);
  CHECK(r.status_text == "the time is up");
  CHECK(r.timed_out);
  CHECK(r.path.size() == 2);
}

}  // namespace report_test
