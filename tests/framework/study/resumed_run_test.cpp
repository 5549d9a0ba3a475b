// A run that goes on from what an earlier one kept ends with the same result, wherever that one was stopped.
#include "fixture.hpp"
#include "study/study_json.hpp"
#include "study/test_memory.hpp"

#include <tamis/framework/labels/label_noise.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>

using namespace tamis;
using namespace tamis::framework;
using test::study_json;
using test::TestMemory;

namespace resumed_run_test {
namespace {

const std::string kSonar = "[data]\npath = '" TAMIS_TEST_DATA "/sonar.csv'\ntarget = 'class'\n";

std::string noise_json(const std::string& config, Memory* memory) {
  Registry registry(plugin_folders({}));
  Observer silent;
  const LabelNoiseConfig parsed = parse_label_noise_config(toml::parse(config, std::string_view("run.toml")));
  RuntimeOptions options = parsed.runtime_options();
  options.memory = memory;
  return to_json_text(estimate_label_noise(registry, Defaults(), parsed, options, silent));
}

/// Runs it, then again with the first pieces of what it kept, for some numbers of them.
void check_resumed(const std::function<std::string(Memory*)>& run) {
  const std::string whole = run(nullptr);
  TestMemory first;
  CHECK(run(&first) == whole);
  REQUIRE_FALSE(first.kept.empty());
  const std::size_t n = first.kept.size();
  for (const std::size_t pieces : {std::size_t{1}, (n + 1) / 2, n}) {
    INFO(pieces << " of " << n << " pieces");
    TestMemory memory(first.kept, pieces);
    CHECK(run(&memory) == whole);
    CHECK(memory.recalled > 0);
    CHECK(memory.knows(first.kept));
  }
}

}  // namespace

TEST_CASE("a selection goes on to the same result from any of its steps", "[resumed]") {
  const char* const kWalks[] = {
      "criterion = 'fisher_score'\n[search]\nuse = 'rank'\nkeep = 5",
      "criterion = 'laplacian_score'\n[search]\nuse = 'forward'\nkeep = 4",
      "criterion = { use = 'ksg_mi', neighbours = 3 }\n[search]\nuse = 'forward'\nkeep = 4",
      "criterion = 'mi'\n[search]\nuse = 'forward'\nkeep = 5",
      "criterion = 'knn_error'\n[search]\nuse = 'floating_forward'\nkeep = 4",
      "criterion = 'knn_error'\n[search]\nuse = 'exhaustive'\nkeep = 1",
      "criterion = 'lnt_mi'\n[search]\nuse = 'backward'\nkeep = 54",
      "criterion = 'lnt_mi'\n[search]\nuse = 'forward'\nkeep = 3",
      "criterion = 'markov_blanket'\n[search]\nuse = 'backward'\nkeep = 5",
      "criterion = { use = 'markov_blanket', correction = 'shuffle' }\nsearch = { use = 'backward', keep = 50 }",
      "criterion = 'conditional_distance'\n[search]\nuse = 'forward'\nkeep = 3",
      "criterion = 'forest_error'\n[search]\nuse = 'exhaustive'\nkeep = 1",
  };
  for (const char* walk : kWalks) {
    INFO(walk);
    check_resumed([&](Memory* memory) {
      return study_json(fmt::format("threads = 2\n{}\n{}", walk, kSonar), {.memory = memory});
    });
  }
}

TEST_CASE("a study goes on to the same result: chosen sizes, folds, resamples, soft labels, stages",
          "[resumed]") {
  const char* const kStudies[] = {
      "criterion = 'fisher_score'\n[search]\nkeep = { auto = 'permutation', permutations = 19 }\n",
      "criterion = 'mi'\n[search]\nuse = 'forward'\nkeep = { auto = 'permutation', permutations = 19 }\n",
      "criterion = 'fisher_score'\n[search]\nkeep = 3\n[evaluate]\nfolds = 3\n[stability]\nresamples = 4\n",
      "criterion = 'fisher_score'\n[search]\nkeep = 3\n[evaluate]\nfolds = 3\nsuspects = 'drop'\nengine = 'neighbour_labels'\n",
      ("[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 20 }\n"
       "[[stage]]\ncriterion = 'mi'\nsearch = { use = 'forward', keep = 4 }\n"),
  };
  for (const char* study : kStudies) {
    INFO(study);
    check_resumed([&](Memory* memory) {
      return study_json(fmt::format("threads = 2\n{}\n{}sample = 80\n", study, kSonar), {.memory = memory});
    });
  }
  check_resumed([&](Memory* memory) {
    return study_json("criterion = 'weighted_laplacian'\n" + kSonar + "soft.from = 'lnt_mi'\n",
                      {.memory = memory});
  });
}

TEST_CASE("an estimate of label noise goes on to the same result", "[resumed]") {
  for (const char* engine : {"lnt_mi", "forest", "neighbour_labels"}) {
    INFO(engine);
    check_resumed([&](Memory* memory) {
      return noise_json(fmt::format("criterion = '{}'\n{}", engine, kSonar), memory);
    });
  }
}

TEST_CASE("what was kept of other data, options or seeds is not used", "[resumed]") {
  const std::string run =
      "criterion = { use = 'ksg_mi', neighbours = 3 }\n[search]\nuse = 'forward'\nkeep = 2\n";
  TestMemory first;
  study_json(run + kSonar, {.memory = &first});
  for (const std::string& other :
       {"seed = 1\n" + run + kSonar,
        "criterion = { use = 'ksg_mi', neighbours = 4 }\n[search]\nuse = 'forward'\nkeep = 2\n" + kSonar,
        run + kSonar + "sample = 200\n", run + kSonar + "standardise = 'none'\n",
        "criterion = 'mi'\n[search]\nuse = 'forward'\nkeep = 2\n" + kSonar}) {
    INFO(other);
    TestMemory memory(first.kept, first.kept.size());
    CHECK(study_json(other, {.memory = &memory}) == study_json(other));
    CHECK(memory.recalled == 0);
  }
}

TEST_CASE("a walk that goes further uses what a shorter one kept", "[resumed]") {
  const std::string walk = "criterion = 'mi'\n" + kSonar + "[search]\nuse = 'forward'\nkeep = ";
  TestMemory first;
  study_json(walk + "3", {.memory = &first});
  TestMemory memory(first.kept, first.kept.size());
  CHECK(study_json(walk + "5", {.memory = &memory}) == study_json(walk + "5"));
  CHECK(memory.recalled >= 3);
}

TEST_CASE("a step in which the criterion warned is done again, so that the warning stands in the result",
          "[resumed]") {
  // single features are scored as by mi before anything is fitted, which lnt_mi warns of
  const std::string walk = "criterion = 'lnt_mi'\n" + kSonar + "[search]\nuse = 'forward'\nkeep = 3";
  TestMemory first;
  const std::string whole = study_json(walk, {.memory = &first});
  REQUIRE(whole.find("believes the labels") != std::string::npos);
  TestMemory memory(first.kept, first.kept.size());
  CHECK(study_json(walk, {.memory = &memory}) == whole);
}

TEST_CASE("a memory that gives back something else is not believed", "[resumed]") {
  const std::string walk = "criterion = 'mi'\n" + kSonar + "[search]\nuse = 'forward'\nkeep = 2";
  TestMemory first;
  const std::string whole = study_json(walk, {.memory = &first});
  for (const std::string& wrong : {std::string(), std::string("short"), std::string(100'000, '\1')}) {
    std::vector<TestMemory::Piece> pieces = first.kept;
    for (auto& [key, bytes] : pieces) bytes = wrong;
    TestMemory memory(pieces, pieces.size());
    CHECK(study_json(walk, {.memory = &memory}) == whole);
  }
  TestMemory noise;
  const std::string fitted = noise_json("criterion = 'lnt_mi'\n" + kSonar, &noise);
  for (auto& [key, bytes] : noise.kept) bytes = "no CBOR";
  TestMemory memory(noise.kept, noise.kept.size());
  CHECK(noise_json("criterion = 'lnt_mi'\n" + kSonar, &memory) == fitted);
}

}  // namespace resumed_run_test
