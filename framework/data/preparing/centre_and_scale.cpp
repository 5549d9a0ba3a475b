#include <tamis/errors.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tamis::framework {
namespace {

// Sums in eight fixed lanes: the same bits whatever the vector width, and less rounding than one long chain.
template <class F>
double lane_sum(std::size_t n, F term) {
  constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += term(i + k);
  for (std::size_t k = 0; i < n; ++i, ++k) lanes[k] += term(i);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace

CentreAndScale centre_and_scale(Column x, int ddof, std::string_view name) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  if (*low == *high) return {*low, 1.0};
  const double range = *high - *low;
  if (!std::isfinite(range)) {
    throw DataError("feature " + in_quotes(name) + " ranges from " + shortest(*low) + " to " +
                    shortest(*high) +
                    ", more than a double can hold; divide it by a constant, or use "
                    "`data.standardise = \"none\"`");
  }
  // Squares of what is left after the shift must neither overflow nor vanish; in between, times
  // 1 changes no bit.
  const int exponent = std::ilogb(range);
  const int down = std::abs(exponent) > 400 ? -exponent : 0;
  const double first = x[0], n = static_cast<double>(x.size());
  const auto shifted = [&](std::size_t i) { return std::ldexp(x[i] - first, down); };
  const auto plain = [&](std::size_t i) { return x[i] - first; };
  const double mean = (down ? lane_sum(x.size(), shifted) : lane_sum(x.size(), plain)) / n;
  const auto square = [&](double d) { return (d - mean) * (d - mean); };
  const double squares = down ? lane_sum(x.size(), [&](std::size_t i) { return square(shifted(i)); })
                              : lane_sum(x.size(), [&](std::size_t i) { return square(plain(i)); });
  const double centre = first + std::ldexp(mean, -down);
  const double scale = std::ldexp(std::sqrt(squares / (n - ddof)), -down);
  if (!(scale > 0) || !std::isfinite(scale) || !std::isfinite(centre) || !std::isfinite(range / scale)) {
    throw DataError(
        "feature " + in_quotes(name) +
        " varies too little or too much for a double to hold its standard deviation; multiply it by a "
        "constant, or use `data.standardise = \"none\"`");
  }
  return {centre, scale};
}

}  // namespace tamis::framework
