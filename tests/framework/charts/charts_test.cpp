#include <tamis/framework/charts/bar_chart.hpp>
#include <tamis/framework/charts/heat_map.hpp>
#include <tamis/framework/charts/scatter_chart.hpp>
#include <tamis/framework/charts/svg.hpp>
#include <tamis/framework/charts/tree_chart.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <regex>

using namespace tamis::framework;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// The numbers that a group of the expression catches, in the order of the text.
std::vector<double> numbers_in(const std::string& text, const std::string& expression) {
  const std::regex form(expression);
  std::vector<double> out;
  for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at)
    out.push_back(std::stod((*at)[1]));
  return out;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("texts are escaped", "[charts]") {
  CHECK(escaped_xml("<b> & \"c\"\n\x1b[31m") == "&lt;b&gt; &amp; &quot;c&quot;  [31m");
}

TEST_CASE("a longer bar is a better one, in both directions", "[charts]") {
  const std::string width = "<rect x=\"[0-9.]+\" y=\"[0-9.]+\" width=\"([0-9.]+)\" height=\"12.0\"";
  BarChart chart{"Scores", "mi", {{"a", 3, true, ""}, {"b", 2, false, ""}, {"c", 1, false, ""}}, 0, false};
  const std::vector<double> higher = numbers_in(to_svg(chart), width);
  REQUIRE(higher.size() == 3);
  CHECK(higher[0] == Approx(3 * higher[2]).margin(0.2));
  chart.is_lower_better = true;
  chart.origin = 4;
  const std::vector<double> lower = numbers_in(to_svg(chart), width);
  REQUIRE(lower.size() == 3);
  CHECK(lower[2] == Approx(3 * lower[0]).margin(0.2));
}

TEST_CASE("what has no score has a note instead of a bar", "[charts]") {
  const std::string svg =
      to_svg(BarChart{"Scores", "", {{"a", 1, false, ""}, {"b", kUnknown, false, "constant"}}, 0, false});
  CHECK(count(svg, "height=\"12.0\"") == 1);
  CHECK(count(svg, ">constant<") == 1);
  CHECK(count(svg, "nan") == 0);
}

TEST_CASE("cells are the stronger the larger their values, and empty where there is none", "[charts]") {
  const std::string svg =
      to_svg(HeatMap{"Map", "rows", "columns", {"a", "b"}, {"c", "d"}, {1, -0.5, 0.25, kUnknown}, 1, 2});
  CHECK(numbers_in(svg, "fill-opacity=\"([0-9.]+)\"") == std::vector<double>{1, 0.5, 0.25, 0});
  CHECK(count(svg, "fill=\"#D55E00\"") == 1);
  CHECK(count(svg, "<title>b, d: unknown</title>") == 1);
}

TEST_CASE("groups differ in colour and shape, and marked points have a ring", "[charts]") {
  ScatterChart chart{"Samples", "x", "y", {"a", "b"}, "looks wrong", {}};
  for (std::size_t i = 0; i < 10; ++i) chart.points.push_back({double(i), double(i * i), i % 2, i == 3, "p"});
  const std::string svg = to_svg(chart);
  CHECK(count(svg, "<path") == 5 + 1);            // and one in the legend
  CHECK(count(svg, "<circle") == 5 + 1 + 1 + 1);  // the ring, and both in the legend
}

TEST_CASE("the tree of distances that are a tree's is that tree", "[charts]") {
  // a and b 1 apart, c and d 2, the pairs 4
  const TreeChart chart{
      "Classes", "distance", {"a", "b", "c", "d"}, {0, 1, 4, 4, 1, 0, 4, 4, 4, 4, 0, 2, 4, 4, 2, 0}};
  // of the upright lines, where two are joined
  const std::regex upright(
      "<line x1=\"([0-9.]+)\" y1=\"[0-9.]+\" x2=\"([0-9.]+)\" y2=\"[0-9.]+\" stroke=\"#444\"");
  const std::string svg = to_svg(chart);
  std::vector<double> joins;
  for (std::sregex_iterator at(svg.begin(), svg.end(), upright), end; at != end; ++at)
    if ((*at)[1] == (*at)[2]) joins.push_back(std::stod((*at)[1]));
  REQUIRE(joins.size() == 3);
  CHECK(joins[1] - joins[0] == Approx((joins[2] - joins[0]) / 3).margin(0.2));
}

TEST_CASE("charts of nothing are drawn, too", "[charts]") {
  for (const std::string& svg :
       {to_svg(BarChart{"t", "", {}, 0, false}), to_svg(HeatMap{"t", "", "", {}, {}, {}, 1, 2}),
        to_svg(ScatterChart{"t", "", "", {}, "", {}}), to_svg(TreeChart{"t", "", {"alone"}, {0}})}) {
    CHECK(count(svg, "nan") == 0);
    CHECK(count(svg, "</svg>") == 1);
  }
}
