#include <tamis/numerics/ties.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

namespace {

using tamis::Geometry;
using namespace tamis::numerics;

}  // namespace

TEST_CASE("gaps between standardised integers are tied however they round", "[ties]") {
  // The z-scores of 1, 2, 3 by a mean and a deviation that are no binary fractions.
  for (double centre : {0.7, 13.3, 1e3 / 7})
    for (double scale : {0.3, 1.7, 11.0}) {
      const auto z = [&](double x) { return (x - centre) / scale; };
      const double a = z(2) - z(1), b = z(3) - z(2);
      CHECK(b <= farthest_tied(a));
      CHECK(b >= nearest_tied(a));
      CHECK(b * b <= farthest_tied_square(a * a));
      CHECK(b * b >= nearest_tied_square(a * a));
    }
}

TEST_CASE("squares are tied where their roots are", "[ties]") {
  for (double share : {-1.1e-9, -0.9e-9, 0.9e-9, 1.1e-9}) {
    const double d = 3, other = d * (1 + share);
    const bool tied = std::abs(share) < kTied;
    CHECK((nearest_tied(d) <= other && other <= farthest_tied(d)) == tied);
    CHECK((nearest_tied(d * d, Geometry::l2) <= other * other &&
           other * other <= farthest_tied(d * d, Geometry::l2)) == tied);
    CHECK((nearest_tied(d, Geometry::l1) <= other && other <= farthest_tied(d, Geometry::l1)) == tied);
  }
}

TEST_CASE("a distance is tied with itself at both ends of the range of doubles", "[ties]") {
  for (double d : {0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(),
                   std::numeric_limits<double>::infinity()}) {
    CHECK(nearest_tied(d) <= d);
    CHECK(farthest_tied(d) >= d);
  }
  CHECK(farthest_tied(0.0) == 0);
}
