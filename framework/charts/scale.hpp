/// \file scale.hpp
/// Numbers along one side of a chart.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tamis::framework {

/// A range of numbers, with ticks at 1, 2 or 5 times a power of ten.
class Scale {
 public:
  void include(double v);
  /// Chooses the ticks.
  /// \param whole  they are whole numbers.
  /// \param widen  to the next ticks.
  void finish(bool whole, bool widen);
  /// 0 at the low end, 1 at the high one.
  double at(double v) const { return (v - low_) / (high_ - low_); }
  std::vector<double> ticks() const;

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_, tick_ = 1, first_ = 0;
};

/// The text at a tick.
std::string number_text(double v);

}  // namespace tamis::framework
