#include "two_classes.hpp"

#include <tamis/framework/study/result_figure.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::message_of;
using test::run;
using test::two_classes;

namespace result_figure_test {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

const std::string kTwo = "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 2 }\n";
const std::string kEvaluate = "evaluate = { folds = 3 }\n";
const std::string kSweep = "noise_sweep = { noise = 'uniform_flip', values = [0.1, 0.3], repeats = 2 }\n";

}  // namespace

TEST_CASE("a figure has a panel for the evaluation and one for the noise", "[figure]") {
  const auto figure = [](const std::string& more) {
    return to_svg(run(kTwo + more, two_classes(40, {1, 1, 0, 0})));
  };
  const std::string both = figure(kEvaluate + kSweep);
  CHECK(contains(both, "<svg xmlns="));
  CHECK(contains(both, ">fisher_score, rank</text>"));
  CHECK(count(both, "<polyline") == 3);  // the loss, the agreement and the level of chance
  for (const char* once : {">error rate</text>", ">agreement</text>", ">by chance</text>", ">features</text>",
                           ">rate of uniform_flip</text>"})
    CHECK(count(both, once) == 1);
  CHECK(count(figure(kEvaluate), "<polyline") == 1);
  CHECK(count(figure(kSweep), "<polyline") == 2);
  CHECK(figure("stability = { resamples = 2 }").empty());
}

TEST_CASE("a line looks the same in every panel, and lines of other names do not", "[figure]") {
  const std::string svg = to_svg(run(kTwo + kEvaluate + kSweep, two_classes(40, {1, 1, 0, 0})));
  // once in the legend, once as a line
  for (const char* colour : {"stroke=\"#0072B2\"", "stroke=\"#D55E00\"", "stroke=\"#009E73\""})
    CHECK(count(svg, colour) == 2);
}

TEST_CASE("a curve of one point is a dot, and the level of chance has no band", "[figure]") {
  const std::string one = "noise_sweep = { noise = 'uniform_flip', values = [0.3], repeats = 3 }\n";
  const std::string svg = to_svg(run(kTwo + one, two_classes(40, {1, 1, 0, 0})));
  CHECK(count(svg, "<circle") == 2);
  CHECK(count(to_svg(run(kTwo + kSweep, two_classes(40, {1, 1, 0, 0}))), "<circle") == 0);
  CHECK(count(svg, "<polygon points=\"\"") == 1);
}

TEST_CASE("a figure with nothing to draw is refused", "[figure][errors]") {
  const auto parsed = [](const std::string& more) {
    return parse_study_config(
        toml::parse(kTwo + more + "output = { figure = 'x.svg' }", std::string_view("run.toml")));
  };
  CHECK(message_of<ParamError>([&] { check_figure(parsed("stability = {}\n")); }) ==
        "run.toml:4:21: output.figure has nothing to draw; add a table [evaluate] or [noise_sweep] to the "
        "config");
  CHECK_NOTHROW(check_figure(parsed(kEvaluate)));
  CHECK_NOTHROW(check_figure(parsed(kSweep)));
  CHECK_NOTHROW(check_figure(parse_study_config(toml::parse(kTwo))));
}

TEST_CASE("there is no figure of what was not finished", "[figure]") {
  RuntimeOptions options;
  options.max_seconds = 0;
  CHECK(to_svg(run(kTwo + kEvaluate + kSweep, two_classes(40, {1, 1, 0, 0}), 1, nullptr, options)).empty());
}

}  // namespace result_figure_test
