/// \file centred.hpp
/// A column minus its mean, weighted or not, ready for squares.
#pragma once

#include <tamis/numerics/column_moments.hpp>

#include <vector>

namespace tamis::baselines {

struct Centred {
  std::vector<double> value;  ///< (x - mean) 2^-exponent
  double squares = 0;         ///< their (weighted) sum of squares: exactly 0 iff the column is constant
  int exponent = 0;
};

/// \param value   n >= 1 numbers of any scale and offset; taken over.
/// \param weight  n numbers above 0, or empty: 1 each.
inline Centred centred(std::vector<double> value, std::span<const double> weight = {}) {
  const numerics::ColumnMoments m = numerics::column_moments(value, weight);
  for (double& x : value) x = m.scale(x) - m.mean;
  return {std::move(value), m.squares, m.scale.exponent()};
}

}  // namespace tamis::baselines
