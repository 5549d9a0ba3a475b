#include <tamis/numerics/aligned.hpp>
#include <tamis/numerics/line_walk.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/table.hpp>

#include <algorithm>
#include <catch2/catch.hpp>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using tamis::testing::integer_table;

constexpr double kFar = std::numeric_limits<double>::infinity();

// One line of points that ascend in coordinate 0, with infinitely far ones at its ends.
struct Line {
  std::size_t n, d, stride;
  std::vector<double> values;

  Line(std::size_t points, std::size_t coordinates, std::uint64_t levels)
      : n(points), d(coordinates), stride(points + 2 * kLanes), values(stride * d) {
    tamis::testing::Table t = integer_table(n, d, n + d, levels);
    std::sort(t.column(0).begin(), t.column(0).end());
    for (std::size_t f = 0; f < d; ++f)
      std::copy(t.column(f).begin(), t.column(f).end(),
                values.begin() + static_cast<std::ptrdiff_t>(f * stride + kLanes));
    std::fill_n(values.begin(), kLanes, -kFar);
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(kLanes + n), kLanes, kFar);
  }
  LineWalk walk(std::size_t query, unsigned lanes) const {
    const auto across = values.begin() + static_cast<std::ptrdiff_t>(stride + kLanes);
    const auto [low, high] = std::minmax_element(across, across + static_cast<std::ptrdiff_t>(n));
    return {values.data(), stride, d, kLanes + query, lanes, kLanes, kLanes + n, *low, *high};
  }
  double distance(std::size_t i, std::size_t j) const {
    double most = 0;
    for (std::size_t f = 0; f < d; ++f)
      most = std::max(most, std::abs(values[f * stride + kLanes + i] - values[f * stride + kLanes + j]));
    return most;
  }
  std::vector<double> sorted_distances(std::size_t i) const {
    std::vector<double> all;
    for (std::size_t j = 0; j < n; ++j) all.push_back(distance(i, j));
    std::sort(all.begin(), all.end());
    return all;
  }
};

}  // namespace

TEST_CASE("a walk along a line finds the nearest points and all within limits, on every SIMD path",
          "[numerics][line_walk]") {
  const std::size_t n = GENERATE(1, 8, 13, 200), d = GENERATE(2, 3, 6);
  const Line line(n, d, GENERATE(3, 1000));
  const std::size_t ranks = GENERATE(1, 4, 8, 20);
  const std::size_t query = n / 2 / kLanes * kLanes, asking = std::min(kLanes, n - query);
  const unsigned lanes = ((1u << asking) - 1u) & GENERATE(0xffu, 0x55u);
  for (auto path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    std::vector<double> smallest(8 * ranks, kFar), limits(8, -1.0), counts(8, 1.0);
    CHECK(nearest_on_line(line.walk(query, lanes), smallest));
    for (std::size_t q = 0; q < asking; ++q) limits[q] = line.sorted_distances(query + q)[n / 3];
    CHECK(count_on_line(line.walk(query, lanes), limits, counts));
    for (std::size_t q = 0; q < asking; ++q) {
      if ((lanes >> q & 1u) == 0) continue;
      const std::vector<double> all = line.sorted_distances(query + q);
      for (std::size_t r = 0; r < ranks; ++r) CHECK(smallest[8 * r + q] == (r < n ? all[r] : kFar));
      const auto within = std::ranges::count_if(all, [&](double v) { return v <= limits[q]; });
      CHECK(counts[q] == 1.0 + static_cast<double>(within));
    }
  }
  release_simd_path();
}

TEST_CASE("a line that lies out of reach is not walked", "[numerics][line_walk]") {
  const Line line(50, 2, 10);
  LineWalk walk = line.walk(8, 0xff);
  walk.low = 30, walk.high = 40;  // at least 20 away
  std::vector<double> limits(8, 19.0), counts(8, 0.0), nearest(8, 19.0);
  CHECK_FALSE(count_on_line(walk, limits, counts));
  CHECK(counts == std::vector<double>(8, 0.0));
  CHECK_FALSE(nearest_on_line(walk, nearest));
  CHECK(nearest == std::vector<double>(8, 19.0));
}
