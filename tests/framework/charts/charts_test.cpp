#include <tamis/framework/charts/bar_chart.hpp>
#include <tamis/framework/charts/heat_map.hpp>
#include <tamis/framework/charts/interval_chart.hpp>
#include <tamis/framework/charts/path_chart.hpp>
#include <tamis/framework/charts/scatter_chart.hpp>
#include <tamis/framework/charts/svg.hpp>
#include <tamis/framework/charts/tree_chart.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
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

TEST_CASE("an interval reaches from its low end to its high end, and has a line at its middle", "[charts]") {
  const IntervalChart chart{
      "Ranks", "rank", {{"a", 1, 1, 1, true, "1"}, {"b", 1, 6, 11, false, "1 to 11"}}, 1, 11};
  const std::string svg = to_svg(chart);
  const std::string bar = "x=\"([0-9.]+)\" y=\"[0-9.]+\" width=\"[0-9.]+\" height=\"10.0\" rx";
  const std::vector<double> left = numbers_in(svg, bar),
                            width = numbers_in(svg, "width=\"([0-9.]+)\" height=\"10.0\" rx"),
                            middle = numbers_in(svg, "x=\"([0-9.]+)\" y=\"[0-9.]+\" width=\"2.0\"");
  REQUIRE(left.size() == 2);
  CHECK(left[0] == left[1]);
  CHECK(width[0] > 0);
  CHECK(width[1] > 300);
  CHECK(middle[1] + 1 == Approx(left[1] + width[1] / 2));
  CHECK(count(svg, ">1 to 11<") == 1);
  CHECK(count(svg, ">1</text>") == 2);  // the note, and the low end of the scale
  CHECK(count(svg, "font-weight=\"bold\">a<") == 1);
}

TEST_CASE("lines run over a logarithm from the first place to the last, and end at their names", "[charts]") {
  PathChart chart{"Path",         "lambda", "b",
                  {1, 0.1, 0.01}, true,     {{"up", {0, 1, 2}}, {"down", {0, -1, kUnknown}}}};
  chart.mark = 0.1;
  chart.mark_label = "here";
  const std::string svg = to_svg(chart);
  const std::vector<double> x = numbers_in(svg, "[ML]([0-9.]+) [0-9.]+"),
                            at = numbers_in(svg, "x1=\"([0-9.]+)\"[^>]*stroke=\"#444\"");
  REQUIRE(x.size() >= 3);
  CHECK(x[1] - x[0] == Approx(x[2] - x[1]).margin(0.2));
  CHECK(x[1] > x[0]);
  CHECK(at == std::vector<double>{x[1]});
  const std::vector<double> y = numbers_in(svg, "[ML][0-9.]+ ([0-9.]+)");
  CHECK(y[0] - y[1] == Approx(y[1] - y[2]).margin(0.2));
  CHECK(y[1] < y[0]);
  for (const char* text : {">up</text>", ">down</text>", ">here<", ">lambda<", ">0.05<"})
    CHECK(count(svg, text) == 1);
  CHECK(count(svg, "nan") == 0);
  chart.mark = 2;
  CHECK(count(to_svg(chart), ">here<") == 0);
}

TEST_CASE("names of lines that end in one place stand apart, and within the chart", "[charts]") {
  PathChart chart{"Path", "x", "y", {1, 2}, false, {}};
  for (int l = 0; l < 20; ++l) chart.lines.push_back({"line" + std::to_string(l), {0, l < 10 ? 0.0 : 1.0}});
  std::vector<double> y = numbers_in(to_svg(chart), "y=\"([0-9.]+)\" text-anchor=\"start\" >line");
  REQUIRE(y.size() == 20);
  std::sort(y.begin(), y.end());
  for (std::size_t l = 1; l < y.size(); ++l) CHECK(y[l] - y[l - 1] >= 12.9);
  const double bottom = numbers_in(to_svg(chart), "y=\"([0-9.]+)\" text-anchor=\"middle\" [^>]*>1<").at(0);
  CHECK(y.back() < bottom);
  CHECK(y.front() > 0);
}

TEST_CASE("charts of nothing are drawn, too", "[charts]") {
  for (const std::string& svg :
       {to_svg(BarChart{"t", "", {}, 0, false}), to_svg(HeatMap{"t", "", "", {}, {}, {}, 1, 2}),
        to_svg(ScatterChart{"t", "", "", {}, "", {}}), to_svg(TreeChart{"t", "", {"alone"}, {0}}),
        to_svg(IntervalChart{"t", "", {}, 1, 1}), to_svg(PathChart{"t", "", "", {1, 1}, true, {}})}) {
    CHECK(count(svg, "nan") == 0);
    CHECK(count(svg, "</svg>") == 1);
  }
}
