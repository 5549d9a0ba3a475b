/// \file discretise.hpp
/// Discretisation: codes 0, 1, ... instead of numbers, for criteria that count. Cut points are fitted to one column and
/// applied to any.
#pragma once

#include <tamis/matrix.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The method. automatic: one code per value if there are at most `bins` values, else quantile.
enum class Binning { automatic, quantile, uniform, integers, edges };
/// By their values, as a config has them; edges are a table of their own.
inline constexpr std::string_view kBinningNames[] = {"auto", "quantile", "uniform", "integers"};

/// Codes are bytes.
inline constexpr std::uint32_t kMostLevels = 256;

/// [data] discretise and bins.
struct Discretise {
  Binning binning = Binning::automatic;
  std::optional<std::uint32_t> bins;  ///< 2..kMostLevels
  std::vector<double> edges;          ///< of Binning::edges: ascending, at most kMostLevels - 1

  bool given() const { return binning != Binning::automatic || bins; }
  std::uint32_t bins_or_default() const { return bins.value_or(5); }
};

/// The cut points of one feature.
struct Bins {
  Binning rule = Binning::edges;  ///< edges, uniform or integers
  std::vector<double> edges;      ///< ascending, not always distinct: code = #{b : x > edges[b]}
  double low = 0, high = 0;       ///< of uniform bins
  std::uint32_t levels = 1;       ///< the highest possible code + 1

  /// The code of a finite x. With `integers` it is x itself, which must be a whole number from 0 to 255. O(log bins).
  std::uint8_t code(double x) const;
};

/// The values of a column in ascending order. Zeros of a sparse column are counted, not stored.
class SortedColumn {
 public:
  /// O(m log m) for m stored values.
  explicit SortedColumn(Column stored, std::uint64_t zeros = 0);
  std::uint64_t size() const { return stored_.size() + zeros_; }
  /// The k-th smallest value, k < size().
  double operator[](std::uint64_t k) const;

 private:
  std::vector<double> stored_;
  std::uint64_t below_ = 0, zeros_;  // values below 0; zeros that are not stored
};

/// e_b = x_(ceil(b N / B)), b = 1..B-1, of N >= 1 values: code = floor(B #{x_j < x} / N) on the column
/// itself. Nothing is interpolated; equal values share a code, and codes may be skipped.
Bins quantile_bins(const SortedColumn& x, std::uint32_t bins);

/// One code per distinct value, ascending; none if there are more than `most` values. O(m log most), and less if there are too
/// many.
///
/// \param zeros  whether there are zeros besides `stored`.
std::optional<Bins> value_bins(Column stored, bool zeros, std::uint32_t most);

/// t = (x - low) / (high - low), code = floor(t B) within 0..B-1; 0 where low = high. high - low is finite.
Bins uniform_bins(double low, double high, std::uint32_t bins);

/// The codes of a column.
std::vector<std::uint8_t> codes_of(const Bins& bins, Column x);

}  // namespace tamis::framework
