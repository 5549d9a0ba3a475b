#include "point_metrics.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

namespace {

using namespace tamis;
using namespace tamis::point_metrics;

// Distances between the columns of two matrices with `rows` rows.
template <class Metric>
std::vector<double> distances(std::vector<double> from, std::vector<double> to, std::size_t rows) {
  std::vector<double> out((from.size() / rows) * (to.size() / rows));
  Metric{}.distances(ConstMatrix(from.data(), rows, from.size() / rows),
                     ConstMatrix(to.data(), rows, to.size() / rows),
                     Matrix(out.data(), to.size() / rows, from.size() / rows));
  return out;
}

}  // namespace

TEST_CASE("point metrics agree with a case worked by hand", "[point_metrics]") {
  const std::vector<double> origin{0, 0}, points{3, -4, 1, 1};
  CHECK(distances<Euclidean>(origin, points, 2) == std::vector<double>{5, std::sqrt(2.0)});
  CHECK(distances<Manhattan>(origin, points, 2) == std::vector<double>{7, 2});
  CHECK(distances<Chebyshev>(origin, points, 2) == std::vector<double>{4, 1});
  const auto cosine = distances<Cosine>({1, 0}, {0, 2, -3, 0, 5, 0, 1, 1}, 2);
  CHECK(cosine[0] == Approx(1));
  CHECK(cosine[1] == 2);
  CHECK(cosine[2] == 0);
  CHECK(cosine[3] == Approx(1 - std::sqrt(0.5)));
}

TEST_CASE("point metrics fill a block column by column, with strides", "[point_metrics]") {
  // Six points on a line, the third coordinate is padding that must not be read.
  std::vector<double> x;
  for (double v = 0; v < 6; ++v) x.insert(x.end(), {v, 2 * v, 1e300});
  ConstMatrix points(x.data(), 2, 6);
  points.stride = 3;
  std::vector<double> out(36, -1);
  Manhattan{}.distances(points, points, Matrix(out.data(), 6, 6));
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      CHECK(out[j + 6 * i] == 3 * std::abs(static_cast<double>(i) - static_cast<double>(j)));
}

TEST_CASE("point metrics are symmetric to the bit and zero from a point to itself",
          "[point_metrics][property]") {
  std::vector<double> x;
  for (int i = 0; i < 35; ++i) x.push_back(std::sqrt(static_cast<double>(i * i * 7 % 31)) - 2);
  const auto check = [&](const PointMetric& metric) {
    std::vector<double> out(49);
    metric.distances(ConstMatrix(x.data(), 5, 7), ConstMatrix(x.data(), 5, 7), Matrix(out.data(), 7, 7));
    for (std::size_t i = 0; i < 7; ++i) {
      CHECK(out[i + 7 * i] == 0);
      for (std::size_t j = 0; j < 7; ++j) CHECK(out[i + 7 * j] == out[j + 7 * i]);
    }
  };
  check(Euclidean{});
  check(Manhattan{});
  check(Chebyshev{});
  check(Cosine{});
}

TEST_CASE("cosine defines zero vectors and keeps small and extreme angles", "[point_metrics][degenerate]") {
  CHECK(distances<Cosine>({0, 0}, {0, 0, 1, 2}, 2) == std::vector<double>{0, 1});
  CHECK(distances<Cosine>({1, 2}, {0, 0}, 2) == std::vector<double>{1});
  // 1 - cos(angle) = angle^2 / 2: in doubles 1 - cos would be 0.
  CHECK(distances<Cosine>({1, 0}, {1, 1e-9}, 2)[0] == Approx(5e-19).epsilon(1e-7));
  CHECK(distances<Cosine>({0x1p1000, 0x1p999}, {0x1p-1000, 0x1p-1001}, 2)[0] == 0);
}

TEST_CASE("point metrics say which norm they are", "[point_metrics]") {
  CHECK(Euclidean{}.geometry() == Geometry::l2);
  CHECK(Manhattan{}.geometry() == Geometry::l1);
  CHECK(Chebyshev{}.geometry() == Geometry::linf);
  CHECK(Cosine{}.geometry() == Geometry::general);
}
