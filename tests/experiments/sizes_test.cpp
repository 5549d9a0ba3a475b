#include <catch2/catch.hpp>

#include "sizes.hpp"

using namespace tamis::experiments;

namespace {

constexpr std::size_t kTrials = 20;

SizeTally tally_of(const SizeCase& problem) {
  tamis::framework::Registry registry(tamis::framework::plugin_folders({}));
  return tally(registry, problem, kTrials);
}

}  // namespace

TEST_CASE("keep = auto finds as many features as matter, and those, in four of five draws or more",
          "[experiments][keep_auto]") {
  const SizeCase kCases[] = {
      {"spheres", 50, 3, "weighted_laplacian", "rank"},   {"spheres", 50, 3, "ksg_mi", "forward"},
      {"spheres", 100, 20, "weighted_laplacian", "rank"}, {"squares", 100, 4, "weighted_laplacian", "rank"},
      {"squares", 100, 4, "ksg_mi", "forward"},           {"squares", 100, 4, "knn_error", "backward"}};
  for (const SizeCase& problem : kCases) {
    const SizeTally t = tally_of(problem);
    CAPTURE(problem.source, problem.criterion, problem.search, t.too_few, t.too_many);
    CHECK(5 * t.right_features >= 4 * kTrials);
    CHECK(t.right_size >= t.right_features);
  }
}

TEST_CASE("where nothing matters, keep = auto keeps nothing but for few draws", "[experiments][keep_auto]") {
  // of 20 draws that each keep something with probability 0.05, 5 or more do with probability 0.003
  for (const char* criterion : {"weighted_laplacian", "fisher_score"}) {
    const SizeTally t = tally_of({"chance", 50, 10, criterion, "rank"});
    CAPTURE(criterion);
    CHECK(t.too_many <= 4);
    CHECK(t.right_size == kTrials - t.too_many);
  }
}
