#include "float_panels.hpp"

#include <tamis/numerics/total_order.hpp>

#include <cmath>
#include <limits>

#include "kernels.hpp"

namespace tamis::numerics {
namespace {

// Each feature's median over a few of the points: near most of them, wherever the others are.
std::vector<double> middle(const PointRows& points) {
  const std::size_t few = std::min<std::size_t>(points.size(), 31);
  std::vector<double> centre(points.features), values(few);
  for (std::size_t f = 0; f < centre.size(); ++f) {
    for (std::size_t i = 0; i < few; ++i) values[i] = points.row(i * points.size() / few)[f];
    std::nth_element(values.begin(), values.begin() + few / 2, values.end(), TotalOrder());
    centre[f] = values[few / 2];
  }
  return centre;
}

// The largest coordinate about a centre; infinity where one is not a number.
double spread(const PointRows& points, const std::vector<double>& centre) {
  std::vector<double> largest(centre.size(), 0.0);
  bool numbers = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double* const row = points.row(i);
    for (std::size_t f = 0; f < centre.size(); ++f) {
      const double x = std::abs(row[f] - centre[f]);
      numbers &= x >= 0;
      largest[f] = std::max(largest[f], x);
    }
  }
  return numbers ? *std::max_element(largest.begin(), largest.end())
                 : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<FloatFrame> float_frame(const PointRows& queries, const PointRows& candidates) {
  constexpr std::size_t kMostFeatures = std::size_t{1} << 16;
  constexpr double kLeast = 1e-140, kMost = 1e140;
  const std::size_t d = candidates.features;
  if (d == 0 || d > kMostFeatures || candidates.size() == 0 || queries.size() == 0) return std::nullopt;
  FloatFrame frame;
  frame.centre = middle(candidates);
  const double largest = std::max(spread(candidates, frame.centre),
                                  &queries == &candidates ? 0.0 : spread(queries, frame.centre));
  if (!(largest > kLeast && largest < kMost)) return std::nullopt;
  frame.scale = std::ldexp(1.0, -std::ilogb(largest) - 1);
  frame.relative = (static_cast<double>(d) + 8) * 0x1p-24 * (1 + 0x1p-7);
  frame.absolute = static_cast<double>(d) * 0x1p-100;
  return frame;
}

FloatPanels float_panels(const PointRows& points, const FloatFrame& frame, const Runtime& runtime) {
  constexpr std::size_t kTogether = 16;  // tiles
  const std::size_t d = points.features;
  const std::size_t tiles = (points.size() + kScreenCandidates - 1) / kScreenCandidates;
  FloatPanels panels;
  panels.features = d;
  panels.values = Aligned<float>(tiles * kScreenCandidates * d);
  panels.offsets = Aligned<float>(tiles * kScreenCandidates);
  panels.squares.resize(points.size());
  std::fill(panels.offsets.data() + points.size(), panels.offsets.data() + panels.offsets.size(),
            std::numeric_limits<float>::infinity());
  runtime.parallel_for(
      points.size(),
      [&](std::uint64_t i) {
        const double* const row = points.row(i);
        float* const to = panels.values.data() + i / kScreenLanes * kScreenLanes * d + i % kScreenLanes;
        double sum = 0;
        for (std::size_t f = 0; f < d; ++f) {
          const auto x = static_cast<float>((row[f] - frame.centre[f]) * frame.scale);
          to[f * kScreenLanes] = x;
          sum += static_cast<double>(x) * static_cast<double>(x);
        }
        panels.squares[i] = sum;
        panels.offsets[i] = static_cast<float>((1 - frame.relative) * sum / 2);
      },
      kTogether * kScreenCandidates);
  return panels;
}

}  // namespace tamis::numerics
