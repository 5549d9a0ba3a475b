#include "progress_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace tamis::cli {
namespace {

constexpr double kTooEarly = 1;  // second: no rate is known before
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double rate(std::uint64_t first, std::uint64_t now, double seconds) {
  return seconds < kTooEarly || now <= first ? 0 : static_cast<double>(now - first) / seconds;
}

/// Two digits that count, as whole numbers where they are.
std::string rounded(double number) {
  if (number < 10) return fmt::format("{:.2g}", number);
  const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
  return fmt::format("{:.0f}", std::round(number / unit) * unit);
}

constexpr double kCentury = 36525 * 86400.0;

std::string in_words(double seconds) {
  if (seconds >= 0.5 && seconds < 1.5) return "1 second";
  if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} minutes", seconds / 60);
  if (seconds < 48 * 3600.0) return fmt::format("{:.0f} hours", seconds / 3600);
  if (seconds < kCentury) return fmt::format("{:.0f} days", seconds / 86400);
  return "more than a hundred years";
}

}  // namespace

std::string about(double seconds) {
  if (seconds < 0.5) return "less than a second";
  return (seconds < kCentury ? "about " : "") + in_words(seconds);
}

void ProgressLine::begin(std::uint64_t done, std::uint64_t computed, Clock::time_point now) {
  begun_ = now;
  first_done_ = done;
  first_computed_ = computed;
  walk_ = {};
}

void ProgressLine::work(std::string_view what, std::uint64_t done, std::uint64_t total,
                        Clock::time_point now) {
  const bool begins = done == 0 && total == 0, same = what == work_.what;
  if (!begins && !same && !of_kernel_ && work_.done < work_.total) {
    part_ = {std::string(what), done, total};
    return;
  }
  if (begins || !same) begin(done, begins ? 0 : walk_.computed(), now);
  of_kernel_ = begins || (same && of_kernel_);
  work_ = {std::string(what), done, total};
  part_ = {};
}

void ProgressLine::walk(const Walk& walk, Clock::time_point now) {
  const bool other_stage = walk.scores<walk_.scores, only_recalled = walk.recalled> 0 && walk.computed() == 0;
  if (other_stage || only_recalled) begin(work_.done, 0, now);
  walk_ = walk;
}

/// By the scores where a search says how many there will be, since its steps differ; NaN where nobody knows.
double ProgressLine::seconds_left(double spent) const {
  const double scores = rate(first_computed_, walk_.computed(), spent),
               steps = rate(first_done_, work_.done, spent);
  const auto scored = static_cast<double>(walk_.scores);
  if (scores > 0 && walk_.expected > scored && std::isfinite(walk_.expected))
    return (walk_.expected - scored) / scores;
  return steps > 0 && work_.total > work_.done ? static_cast<double>(work_.total - work_.done) / steps
                                               : kUnknown;
}

std::string ProgressLine::Work::text() const {
  if (total > 0)
    return fmt::format("{}: {} of {} ({:.0f} %)", what, done, total,
                       100.0 * static_cast<double>(done) / static_cast<double>(total));
  return done > 0 ? fmt::format("{}: {}", what, done) : what;
}

std::string ProgressLine::text(Clock::time_point now) const {
  const double spent = std::chrono::duration<double>(now - begun_).count();
  std::string out = work_.text();
  if (out.empty()) return out;
  if (!std::isnan(walk_.best)) out += fmt::format(", best score {:.6g}", walk_.best);
  if (const double scores = rate(first_computed_, walk_.computed(), spent); scores > 0)
    out += fmt::format(", {} scores per second", rounded(scores));
  if (const double left = seconds_left(spent); !std::isnan(left))
    out += fmt::format(", {} left", in_words(left));
  else if (spent >= kTooEarly)
    out += fmt::format(", {} so far", in_words(spent));
  return part_.what.empty() ? out : out + "; " + part_.text();
}

}  // namespace tamis::cli
