#include <tamis/numerics/robust_scale.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <vector>

using namespace tamis::numerics;

TEST_CASE("the median and the median distance from it are not moved by far values", "[robust_scale]") {
  // distances from 5: 4 3 2 1 0 1 2 3 and 995
  const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 1000};
  const RobustScale scale = robust_scale(values, {});
  CHECK(scale.centre == 5);
  CHECK(scale.deviation == Approx(1.4826 * 2));
  CHECK(scale.distance(1000) == Approx(995 / (1.4826 * 2)));
}

TEST_CASE("unknown values do not count, and mostly equal ones have no deviation", "[robust_scale]") {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  CHECK(robust_scale(std::vector<double>{unknown, 3, unknown}, {}).centre == 3);
  CHECK(robust_scale(std::vector<double>{unknown}, {}).deviation == 0);
  const RobustScale equal = robust_scale(std::vector<double>{0, 0, 0, 7}, {});
  CHECK(equal.deviation == 0);
  CHECK(equal.distance(7) == 0);
}

TEST_CASE("a weight of two is the value twice, one of 0 no value, and the unit of weights does not matter",
          "[robust_scale]") {
  const std::vector<double> values{1, 2, 3, 9, 50, 7000};
  const std::vector<double> weights{1, 2, 2, 1, 1, 0};
  const RobustScale weighted = robust_scale(values, weights);
  const RobustScale twice = robust_scale(std::vector<double>{1, 2, 2, 3, 3, 9, 50}, {});
  CHECK(weighted.centre == twice.centre);
  CHECK(weighted.deviation == twice.deviation);
  for (const double unit : {0.1, 3.0, 8e307}) {
    std::vector<double> scaled;
    for (const double w : weights) scaled.push_back(unit * w);
    CHECK(robust_scale(values, scaled).deviation == weighted.deviation);
  }
}
