/// \file centred.hpp
/// A column minus its mean, ready for squares.
#pragma once

#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/lanes.hpp>

#include <vector>

namespace tamis::baselines {

struct Centred {
  std::vector<double> value;  ///< (x - mean) 2^-exponent
  double squares = 0;         ///< their sum of squares: exactly 0 iff the column is constant
  int exponent = 0;
};

/// \param value  n >= 1 numbers of any scale and offset; taken over.
inline Centred centred(std::vector<double> value) {
  const numerics::ColumnScale scale = numerics::scale_of(value);
  numerics::LaneSum sum;
  for (std::size_t i = 0; i < value.size(); ++i) sum.add(i, value[i] = scale(value[i]));
  const double mean = sum.total() / static_cast<double>(value.size());
  numerics::LaneSum squares;
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] -= mean;
    squares.add(i, value[i] * value[i]);
  }
  return {std::move(value), squares.total(), scale.exponent()};
}

}  // namespace tamis::baselines
