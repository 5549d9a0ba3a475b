#include "two_classes.hpp"

#include <tamis/framework/experiment/summary.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::message_of;
using test::run;
using test::Stopper;
using test::two_classes;

namespace noise_sweep_test {
namespace {

const std::string kTen = "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 10 }\n";

/// 40 features, the first of which matter more and more.
LoadedData graded() {
  std::vector<double> shifts;
  for (int j = 0; j < 40; ++j) shifts.push_back(std::max(0.0, 1.2 - 0.06 * j));
  return two_classes(200, shifts);
}

std::string sweep(const std::string& keys) {
  return "noise_sweep = { noise = 'uniform_flip', " + keys + " }";
}

}  // namespace

TEST_CASE("without noise the same features are selected, and fewer of them the more labels are wrong",
          "[noise_sweep]") {
  const auto result = run(kTen + sweep("values = [0.5, 0, 0.1, 0.3], repeats = 20"), graded());
  REQUIRE(result.noise_sweep);
  const std::vector<NoiseLevel>& levels = result.noise_sweep->levels;
  REQUIRE(levels.size() == 4);
  CHECK(levels[0].value == 0);
  CHECK(levels[0].agreement == std::vector<double>(20, 1.0));
  CHECK(levels[0].changed == std::vector<double>(20, 0.0));
  std::vector<Estimate> found;
  for (const NoiseLevel& level : levels) {
    CHECK(level.by_chance == std::vector<double>(20, 0.25));
    CHECK(std::fabs(estimate(level.changed).mean - level.value) < 0.03);
    found.push_back(estimate(level.agreement));
  }
  CHECK(found[1].low > found[2].high);
  CHECK(found[2].low > found[3].high);
  // a half of the labels of two classes wrong: they tell nothing any more
  CHECK(std::fabs(found[3].mean - 0.25) < 4 * found[3].standard_error);
}

TEST_CASE("a sweep is the same for any number of threads, and stands in the result with its provenance",
          "[noise_sweep]") {
  const std::string config = "seed = 8\n" + kTen + sweep("values = [0.1, 0.2], repeats = 3");
  const std::string one = to_json_text(run(config, graded()));
  CHECK(one == to_json_text(run(config, graded(), 3)));
  const auto json = nlohmann::json::parse(one);
  const auto found = json["noise_sweep"];
  CHECK(found["options"]["noise"] == nlohmann::json({{"use", "uniform_flip"}}));
  CHECK(found["options"]["vary"] == "rate");
  CHECK(found["options"]["repeats"] == 3);
  CHECK(found["selections"] == 6);
  CHECK(found["selections_wanted"] == 6);
  CHECK(found["curve"][1]["value"] == 0.2);
  CHECK(found["curve"][1]["agreements"].size() == 3);
  CHECK(found["curve"][1]["interval"].size() == 2);
  CHECK(json["run"]["config"]["noise_sweep"]["repeats"] == 3);
  CHECK(contains(json["provenance"].dump(), "noise_models.so"));
}

TEST_CASE("people see a table of the noise, the agreement and the level of chance", "[noise_sweep]") {
  const std::string table = to_table(run(kTen + sweep("values = [0, 0.25], repeats = 4"), graded()), 3);
  CHECK(contains(table,
                 "\nagreement with the features above, where uniform_flip makes labels wrong\n"
                 "rate  labels changed  agreement  95 % interval  by chance\n"
                 "   0           0.0 %       1.00  1.00 to 1.00        0.25\n"
                 "0.25  "));
}

TEST_CASE("labels are wrong by the same draw at each value: more noise keeps what less has changed",
          "[noise_sweep]") {
  const auto levels =
      run(kTen + sweep("values = [0.1, 0.2, 0.4], repeats = 5"), graded()).noise_sweep->levels;
  for (std::size_t r = 0; r < 5; ++r) {
    CHECK(levels[0].changed[r] < levels[1].changed[r]);
    CHECK(levels[1].changed[r] < levels[2].changed[r]);
  }
}

TEST_CASE("sets of labels are made wrong label by label", "[noise_sweep]") {
  LoadedData data = two_classes(60, {1, 1, 0, 0, 0});
  data.edit([](DataTable& p) {
    TargetColumn sets;
    sets.kind = TargetKind::sets;
    sets.class_names = {"a", "b", "c"};
    sets.set_start = {0};
    for (std::int32_t i = 0; i < 60; ++i) {
      sets.set_labels.push_back(i % 2);
      if (i % 3 == 0) sets.set_labels.push_back(2);
      sets.set_start.push_back(sets.set_labels.size());
    }
    p.target = std::move(sets);
  });
  const auto result = run("search = { use = 'backward', keep = 2 }\n" + sweep("values = [0.2], repeats = 2"),
                          std::move(data));
  CHECK(result.noise_sweep->finished == 2);
  CHECK(result.noise_sweep->levels[0].changed[0] > 0);
}

TEST_CASE("features that the user demands count neither as agreement nor as chance", "[noise_sweep]") {
  const auto result =
      run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3, always = ['c5'] }\n" +
              sweep("values = [0], repeats = 1"),
          two_classes(60, {1, 1, 0, 0, 0}));
  CHECK(result.noise_sweep->levels[0].agreement[0] == 1);
  CHECK(result.noise_sweep->levels[0].by_chance[0] == 0.5);
  const auto none = run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1, always = ['c5'] }\n" +
                            sweep("values = [0.1], repeats = 2"),
                        two_classes(60, {1, 1, 0, 0, 0}));
  CHECK(to_json(none)["noise_sweep"]["curve"][0]["agreement"].is_null());
  CHECK(to_json(none)["noise_sweep"]["curve"][0]["reason"] ==
        "no feature was selected, neither with nor without noise");
  CHECK(contains(to_table(none, 0), "undefined where no feature was selected"));
}

