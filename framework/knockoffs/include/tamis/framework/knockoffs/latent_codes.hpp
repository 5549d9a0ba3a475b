/// \file latent_codes.hpp
/// A column of ordered codes as the visible part of a normal one.
#pragma once

#include <tamis/rng.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// Codes on a latent line: a cell of code v is a uniform number in [F(v-), F(v)], F(v) the share of cells
/// <= v. A knockoff is drawn on that line, and read off it as a code, so that it has the codes of the column,
/// as often. Codes without an order have no such line.
class LatentCodes {
 public:
  /// Part of the latent line.
  struct Interval {
    double low, high;  ///< 0 <= low < high <= 1
  };

  /// O(n log n).
  /// \param column  at least one code; any numbers.
  /// \throws DataError  a code is missing or not finite.
  explicit LatentCodes(std::span<const double> column);

  std::uint64_t samples() const { return of_sample_.size(); }
  /// [F(v-), F(v)] of sample i's code.
  Interval interval(std::uint64_t i) const;
  /// A normal number for each sample: the quantile of a uniform one in its interval. O(n).
  std::vector<double> draw_latents(Rng rng) const;
  /// The smallest code with F(v) >= u, 0 <= u <= 1; u n is compared with counts, up to 1e-9. O(log codes).
  double back(double u) const;

 private:
  std::vector<double> codes_;             // distinct, ascending
  std::vector<std::uint64_t> up_to_;      // how many samples have a code <= codes_[c]
  std::vector<std::uint32_t> of_sample_;  // its place in codes_
};

}  // namespace tamis::framework
