/// \file interval_chart.hpp
/// Names with intervals, one below the other, as SVG.
#pragma once

#include <string>
#include <vector>

namespace tamis::framework {

/// A name, and where its value lies.
struct Interval {
  std::string name;
  double low = 0, middle = 0, high = 0;  ///< low <= middle <= high, finite
  bool is_marked = false;                ///< drawn in colour, and its name in bold
  std::string note;                      ///< at the right
};

/// All that is drawn.
struct IntervalChart {
  std::string title;
  std::string x_label;
  std::vector<Interval> intervals;
  double low = 0, high = 1;  ///< of the scale, which holds all intervals; whole numbers
};

/// A bar for each interval, with a line at its middle. An interval of one number is a bar that can still be seen. The
/// same chart gives the same bytes.
std::string to_svg(const IntervalChart& chart);

}  // namespace tamis::framework