TEST_CASE("a sweep that is stopped gives what was finished, at every value alike", "[noise_sweep]") {
  Stopper stopper("selections with wrong labels", 5);
  RuntimeOptions options;
  options.interrupted = &stopper.stop;
  const auto result =
      run(kTen + sweep("values = [0.1, 0.2, 0.3], repeats = 4"), graded(), 1, &stopper, options);
  CHECK(result.noise_sweep->finished == 5);
  CHECK(result.noise_sweep->levels[0].agreement.size() == 2);
  CHECK(result.noise_sweep->levels[2].agreement.size() == 1);
  CHECK(contains(to_table(result, 0), "makes labels wrong (5 of 12 done)"));
}

TEST_CASE("a mistake in a sweep is found before the data are read", "[noise_sweep][errors]") {
  Registry registry = test::test_registry();
  Observer silent;
  const auto refusal = [&](const std::string& keys, const std::string& keep = "3") {
    const std::string text = "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = " + keep +
                             " }\ndata = { path = '/nowhere.csv', target = 'class' }\nnoise_sweep = { " +
                             keys + " }";
    return message_of<ParamError>([&] {
      const StudyConfig config = parse_study_config(toml::parse(text, std::string_view("run.toml")));
      study(registry, Defaults(), config, config.runtime_options(), silent);
    });
  };
  const std::string flip = "noise = 'uniform_flip'";
  CHECK(contains(refusal("repeats = 3"), "noise_sweep.noise is missing; name the noise model"));
  CHECK(contains(refusal("noise = 'uniform_flop'"), "did you mean 'uniform_flip'?"));
  CHECK(contains(refusal("noise = 'euclidean'"), "expected a noise model"));
  CHECK(contains(refusal("noise = 'dawid_skene'"),
                 "noise_sweep.noise is 'dawid_skene', which fits labels but cannot make them wrong; expected "
                 "one of "));
  CHECK(contains(refusal("noise = 'none'"), "is 'none', which has no option that is a number"));
  CHECK(
      contains(refusal(flip + ", vary = 'rat', values = [0.1]"),
               "noise_sweep.vary is 'rat'; expected an option of 'uniform_flip' that is a number: rate; did "
               "you mean 'rate'?"));
  CHECK(contains(refusal(flip + ", vary = 'rate'"), "noise_sweep.values is missing"));
  CHECK(
      contains(refusal("noise = { use = 'uniform_flip', rate = 0.1 }"),
               "noise_sweep.noise sets rate, which takes the values of noise_sweep.values; leave rate out"));
  CHECK(contains(refusal(flip + ", values = [0.1, 1.5]"),
                 "noise_sweep.values holds 1.5; 'uniform_flip' takes "));
  CHECK(contains(refusal(flip + ", values = [0.1, 'a']"), "noise_sweep.values holds \"a\", a string"));
  CHECK(contains(refusal(flip + ", values = []"), "noise_sweep.values is an empty list"));
  CHECK(contains(refusal(flip + ", values = 0.2"), "noise_sweep.values is 0.2, "));
  CHECK(contains(refusal(flip + ", repeats = 0"), "noise_sweep.repeats is 0; expected 1 to 1000000"));
  CHECK(contains(refusal(flip + ", repeat = 2"), "did you mean 'repeats'?"));
  CHECK(contains(refusal(flip, "'all'"), "noise_sweep compares which features are selected, and here all"));
}

TEST_CASE("a target without classes cannot be made wrong", "[noise_sweep][errors]") {
  const auto refusal = [](TargetKind kind) {
    LoadedData data = two_classes(20, {1, 0, 0});
    data.edit([&](DataTable& p) {
      p.target.kind = kind;
      p.target.real.assign(20, 1.0);
      p.target.soft.assign(40, 0.5);
    });
    return message_of<DataError>(
        [&] { run("search = { keep = 1 }\n" + sweep("repeats = 1"), std::move(data)); });
  };
  CHECK(refusal(TargetKind::real) == "noise_sweep makes labels wrong, and target 'class' has no classes");
  CHECK(contains(refusal(TargetKind::soft),
                 "`data.harden = true` takes the most probable ones of its soft labels"));
}

}  // namespace noise_sweep_test
