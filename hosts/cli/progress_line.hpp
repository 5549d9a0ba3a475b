/// \file progress_line.hpp
/// How far a run is, as one line: what is done, how much of it, at which rate, and how long the rest takes.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tamis::cli {

/// "about 40 seconds", "about 3 minutes", ..., "more than a hundred years".
std::string about(double seconds);

/// As Observer::walk reports it.
struct Walk {
  std::uint64_t scores = 0, recalled = 0;
  double expected = 0, best = std::numeric_limits<double>::quiet_NaN();

  /// What is counted for a rate: what an earlier run has left costs no time.
  std::uint64_t computed() const { return scores - recalled; }
};

/// Collects what an Observer hears. Times are handed in.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  /// As Observer::progress.
  void work(std::string_view what, std::uint64_t done, std::uint64_t total, Clock::time_point now);
  /// As Observer::walk: how far the search is that work() speaks of.
  void walk(const Walk& walk, Clock::time_point now);
  /// "" before there was any work.
  std::string text(Clock::time_point now) const;

 private:
  struct Work {
    std::string what;
    std::uint64_t done = 0, total = 0;
    std::string text() const;
  };
  void begin(std::uint64_t done, std::uint64_t computed, Clock::time_point now);
  double seconds_left(double spent) const;

  Work work_, part_;       // a search, say; and what is done for one of its steps, or nothing
  bool of_kernel_ = true;  // the work: what components say is more exact
  Walk walk_;
  // where they were when this work was first heard of
  Clock::time_point begun_;
  std::uint64_t first_done_ = 0, first_computed_ = 0;
};

}  // namespace tamis::cli
