#include "far_values.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace tamis::forest_and_lasso;

TEST_CASE("values beyond three robust deviations of the median are moved there", "[far_values]") {
  // median 5, distances 4 3 2 1 0 1 2 3 and 995: median 2
  const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 1000};
  const ClippedValues clipped = clip_far_values(values, {});
  CHECK(clipped.far == 1);
  for (std::size_t i = 0; i < 8; ++i) CHECK(clipped.values[i] == values[i]);
  CHECK(clipped.values[8] == Approx(5 + 3 * 1.4826 * 2));
  CHECK(clip_far_values(std::vector<double>{-1000, 2, 3, 4, 5, 6, 7, 8, 9}, {}).values[0] ==
        Approx(5 - 3 * 1.4826 * 2));
}

TEST_CASE("unknown values stay unknown, and values that are mostly equal stay as they are", "[far_values]") {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const ClippedValues clipped = clip_far_values(std::vector<double>{1, 2, unknown, 3, 4, 900}, {});
  CHECK(clipped.far == 1);
  CHECK(std::isnan(clipped.values[2]));
  const std::vector<double> claims{0, 0, 0, 0, 0, 0, 0, 12, 900};
  CHECK(clip_far_values(claims, {}).values == claims);
  CHECK(clip_far_values(std::vector<double>{unknown, unknown}, {}).far == 0);
}
