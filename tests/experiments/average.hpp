/// \file average.hpp
/// A mean over repeats, and how sure it is.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace tamis::experiments {

/// Welford's recurrences (DOI 10.1080/00401706.1962.10490022): nothing cancels.
class Average {
 public:
  void add(double value) {
    const double before = value - mean_;
    mean_ += before / static_cast<double>(++count_);
    squares_ += before * (value - mean_);
  }
  std::size_t count() const { return count_; }
  /// 0 of nothing.
  double mean() const { return mean_; }
  /// Over count - 1; NaN for fewer than two values.
  double standard_deviation() const {
    if (count_ < 2) return std::numeric_limits<double>::quiet_NaN();
    return std::sqrt(squares_ / static_cast<double>(count_ - 1));
  }
  /// Of the mean.
  double standard_error() const { return standard_deviation() / std::sqrt(static_cast<double>(count_)); }

 private:
  std::size_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

}  // namespace tamis::experiments
