/// \file path_chart.hpp
/// Many lines over one axis, each with its name at its end, as SVG.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tamis::framework {

/// A feature, say: its value at each place.
struct PathLine {
  std::string name;
  std::vector<double> values;  ///< as many as places; the line has a gap where one is not finite
};

/// All that is drawn.
struct PathChart {
  std::string title, x_label, y_label;
  std::vector<double> places;   ///< two or more, finite; from left to right
  bool is_logarithmic = false;  ///< of the places, which are above 0 then
  std::vector<PathLine> lines;
  double mark = std::numeric_limits<double>::quiet_NaN();  ///< a place to be marked; NaN: none
  std::string mark_label = {};                             ///< the text beside it
};

/// A mark that does not lie between the places is left out. Names at ends that are close to each other stand one below the
/// other. The same chart gives the same bytes.
std::string to_svg(const PathChart& chart);

}  // namespace tamis::framework
