#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tamis/numerics/ground_metric.hpp>
#include <vector>

namespace tamis::numerics {
namespace {

constexpr std::uint64_t kColumns = 4;  // share each column d(., j) that is read ...
constexpr std::uint64_t kRows = 512;   // ... of which so much stays in the first level of cache, as their own

/// way[i] <- min(way[i], from[i] + to): is it shorter from i over j?
void shorten(double* way, const double* from, double to, std::uint64_t n) {
  for (std::uint64_t i = 0; i < n; ++i) way[i] = std::min(way[i], from[i] + to);
}

double excess(ConstMatrix d, std::uint64_t i, std::uint64_t j, std::uint64_t k) {
  return d(i, k) - (d(i, j) + d(j, k));
}

/// The worst way into class k: of equal ones the smallest i.
struct Worst {
  double excess = -std::numeric_limits<double>::infinity();
  std::uint64_t i = 0;
};

/// For classes first <= k < last, by the shortest ways over one class, min_j d(i, j) + d(j, k).
void find_worst(ConstMatrix d, bool symmetric, std::uint64_t first, std::uint64_t last, Worst* worst) {
  const std::uint64_t end = symmetric ? last : d.rows;  // of (i, j, k) and (k, j, i) one is enough
  std::array<std::array<double, kRows>, kColumns> way;
  for (std::uint64_t from = 0; from < end; from += kRows) {
    const std::uint64_t rows = std::min(kRows, end - from);
    for (auto& w : way) w.fill(std::numeric_limits<double>::infinity());
    for (std::uint64_t j = 0; j < d.cols; ++j)
      for (std::uint64_t k = first; k < last; ++k)
        shorten(way[k - first].data(), d.column(j).data() + from, d(j, k), rows);
    for (std::uint64_t k = first; k < last; ++k)
      for (std::uint64_t i = 0; i < rows; ++i)
        if (const double e = d(from + i, k) - way[k - first][i]; e > worst[k].excess)
          worst[k] = {e, from + i};
  }
}

/// Of the triples whose excess is the largest the one with the smallest (i, j, k).
Triangle smallest_of_worst(ConstMatrix d, const std::vector<Worst>& worst) {
  const auto before = [](const Worst& a, const Worst& b) {
    return a.excess > b.excess || (a.excess == b.excess && a.i < b.i);
  };
  const Worst top = *std::ranges::min_element(worst, before);
  for (std::uint64_t j = 0; j < d.cols; ++j)
    for (std::uint64_t k = 0; k < d.cols; ++k)
      if (worst[k].excess == top.excess && worst[k].i == top.i && excess(d, top.i, j, k) == top.excess)
        return {static_cast<std::uint32_t>(top.i), static_cast<std::uint32_t>(j),
                static_cast<std::uint32_t>(k), top.excess};
  return {};  // d is not finite
}

}  // namespace

GroundExamination examine_ground(ConstMatrix d, const Runtime& runtime) {
  const std::uint64_t l = d.cols;
  GroundExamination is{true, true, true, {}};
  double largest = 0;
  for (std::uint64_t k = 0; k < l; ++k) {
    is.zero_diagonal = is.zero_diagonal && d(k, k) == 0;
    for (std::uint64_t i = 0; i < l; ++i) {
      is.non_negative = is.non_negative && d(i, k) >= 0;
      is.symmetric = is.symmetric && d(i, k) == d(k, i);
      largest = std::max(largest, std::abs(d(i, k)));
    }
  }
  std::vector<Worst> worst(l);
  runtime.parallel_blocks(
      l,
      [&](std::uint64_t first, std::uint64_t last) {
        find_worst(d, is.symmetric, first, last, worst.data());
      },
      kColumns);
  const double rounding = kTriangleRounding * largest;
  if (std::ranges::any_of(worst, [&](const Worst& w) { return w.excess > rounding; }))
    is.violation = smallest_of_worst(d, worst);
  return is;
}

}  // namespace tamis::numerics
