/// \file bar_chart.hpp
/// Names with bars, one below the other, as SVG.
#pragma once

#include <string>
#include <vector>

namespace tamis::framework {

/// A name and its value.
struct Bar {
  std::string name;
  double value = 0;        ///< NaN or infinite: no bar, but the note
  bool is_marked = false;  ///< drawn in colour, and its name in bold
  std::string note;        ///< in the place of the number; "": the number
};

/// All that is drawn.
struct BarChart {
  std::string title;
  std::string x_label;
  std::vector<Bar> bars;
  /// Where bars begin, so that a longer bar is a better one; values on its other side have none.
  double origin = 0;
  bool is_lower_better = false;  ///< the scale runs from right to left
};

/// The same chart gives the same bytes.
std::string to_svg(const BarChart& chart);

}  // namespace tamis::framework
