// What the line of progress says, second by second.
#include "progress_line.hpp"

#include <catch2/catch.hpp>

#include <limits>

using tamis::cli::ProgressLine;
using namespace std::chrono_literals;

namespace progress_line_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const ProgressLine::Clock::time_point kStart{};

}  // namespace

TEST_CASE("a search is told with its step, best score, rate, and the time that is left by its scores",
          "[progress]") {
  ProgressLine line;
  CHECK(line.text(kStart).empty());
  line.work("scoring", 0, 0, kStart);
  CHECK(line.text(kStart) == "scoring");
  line.work("forward search", 0, 5, kStart);
  line.walk({0, 0, 400, 0.25}, kStart);
  CHECK(line.text(kStart) == "forward search: 0 of 5 (0 %), best score 0.25");  // no rate is known yet
  line.work("forward search", 1, 5, kStart + 2s);
  line.walk({100, 0, 400, 0.5}, kStart + 2s);
  CHECK(line.text(kStart + 2s) ==
        "forward search: 1 of 5 (20 %), best score 0.5, 50 scores per second, 6 seconds left");
}

TEST_CASE("the time that is left is told by the steps where a search does not know its scores",
          "[progress]") {
  ProgressLine line;
  line.work("forward search", 0, 5, kStart);
  line.walk({100, 0, kInfinity, 0.5}, kStart + 2s);
  line.work("forward search", 1, 5, kStart + 2s);
  CHECK(line.text(kStart + 2s) ==
        "forward search: 1 of 5 (20 %), best score 0.5, 50 scores per second, 8 seconds left");
  ProgressLine none;
  none.work("reading the data", 0, 0, kStart);
  CHECK(none.text(kStart + 100s) == "reading the data, 2 minutes so far");
}

TEST_CASE("what a component does for a step of a search stands behind the search", "[progress]") {
  ProgressLine line;
  line.work("scoring", 0, 0, kStart);
  line.work("backward search", 3, 10, kStart);
  line.work("growing trees", 64, 100, kStart + 100ms);
  CHECK(line.text(kStart + 100ms) == "backward search: 3 of 10 (30 %); growing trees: 64 of 100 (64 %)");
  line.work("backward search", 4, 10, kStart + 2s);
  CHECK(line.text(kStart + 2s) == "backward search: 4 of 10 (40 %), 12 seconds left");
  line.work("splits evaluated", 0, 0, kStart + 3s);  // the kernel's next work
  line.work("splits evaluated", 1, 4, kStart + 5s);
  CHECK(line.text(kStart + 5s) == "splits evaluated: 1 of 4 (25 %), 6 seconds left");
}

TEST_CASE("a walk of another stage has a rate of its own", "[progress]") {
  ProgressLine line;
  line.work("forward search", 0, 2, kStart);
  line.walk({1000, 0, 2000, 1}, kStart + 1s);
  line.walk({10, 0, 0, 2}, kStart + 11s);
  line.walk({30, 0, 0, 2}, kStart + 13s);
  CHECK(line.text(kStart + 13s) ==
        "forward search: 0 of 2 (0 %), best score 2, 15 scores per second, 2 seconds so far");
}

TEST_CASE("what is remembered of an earlier run counts for no rate and no time that is left", "[progress]") {
  ProgressLine line;
  line.work("forward search", 0, 10, kStart);
  line.walk({500, 500, 1000, 0.25}, kStart + 1s);
  line.work("forward search", 5, 10, kStart + 2s);
  line.walk({600, 600, 1000, 0.25}, kStart + 2s);
  CHECK(line.text(kStart + 2s) == "forward search: 5 of 10 (50 %), best score 0.25");
  line.walk({640, 600, 1000, 0.25}, kStart + 6s);
  CHECK(line.text(kStart + 6s) ==
        "forward search: 5 of 10 (50 %), best score 0.25, 10 scores per second, 36 seconds left");
}

}  // namespace progress_line_test
