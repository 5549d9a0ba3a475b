// A run that goes on from what an earlier one kept ends with the same result, wherever that one was stopped.
#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/study/study.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

using namespace tamis;
using namespace tamis::framework;

namespace {

/// Recalls what it was given at the beginning, and keeps what comes in its order.
class TestMemory final : public Memory {
 public:
  using Piece = std::pair<MemoryKey, std::string>;
  std::vector<Piece> kept;
  std::size_t recalled = 0;

  TestMemory() = default;
  TestMemory(const std::vector<Piece>& earlier, std::size_t n)
      : earlier_(earlier.begin(), earlier.begin() + static_cast<std::ptrdiff_t>(n)) {}

  bool is_awake() const override { return true; }
  std::optional<std::string> recall(const MemoryKey& key) override {
    const std::scoped_lock lock(mutex_);
    const auto found = earlier_.find(key);
    if (found == earlier_.end()) return std::nullopt;
    ++recalled;
    return found->second;
  }
  void keep(const MemoryKey& key, std::string_view bytes) override {
    const std::scoped_lock lock(mutex_);
    kept.emplace_back(key, bytes);
  }
  /// Whether each of the pieces was given to it, or kept.
  bool knows(const std::vector<Piece>& pieces) const {
    std::map<MemoryKey, std::string> all = earlier_;
    all.insert(kept.begin(), kept.end());
    return std::all_of(pieces.begin(), pieces.end(),
                       [&](const Piece& p) { return all.at(p.first) == p.second; });
  }

 private:
  std::mutex mutex_;
  std::map<MemoryKey, std::string> earlier_;
};

const std::string kSonar = "[data]\npath = '" TAMIS_TEST_DATA "/sonar.csv'\ntarget = 'class'\n";

std::string select_json(const std::string& config, Memory* memory) {
  Registry registry(plugin_folders({}));
  Observer silent;
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  RuntimeOptions options = parsed.runtime_options();
  options.memory = memory;
  return to_json_text(study(registry, Defaults(), parsed, options, silent));
}

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
      return select_json(fmt::format("threads = 2\n{}\n{}", walk, kSonar), memory);
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
      return select_json(fmt::format("threads = 2\n{}\n{}sample = 80\n", study, kSonar), memory);
    });
  }
  check_resumed([&](Memory* memory) {
    return select_json("criterion = 'weighted_laplacian'\n" + kSonar + "soft.from = 'lnt_mi'\n", memory);
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
  select_json(run + kSonar, &first);
  for (const std::string& other :
       {"seed = 1\n" + run + kSonar,
        "criterion = { use = 'ksg_mi', neighbours = 4 }\n[search]\nuse = 'forward'\nkeep = 2\n" + kSonar,
        run + kSonar + "sample = 200\n", run + kSonar + "standardise = 'none'\n",
        "criterion = 'mi'\n[search]\nuse = 'forward'\nkeep = 2\n" + kSonar}) {
    INFO(other);
    TestMemory memory(first.kept, first.kept.size());
    CHECK(select_json(other, &memory) == select_json(other, nullptr));
    CHECK(memory.recalled == 0);
  }
}

TEST_CASE("a walk that goes further uses what a shorter one kept", "[resumed]") {
  const std::string walk = "criterion = 'mi'\n" + kSonar + "[search]\nuse = 'forward'\nkeep = ";
  TestMemory first;
  select_json(walk + "3", &first);
  TestMemory memory(first.kept, first.kept.size());
  CHECK(select_json(walk + "5", &memory) == select_json(walk + "5", nullptr));
  CHECK(memory.recalled >= 3);
}

TEST_CASE("a step in which the criterion warned is done again, so that the warning stands in the result",
          "[resumed]") {
  // single features are scored as by mi before anything is fitted, which lnt_mi warns of
  const std::string walk = "criterion = 'lnt_mi'\n" + kSonar + "[search]\nuse = 'forward'\nkeep = 3";
  TestMemory first;
  const std::string whole = select_json(walk, &first);
  REQUIRE(whole.find("believes the labels") != std::string::npos);
  TestMemory memory(first.kept, first.kept.size());
  CHECK(select_json(walk, &memory) == whole);
}

TEST_CASE("a memory that gives back something else is not believed", "[resumed]") {
  const std::string walk = "criterion = 'mi'\n" + kSonar + "[search]\nuse = 'forward'\nkeep = 2";
  TestMemory first;
  const std::string whole = select_json(walk, &first);
  for (const std::string& wrong : {std::string(), std::string("short"), std::string(100'000, '\1')}) {
    std::vector<TestMemory::Piece> pieces = first.kept;
    for (auto& [key, bytes] : pieces) bytes = wrong;
    TestMemory memory(pieces, pieces.size());
    CHECK(select_json(walk, &memory) == whole);
  }
  TestMemory noise;
  const std::string fitted = noise_json("criterion = 'lnt_mi'\n" + kSonar, &noise);
  for (auto& [key, bytes] : noise.kept) bytes = "no CBOR";
  TestMemory memory(noise.kept, noise.kept.size());
  CHECK(noise_json("criterion = 'lnt_mi'\n" + kSonar, &memory) == fitted);
}
