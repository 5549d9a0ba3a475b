/// \file drawing.hpp The pieces that charts are made of. Colours: white ground, black and #444 text, #999 and
/// #eee lines, and one for each of several groups; a page may give those other values where it is dark
/// (report/page.css).
#pragma once

#include <tamis/framework/charts/svg.hpp>

#include <cstddef>
#include <string>

namespace tamis::framework {

inline constexpr std::size_t kColours = 8;

/// The colour of a group; there are kColours, which colour-blind readers can distinguish (Okabe, Ito 2008).
const char* colour_of(std::size_t group);

/// \param anchor  "start", "middle" or "end".
/// \param style   further attributes.
std::string svg_text(double x, double y, const std::string& what, const char* anchor, const char* style = "");
std::string svg_line(double x1, double y1, double x2, double y2, const char* style);

/// The whole figure, its title on top.
std::string svg_figure(double width, double height, const std::string& title, const std::string& body);

}  // namespace tamis::framework
