#include <tamis/numerics/random.hpp>
#include <tamis/numerics/rounded_points.hpp>
#include <tamis/numerics/simd.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace {

using namespace tamis;
using namespace tamis::numerics;

}  // namespace

TEST_CASE("distances in steps are as near to the exact ones as they say, on every SIMD path",
          "[numerics][rounded_points]") {
  const std::size_t n = GENERATE(1, 31, 70), d = GENERATE(1, 16, 17, 100);
  Rng rng(n + d);
  std::vector<double> x(n * d);
  for (double& v : x) v = rng.uniform();
  for (std::size_t f = 0; f < d; ++f) x[f * n] = f % 2 == 0 ? 1 : 0;  // the widest differences
  for (std::size_t f = 0; f < d; ++f) x[f * n + n - 1] = f % 2 == 0 ? 0 : 1;
  const ConstMatrix points(x.data(), n, d);
  std::vector<std::uint32_t> classes(n);
  for (std::uint32_t& c : classes) c = static_cast<std::uint32_t>(rng.below(3));
  const RoundedPoints rounded(points, classes);
  REQUIRE(rounded.size() == n);
  const std::size_t first = n / 3, count = n - first;
  std::vector<std::uint32_t> on_first_path;
  for (const auto path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    std::vector<std::uint32_t> sums(count * rounded.panels() * RoundedPoints::kPanel),
        least(count * rounded.panels());
    rounded.distances(first, count, sums, least);
    for (std::size_t q = 0; q < count; ++q) {
      std::size_t seen = 0;
      for (std::size_t p = 0; p < rounded.panels(); ++p) {
        const std::uint32_t* const to = sums.data() + (q * rounded.panels() + p) * RoundedPoints::kPanel;
        const auto members = rounded.points(p);
        seen += members.size();
        CHECK(std::ranges::is_sorted(members));
        CHECK(least[q * rounded.panels() + p] == *std::min_element(to, to + members.size()));
        for (std::size_t k = 0; k < members.size(); ++k) {
          const std::size_t i = first + q, j = members[k];
          CHECK(rounded.first_panel(classes[j]) <= p);
          CHECK(p < rounded.first_panel(classes[j] + 1));
          double exact = 0;
          for (std::size_t f = 0; f < d; ++f) exact += std::abs(points(i, f) - points(j, f));
          const double off = std::abs(RoundedPoints::kSteps * exact - to[k]);
          if (off > rounded.error(i) + rounded.error(j)) FAIL("pair " << i << ", " << j);
        }
      }
      CHECK(seen == n);
    }
    if (on_first_path.empty()) on_first_path = sums;
    CHECK(sums == on_first_path);
  }
  release_simd_path();
  CHECK(rounded.largest_error() <= 0.51 * static_cast<double>(d));
}

TEST_CASE("whole steps are exact", "[numerics][rounded_points]") {
  const std::vector<double> x{0, 1, 0, 1, 1, 0};
  const RoundedPoints rounded(ConstMatrix(x.data(), 3, 2), {});
  CHECK(rounded.largest_error() < 1e-6);
  std::vector<std::uint32_t> sums(3 * RoundedPoints::kPanel), least(3);
  rounded.distances(0, 3, sums, least);
  CHECK(sums[1] == 4095);
  CHECK(sums[2] == 4095);
  CHECK(sums[RoundedPoints::kPanel + 2] == 8190);
  CHECK(least == std::vector<std::uint32_t>{0, 0, 0});
}
