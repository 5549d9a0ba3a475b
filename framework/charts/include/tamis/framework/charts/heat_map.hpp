/// \file heat_map.hpp
/// A matrix as coloured cells, as SVG.
#pragma once

#include <string>
#include <vector>

namespace tamis::framework {

/// All that is drawn.
struct HeatMap {
  std::string title;
  std::string row_label, column_label;  ///< what rows and columns are
  std::vector<std::string> rows, columns;
  std::vector<double> values;  ///< rows x columns, row by row; NaN: an empty cell
  double full = 1;             ///< the size of a value whose cell has the full colour
  int decimals = 2;            ///< of the numbers in cells
};

/// Blue cells are above 0 and orange ones below, the stronger the larger. Each has its number where there are
/// at most thirty columns. The same map gives the same bytes.
std::string to_svg(const HeatMap& map);

}  // namespace tamis::framework
