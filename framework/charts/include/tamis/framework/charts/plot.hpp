/// \file plot.hpp
/// Lines with bands in panels, as SVG.
#pragma once

#include <string>
#include <vector>

namespace tamis::framework {

/// One point of a line, with the ends of its band.
struct PlotPoint {
  double x = 0, y = 0, low = 0, high = 0;  ///< low and high may be NaN: no band there
};

/// A line, which is one method, say.
struct PlotLine {
  std::string name;
  std::vector<PlotPoint> points;  ///< by x
  std::vector<PlotPoint> marks;   ///< single circles in the line's colour: other people's numbers
};

/// One pair of axes.
struct Panel {
  std::string title, x_label;
  std::vector<PlotLine> lines;  ///< lines of one name look the same in every panel
};

/// All that is drawn.
struct Plot {
  std::string title, y_label;
  std::vector<Panel> panels;
  std::string mark_label;  ///< what marks are; "" where there are none
};

/// White ground, a legend above, up to three panels in a row, each with its own scales. Colours can
/// be distinguished by colour-blind readers (Okabe, Ito 2008), and lines by their dashes. The same plot
/// gives the same bytes.
std::string to_svg(const Plot& plot);

}  // namespace tamis::framework
