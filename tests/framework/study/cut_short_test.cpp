#include "two_classes.hpp"

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::Delayer;
using test::run;
using test::Stopper;
using test::two_classes;

namespace cut_short_test {
namespace {

/// What is done beside a selection: its table, its units as progress names them, and itself in sentences.
struct Part {
  std::string table, units, name;
};
const Part kParts[] = {{"evaluate = { folds = 5 }", "splits evaluated", "evaluation"},
                       {"stability = { resamples = 5 }", "resamples", "stability"},
                       {"noise_sweep = { noise = 'uniform_flip', values = [0.1, 0.2], repeats = 3 }",
                        "selections with wrong labels", "noise sweep"}};

std::string config_of(const Part& part) {
  return "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }\n" + part.table;
}

LoadedData data() { return two_classes(60, {2.0, 0.0, 0.0}); }

}  // namespace

TEST_CASE("what an observer throws on progress or on a warning costs no study", "[study]") {
  struct Thrower final : Observer {
    void progress(std::string_view, std::uint64_t, std::uint64_t) override { fail(); }
    void warning(std::string_view) override { fail(); }
    void fail() {
      ++heard;
      throw std::runtime_error("no room for this");
    }
    std::atomic<int> heard{0};
  } thrower;
  const StudyResult r =
      run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }\nevaluate = { folds = 2 }\n"
          "stability = { resamples = 4 }",
          two_classes(40, {2, 0, 0}), 1, &thrower);
  CHECK(r.status == StudyResult::Status::complete);
  CHECK(r.evaluation->splits == 2);
  CHECK(thrower.heard > 0);
}

TEST_CASE("a run is interrupted also when the user stops what is done beside the selection", "[cut_short]") {
  for (const Part& part : kParts) {
    INFO(part.name);
    Stopper stopper(part.units, 2);
    RuntimeOptions options;
    options.interrupted = &stopper.stop;
    const auto result = run(config_of(part), data(), 1, &stopper, options);
    CHECK(result.status == StudyResult::Status::interrupted);
    CHECK(result.status_text == part.name + ": stopped by the user");
    CHECK_FALSE(result.timed_out);
    CHECK(result.ranking.size() == 3);
    CHECK(to_json(result)["status"] == "interrupted");
  }
}

TEST_CASE("a run is out of budget also when its time is up beside the selection", "[cut_short]") {
  for (const Part& part : kParts) {
    INFO(part.name);
    RuntimeOptions options;
    options.max_seconds = 1;
    Delayer delayer(part.units, std::chrono::milliseconds(1200));
    const auto result = run(config_of(part), data(), 1, &delayer, options);
    CHECK(result.status == StudyResult::Status::out_of_budget);
    CHECK(result.status_text == part.name + ": the time is up");
    CHECK(result.timed_out);
    CHECK(to_json(result)["status"] == "out_of_budget");
  }
}

TEST_CASE("of several parts the one that was stopped first is named, and later ones do not begin",
          "[cut_short]") {
  Stopper stopper(kParts[0].units, 1);
  RuntimeOptions options;
  options.interrupted = &stopper.stop;
  const auto result = run(config_of(kParts[0]) + "\n" + kParts[1].table, data(), 1, &stopper, options);
  CHECK(result.status_text == "evaluation: stopped by the user");
  CHECK(result.evaluation->splits < 5);
  CHECK_FALSE(result.stability);
}

TEST_CASE("a run that finishes all its parts is complete", "[cut_short]") {
  std::string config = config_of(kParts[0]);
  for (const Part& part : {kParts[1], kParts[2]}) config += "\n" + part.table;
  const auto result = run(config, data());
  CHECK(result.status == StudyResult::Status::complete);
  CHECK(result.status_text.empty());
}

}  // namespace cut_short_test
