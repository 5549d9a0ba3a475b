// Weights and groups reach the criteria that declare them, by every way, and are refused
// where nothing uses them.
#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace weights_and_groups_test {
namespace {

constexpr std::size_t kSamples = 40;

/// Feature j is shifted by j in class 1 where the weight is 1, and by 9 - 3 j where it is 0. The classes of
/// the first two samples are not known.
LoadedData weighted() {
  Rng rng(5);
  std::vector<std::vector<double>> columns(3);
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.name = "class";
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < kSamples; ++i) {
    const bool second = i / 2 % 2 == 1;
    target.labels.push_back(i < 2 ? -1 : second);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto shift = static_cast<double>(j);
      columns[j].push_back(rng.uniform() + (second ? i % 2 ? shift : 9 - 3 * shift : 0));
    }
  }
  LoadedData data = LoadedData::from_columns(columns, {}, target);
  data.edit([](DataTable& p) {
    for (std::size_t i = 0; i < kSamples; ++i) {
      p.weights.push_back(i % 2 ? 1 : 0);
      p.groups.push_back(static_cast<std::int32_t>(i / 4));
    }
  });
  return data;
}

LoadedData without_groups() {
  LoadedData data = weighted();
  data.edit([](DataTable& p) { p.groups.clear(); });
  return data;
}
LoadedData without_weights() {
  LoadedData data = weighted();
  data.edit([](DataTable& p) { p.weights.clear(); });
  return data;
}

StudyResult run(const std::string& config, LoadedData data) {
  Registry registry = test::test_registry();
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  Observer silent;
  return study(registry, Defaults(), parsed, std::move(data), parsed.runtime_options(), silent);
}

const std::string kWeighted = "criterion = 'test.weighted'\n";
const std::string kKeep = "search = { use = 'rank', keep = 1 }\n";

}  // namespace

TEST_CASE("a criterion that declares weights gets those of its samples", "[weights]") {
  const StudyResult r = run(kWeighted + kKeep, without_groups());
  const LoadedData data = without_groups();
  CHECK(r.ranking[0].feature == 2);  // without weights the first feature would win
  double sum[2] = {};
  for (std::size_t i = 3; i < kSamples; i += 2)  // of weight 1 and known class
    sum[data.parts().target.labels[i]] += data.view().column(2)[i];
  CHECK(r.ranking[0].score == Approx(sum[1] / 10 - sum[0] / 9));
}

TEST_CASE("weights go with their samples into every selection that a run makes", "[weights]") {
  const auto best = [](const std::string& config) {
    const StudyResult r = run(config, without_groups());
    CHECK(r.ranking[0].feature == 2);
    return r;
  };
  best(kWeighted + kKeep + "data = { sample = 30 }\n");
  best(kWeighted + "search = { use = 'rank', keep = 'auto' }\n");
  best("[[stage]]\n" + kWeighted + "search = { use = 'rank', keep = 2 }\n[[stage]]\n" + kWeighted + kKeep);
  CHECK(best(kWeighted + kKeep + "evaluate = { folds = 3 }\n").evaluation->splits == 3);
  CHECK(best(kWeighted + kKeep + "stability = { resamples = 5 }\n").stability->selected_in[2] == 1);
  CHECK(best(kWeighted + kKeep + "noise_sweep = { noise = 'uniform_flip', values = [0.0], repeats = 1 }\n")
            .noise_sweep->levels[0]
            .agreement[0] == 1);
}

TEST_CASE("a criterion that declares groups gets those of its samples, and nothing else need use them",
          "[groups]") {
  const StudyResult r = run("criterion = 'test.grouped'\nsearch = 'rank'\n", without_weights());
  CHECK(r.ranking[0].score == 10);
}

TEST_CASE("weights that a criterion does not use are refused, and those that do are named",
          "[weights][errors]") {
  const std::string sentence =
      "criterion 'chi_squared' does not use weights; leave out `data.weights`, or use a criterion that "
      "does: ";
  const std::string first_stage =
      "[[stage]]\n" + kWeighted + "search = { use = 'rank', keep = 2 }\n[[stage]]\n";
  for (const std::string& stage : {std::string(), first_stage}) {
    const std::string refusal =
        message_of<DataError>([&] { run(stage + "criterion = 'chi_squared'\n" + kKeep, without_groups()); });
    CHECK_THAT(refusal, Catch::StartsWith(sentence));
    CHECK_THAT(refusal, Catch::Contains("'correlation', "));
    CHECK_THAT(refusal, !Catch::Contains("'chi_squared', "));
  }
}

TEST_CASE(
    "weights that a noise model inside a criterion does not use are refused, and those that do are named",
    "[weights][errors]") {
  const auto select = [](const std::string& noise) {
    run("criterion = { use = 'lnt_mi', noise = '" + noise + "' }\nsearch = { use = 'forward', keep = 1 }\n",
        without_groups());
  };
  CHECK(
      message_of<DataError>([&] { select("test.noise"); }) ==
      "noise model 'test.noise' of criterion 'lnt_mi' does not use weights; leave out `data.weights`, or use a "
      "noise model that does: 'confusion_matrix', 'dawid_skene', 'none', 'per_class_flip', 'pooled_flip', "
      "'uniform_flip'");
  CHECK_NOTHROW(select("uniform_flip"));
}

TEST_CASE("groups that neither a criterion nor anything that splits samples uses are refused",
          "[groups][errors]") {
  const std::string config = "criterion = 'fisher_score'\n" + kKeep;
  CHECK(message_of<DataError>([&] { run(config, without_weights()); }) ==
        "nothing uses the groups: criterion 'fisher_score' does not; leave out `data.groups`, or ask for "
        "[evaluate], [stability] or `search.keep = \"auto\"`, which keep them whole, or use a criterion that "
        "does: 'forest', 'neighbour_labels', 'test.grouped'");
  CHECK(message_of<DataError>([&] {
          run(config + "noise_sweep = { noise = 'uniform_flip' }\n", without_weights());
        }).find("nothing uses the groups") == 0);
  for (const char* more : {"evaluate = { folds = 3 }\n", "stability = { resamples = 2 }\n"})
    CHECK_NOTHROW(run(config + more, without_weights()));
  CHECK_NOTHROW(
      run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'auto' }\n", without_weights()));
}

TEST_CASE("an estimate of label noise refuses weights and groups that its criterion does not use",
          "[noise][weights][groups][errors]") {
  Registry registry = test::test_registry();
  const LabelNoiseConfig config =
      parse_label_noise_config(toml::parse("criterion = 'test.memberships'", std::string_view("run.toml")));
  Observer silent;
  const auto refusal = [&](LoadedData data) {
    return message_of<DataError>([&] {
      estimate_label_noise(registry, Defaults(), config, std::move(data), config.runtime_options(), silent);
    });
  };
  CHECK(refusal(without_groups()).find("criterion 'test.memberships' does not use weights") == 0);
  CHECK(refusal(without_weights()) ==
        "nothing uses the groups: criterion 'test.memberships' does not; leave out `data.groups`, or use a "
        "criterion that does: 'forest', 'neighbour_labels', 'test.grouped'");
}

}  // namespace weights_and_groups_test
