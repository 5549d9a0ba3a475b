#include <tamis/search_strategy.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <limits>

using namespace tamis;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Feature kCandidates[] = {7, 2, 5};

std::size_t chosen(int better, Measures measures, Move move, std::initializer_list<double> scores,
                   double tolerance = 0) {
  tamis_space s{};
  s.size = sizeof s;
  s.features = 10;
  s.better = better;
  s.measures = static_cast<int>(measures);
  s.tolerance = tolerance;
  return SearchSpace(&s).choose(move, kCandidates, {scores.begin(), scores.size()});
}

}  // namespace

TEST_CASE("choose takes the best addition and the removal that is missed least", "[search_space]") {
  CHECK(chosen(-1, Measures::subset, Move::add, {3, 1, 2}) == 1);
  CHECK(chosen(+1, Measures::subset, Move::add, {3, 1, 2}) == 0);
  CHECK(chosen(+1, Measures::subset, Move::remove, {3, 1, 2}) == 0);   // leaves the best subset
  CHECK(chosen(-1, Measures::loss, Move::remove, {3, 1, 2}) == 1);     // loses least
  CHECK(chosen(+1, Measures::gain, Move::add, {3, 1, 2}) == 0);        // gains most
  CHECK(chosen(-1, Measures::feature, Move::remove, {3, 1, 2}) == 0);  // the worst feature
  CHECK(chosen(+1, Measures::feature, Move::remove, {3, 1, 2}) == 1);
}

TEST_CASE("a space of an older host has no names, groups, costs or budget", "[search_space]") {
  tamis_space s{};
  s.size = offsetof(tamis_space, feature_names);
  s.features = 3;
  const SearchSpace space(&s);
  CHECK(space.feature_name(2).empty());
  CHECK(space.feature_group(2) == -1);
  CHECK(space.feature_cost(2) == 1);
  CHECK(space.evaluations_left() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("choose gives ties within the tolerance to the smallest feature", "[search_space]") {
  CHECK(chosen(-1, Measures::feature, Move::add, {1, 1, 1}) == 1);
  CHECK(chosen(-1, Measures::feature, Move::add, {1, 1.05, 1}) == 2);
  CHECK(chosen(-1, Measures::feature, Move::add, {1, 1.05, 1}, 0.1) == 1);
}

TEST_CASE("choose leaves undefined features for last, and takes them when there is nothing else",
          "[search_space]") {
  CHECK(chosen(-1, Measures::feature, Move::add, {kInfinity, kInfinity, 9}) == 2);
  CHECK(chosen(-1, Measures::feature, Move::remove, {kInfinity, kInfinity, 9}) == 1);
  CHECK(chosen(+1, Measures::feature, Move::add, {-kInfinity, -kInfinity, -kInfinity}) == 1);
}
