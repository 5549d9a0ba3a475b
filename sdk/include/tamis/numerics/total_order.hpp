/// \file total_order.hpp
/// An order in which a NaN has its place.
#pragma once

#include <utility>

namespace tamis::numerics {

/// Ascending, with NaN behind all numbers. Tables have none, but another thread of the program may write one into an
/// array of its own that a run reads. By plain `<` a NaN is neither before nor behind anything, and std::sort and
/// std::nth_element then leave the array they order.
struct TotalOrder {
  constexpr bool operator()(double a, double b) const { return a < b || (b != b && a == a); }
  /// Equal numbers by what is beside them.
  template <class T>
  constexpr bool operator()(const std::pair<double, T>& a, const std::pair<double, T>& b) const {
    return (*this)(a.first, b.first) || (!(*this)(b.first, a.first) && a.second < b.second);
  }
};

}  // namespace tamis::numerics
