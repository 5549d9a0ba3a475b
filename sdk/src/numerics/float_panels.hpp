/// \file float_panels.hpp
/// Points rounded to floats, and how far off their inner products can put a squared distance.
///
/// Points are shifted by a common centre, so that cancellation is mild, and scaled by a power of two, so that
/// no coordinate exceeds 1 and nothing overflows. Let a, b be two such points, A, B the sums of squares of
/// their rounded coordinates, p their inner product as a kernel sums it in floats, u = 2^-24, D the squared
/// distance that a search by doubles computes, in the same units, and
///
///   c = (d + 8) u (1 + 2^-7),   d <= 2^16,   e = d 2^-100,   score = p - offset,   offset = (1 - c) B / 2.
///
/// Then D lies between (1 - c) A - 2 score - 2 e and (1 + c) A + 2 c B - 2 score + 2 e: it differs from
/// A + B - 2 p by at most c (A + B) + 2 e, roundings of score and offset to floats included. In units of
/// u (A + B), the terms are:
///   - rounding a coordinate moves it by at most u of itself, so the distance of two points by at most
///     u (|a| + |b|), and its square by 2 u |a - b| (|a| + |b|) <= 4 u (A + B), up to factors 1 + O(u): 4;
///   - a product and d - 1 sums, or d fused ones: 2 g |a||b| <= g (A + B), g = d u / (1 - d u): d, up to a
///     factor 1 + 2^-8;
///   - 2 offset, rounded by at most u B: 1;
///   - 2 score, rounded by at most 2 u (A / 2 + B): 2, up to a factor 1 + 2^-8;
///   - sums in double, of D as of A and B: below (d + 2) 2^-26.
/// These are d + 7 and crumbs. e covers what falls below the smallest normal float (2^-126 a time, whether or
/// not the processor keeps subnormal numbers) and, as the spread is not tiny, below that of doubles in D.
#pragma once

#include <tamis/numerics/points.hpp>

#include <optional>

namespace tamis::numerics {

/// Centre and scale of all points of a search.
struct FloatFrame {
  std::vector<double> centre;  ///< of each feature
  double scale = 1;
  double relative = 0;  ///< c
  double absolute = 0;  ///< e
};

/// None where the bound does not hold: too many features, a spread of zero or so small or large that squares
/// in double underflow or overflow, values that are not finite.
std::optional<FloatFrame> float_frame(const PointRows& queries, const PointRows& candidates);

/// Sixteen points side by side, as ScreenTile wants them. Padded to whole tiles with points
/// that no score reaches.
struct FloatPanels {
  std::size_t features = 0;
  Aligned<float> values;
  Aligned<float> offsets;       ///< (1 - c) B / 2
  std::vector<double> squares;  ///< B
  std::size_t padded_size() const { return offsets.size(); }
  /// The address of coordinate 0 of point i, a multiple of 8.
  const float* at(std::size_t i) const { return values.data() + i / 16 * 16 * features + i % 16; }
};
FloatPanels float_panels(const PointRows& points, const FloatFrame& frame, const Runtime& runtime);

}  // namespace tamis::numerics
