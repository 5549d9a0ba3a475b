/// \file tree_chart.hpp
/// Which of a few things are near each other, as a tree drawn in SVG.
#pragma once

#include <string>
#include <vector>

namespace tamis::framework {

/// All that is drawn.
struct TreeChart {
  std::string title, x_label;
  std::vector<std::string> names;  ///< n of them
  std::vector<double> distances;   ///< n x n, symmetric, 0 on the diagonal
};

/// The tree of average linkage (Sokal, Michener 1958): what is joined at a height h is h apart on the
/// average. Distances that are those of a tree with all leaves equally deep are drawn as they are. O(n^3).
/// The same chart gives the same bytes.
std::string to_svg(const TreeChart& chart);

}  // namespace tamis::framework
