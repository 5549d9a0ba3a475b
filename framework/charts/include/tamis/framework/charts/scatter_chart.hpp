/// \file scatter_chart.hpp
/// Points of several groups in a plane, as SVG.
#pragma once

#include <string>
#include <vector>

namespace tamis::framework {

/// A sample, say.
struct ScatterPoint {
  double x = 0, y = 0;
  std::size_t group = 0;
  bool is_marked = false;  ///< with a ring around it
  std::string title;       ///< what a pointer on it shows
};

/// All that is drawn.
struct ScatterChart {
  std::string title, x_label, y_label;
  std::vector<std::string> groups;
  std::string mark_label;  ///< what a ring means
  std::vector<ScatterPoint> points;
};

/// Groups have colours and shapes of their own. The same chart gives the same bytes.
std::string to_svg(const ScatterChart& chart);

}  // namespace tamis::framework
