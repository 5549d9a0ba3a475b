// Runs on data that are made: what the result says of them, and that it can be made again.
#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/study/locked.hpp>
#include <tamis/framework/study/study.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace generated_run_test {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kConfig =
    "seed = 4\n[data]\ngenerate = { use = 'y4', samples = 60 }\n[criterion]\nuse = 'fisher_score'\n[search]\n"
    "use = 'rank'\nkeep = 4\n";

StudyResult run(const StudyConfig& config) {
  Registry registry = test::test_registry();
  Observer silent;
  return study(registry, Defaults(), config, config.runtime_options(), silent);
}
StudyResult run(const std::string& config) { return run(parse_study_config(toml::parse(config))); }

}  // namespace

TEST_CASE("a result names the source of its data, all options of it, and the features that matter",
          "[generate][result]") {
  const nlohmann::json data = *run(kConfig).data;
  CHECK(data["relevant"] == Names{"f1", "f2", "f3", "f4"});
  CHECK(data["options"]["generate"] ==
        nlohmann::json{{"use", "y4"}, {"samples", 60}, {"irrelevant", 6}, {"classes", 3}});
  CHECK_FALSE(data["options"].contains("path"));
  CHECK(data["samples"] == 60);
}

TEST_CASE("made data are those of the run's seed, for any number of threads", "[generate]") {
  const std::string text = to_json_text(run(kConfig));
  for (const char* threads : {"1", "2", "7"})
    CHECK(to_json_text(run("threads = " + std::string(threads) + "\n" + kConfig)) == text);
  std::string other = kConfig;
  other.replace(other.find('4'), 1, "5");
  CHECK(to_json(run(other))["ranking"] != to_json(run(kConfig))["ranking"]);
}

TEST_CASE("each stage says which of its features matter", "[generate][stages]") {
  const StudyResult result =
      run("data.generate = 'spheres'\n[[stage]]\ncriterion = 'variance'\nsearch = { use = 'rank', keep = 3 "
          "}\n[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }");
  CHECK(result.data["relevant"] == Names{"f1", "f2", "f3"});
  Names left;
  for (const RankedFeature& f : result.stages[0].ranking)
    if (f.selected && f.feature < 3) left.push_back(f.name);
  std::sort(left.begin(), left.end());
  CHECK(result.stages[1].data["relevant"] == left);
}

TEST_CASE("data in a file say nothing of which features matter", "[generate][result]") {
  const StudyResult result =
      run("[data]\npath = '" TAMIS_TEST_DATA "/iris.csv'\ntarget = 'class'\n[criterion]\nuse = 'variance'");
  CHECK_FALSE(result.data->contains("relevant"));
}

TEST_CASE("a selection from made data can be locked without any file", "[generate][locked]") {
  const test::TemporaryFolder folder;
  const StudyResult result = run(kConfig);
  CHECK(to_json(result)["provenance"]["files"].empty());
  const auto file = folder.write("result.json", to_json_text(result));
  const LockedResult locked(file);
  CHECK_NOTHROW(locked.check_sources(test::test_registry()));
  const StudyResult again = run(locked.config());
  CHECK_NOTHROW(locked.check_outcome(again));
  CHECK(to_json_text(again) == to_json_text(result));
}

TEST_CASE("label noise is estimated on made data, too", "[generate][label_noise]") {
  Registry registry = test::test_registry();
  Observer silent;
  const LabelNoiseConfig config = parse_label_noise_config(toml::parse(
      "data.generate = 'two_gaussians'\ncriterion = { use = 'test.memberships', form = 'random' }"));
  const LabelNoise found =
      estimate_label_noise(registry, Defaults(), config, config.runtime_options(), silent);
  CHECK(found.classes[0].observed == 20);
  CHECK(found.data["relevant"] == Names{"f1"});
  CHECK(found.provenance.files().empty());
}

}  // namespace generated_run_test
