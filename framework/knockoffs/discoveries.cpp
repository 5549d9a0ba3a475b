#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/discoveries.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

void check_share(double q) {
  if (!(q > 0 && q < 1))
    throw ParamError(
        fmt::format("a false discovery rate of {} cannot be promised: give one between 0 and 1", q));
}

}  // namespace

std::vector<double> contrasts(std::span<const double> importances, Contrast contrast) {
  if (importances.size() % 2 != 0)
    throw DataError(fmt::format("there are {} importances: give one per feature, then one per knockoff",
                                importances.size()));
  const std::size_t p = importances.size() / 2;
  std::vector<double> w;
  for (std::size_t j = 0; j < p; ++j) {
    const double z = importances[j], knockoff = importances[p + j];
    if (!std::isfinite(z) || !std::isfinite(knockoff))
      throw DataError(
          "an importance is not a finite number, so it cannot be compared with that of its knockoff: use "
          "another criterion",
          at_feature(j));
    const double sign = z > knockoff ? 1 : z < knockoff ? -1 : 0;
    w.push_back(contrast == Contrast::difference ? z - knockoff : std::max(z, knockoff) * sign);
  }
  return w;
}

Discoveries discoveries(std::span<const double> w, double q, int offset) {
  check_share(q);
  if (offset != 0 && offset != 1)
    throw ParamError(
        fmt::format("the offset of the threshold is {}: give 1, or 0 for a weaker promise", offset));
  std::vector<double> falling(w.begin(), w.end());
  std::ranges::sort(falling, [](double a, double b) { return std::abs(a) > std::abs(b); });

  Discoveries found{std::numeric_limits<double>::infinity(), {}, 0};
  std::uint64_t for_it = 0, against = 0;  // #{W >= t}, #{W <= -t}
  for (std::size_t k = 0; k < falling.size() && falling[k] != 0; ++k) {
    const double t = std::abs(falling[k]);
    ++(falling[k] > 0 ? for_it : against);
    if (k + 1 < falling.size() && std::abs(falling[k + 1]) == t) continue;
    const auto wrong = static_cast<double>(offset + against),
               all = static_cast<double>(std::max<std::uint64_t>(1, for_it));
    if (wrong / all <= q) found.threshold = t, found.against = against;
  }
  for (Feature j = 0; j < w.size(); ++j)
    if (w[j] >= found.threshold) found.selected.push_back(j);
  return found;
}

std::uint64_t fewest_discoveries(double q) {
  check_share(q);
  auto k = static_cast<std::uint64_t>(1 / q);  // 1/q is rounded, so it may be one too few
  while (1.0 / static_cast<double>(k) > q) ++k;
  return k;
}

void check_level(std::uint64_t features, double q) {
  const std::uint64_t fewest = fewest_discoveries(q);
  if (features >= fewest) return;
  if (features < 2)
    throw ParamError(
        "no false discovery rate can be promised for fewer than two features: give more of them");
  const double usable = std::ceil(1e4 / static_cast<double>(features)) / 1e4;
  throw ParamError(
      fmt::format("at the false discovery rate {} a selection has at least {} features, and there are {}: "
                  "the smallest rate that can be used is {}",
                  q, fewest, features, usable));
}

}  // namespace tamis::framework
