/// \file coarse_points.hpp
/// Points rounded to one byte per coordinate: one look at all of them finds the few that may be near under
/// the maximum norm, in all coordinates or in all but one, and spares the others their differences in full.
#pragma once

#include <tamis/numerics/aligned.hpp>
#include <tamis/numerics/points.hpp>

namespace tamis::numerics {

/// A byte counts steps from the low end of a coordinate; what is beyond the ends is moved to them, which
/// brings points nearer and never farther. So the difference of two bytes, less one step, bounds that of the
/// coordinates from below. Steps are as long in all coordinates and divide the widest spread of them, but for
/// its tails.
class CoarsePoints {
 public:
  /// \param coordinates  at least one, of n values each: first those of which one may be left out.
  /// \param fixed        of the last ones, which may not.
  CoarsePoints(std::span<const std::span<const double>> coordinates, std::size_t fixed);

  /// From one point to all of them in bytes, and to those that seem near in lists, which stay until the next.
  /// One per thread.
  class Look {
   public:
    explicit Look(const CoarsePoints& points);
    /// O(n d) in registers of 16 or 32 bytes.
    void from(std::size_t query);
    /// Points, by ascending number, that may be at most `distance` away in all coordinates but a fixed one,
    /// without one of them: all that are, and some that are farther by up to two steps, or by what the ends
    /// have hidden.
    std::span<const Sample> within_but_one(double distance);
    /// The `count` points of [first, last) that seem to be nearest in all coordinates, or all
    /// where there are fewer.
    std::span<const Sample> nearest(std::size_t count, std::size_t first, std::size_t last);

   private:
    const CoarsePoints& points_;
    std::span<Sample> list(const std::uint8_t* bytes, double most, std::size_t first, std::size_t last);
    Aligned<std::uint8_t> largest_, second_, query_;
    Aligned<Sample> list_;
    double usual_ = 0;  // how far the nearest were at the last query
  };

 private:
  std::size_t size_, coordinates_, fixed_, stride_;
  double step_;
  Aligned<std::uint8_t> codes_;  // coordinate f of point p at codes_[f * stride_ + p]
};

}  // namespace tamis::numerics
