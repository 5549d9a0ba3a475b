#include "stability.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace tamis::sparse_linear;

TEST_CASE("the grid of stability selection ends before the bound does", "[sparse_linear]") {
  // sqrt(.8 x 5 x .5) = 1.41 features
  const std::vector<SelectedSets> sets{{{}, {0}, {0}, {0, 1}}, {{}, {0}, {1}, {1, 2}}};
  CHECK(stable_grid(sets, 5, 0.75) == 2);
  const Stability found = stability_of({{{}, {0}}, {{}, {0}}}, 5, 0.75);
  CHECK(found.bound == Approx(1 / (0.5 * 5)));
  CHECK(found.selected == std::vector<Index>{0});
}

}  // namespace
