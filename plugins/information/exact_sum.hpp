/// \file exact_sum.hpp
/// A sum that does not depend on the order of its terms.
#pragma once

#include <cmath>

namespace tamis::information {

/// Adds numbers below 2^20 in steps of 2^-80, without any further rounding: a score of a subset must not depend on the order in
/// which its features came.
class ExactSum {
 public:
  void add(double term) { sum_ += static_cast<Wide>(std::ldexp(term, kBits)); }
  double value() const { return std::ldexp(static_cast<double>(sum_), -kBits); }

 private:
  __extension__ using Wide = __int128;
  static constexpr int kBits = 80;
  Wide sum_ = 0;
};

}  // namespace tamis::information
