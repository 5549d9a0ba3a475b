#include "terminal.hpp"

#include "process.hpp"

#include <tamis/framework/support/blocking_read.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace tamis::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kSilentFor = 1s;       // shorter work needs no progress
constexpr auto kRedrawAfter = 200ms;  // on a terminal
constexpr auto kRepeatAfter = 30s;    // in a log, or on a terminal that cannot redraw
constexpr double kCentury = 36525 * 86400.0;
constexpr std::size_t kUsualColumns = 80;  // of a terminal that does not tell

/// The line of progress on the terminal, which stdout and stderr may share.
std::mutex progress_line;
bool progress_drawn = false;

void clear_progress() {
  const std::scoped_lock lock(progress_line);
  if (progress_drawn) std::fputs("\r\x1b[K", stderr);
  progress_drawn = false;
}

/// As many of the characters as stand on one line of the terminal: what wraps could not be drawn over.
std::string on_one_line(const std::string& text) {
  winsize size{};
  const bool told = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t most = (told ? size.ws_col : kUsualColumns) - 1;  // the last column may wrap
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0u) != 0x80u && ++characters > most) break;
  return text.substr(0, end);
}

void draw_progress(const std::string& text) {
  const std::scoped_lock lock(progress_line);
  const std::string redrawn = "\r\x1b[K" + on_one_line(framework::escaped(text));
  std::fwrite(redrawn.data(), 1, redrawn.size(), stderr);
  progress_drawn = true;
}

/// Whether lines can be redrawn on stderr: a dumb terminal shows escape sequences instead.
bool can_redraw() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && !(kind && std::string_view(kind) == "dumb");
}

std::function<std::string(std::string_view)> wording;

std::string in_words(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} minutes", seconds / 60);
  if (seconds < 48 * 3600.0) return fmt::format("{:.0f} hours", seconds / 3600);
  if (seconds < kCentury) return fmt::format("{:.0f} days", seconds / 86400);
  return "more than a hundred years";
}

/// ", 3 minutes left" at the pace so far; "" while it is too early to tell.
std::string time_left(std::chrono::steady_clock::duration spent, std::uint64_t done, std::uint64_t to_do) {
  constexpr auto kTooEarly = 5s;
  if (spent < kTooEarly || done == 0 || to_do == 0) return "";
  const double pace = std::chrono::duration<double>(spent).count() / static_cast<double>(done);
  return fmt::format(", {} left", in_words(pace * static_cast<double>(to_do)));
}

}  // namespace

ExitCode exit_code(const Error& e) {
  switch (e.code) {
    case TAMIS_E_PARAM:
      return kUsage;
    case TAMIS_E_DATA:
      return kData;
    case TAMIS_E_PLUGIN:
      return kPlugin;
    case TAMIS_E_NUMERIC:
      return kNumeric;
    case TAMIS_E_CANCELLED:
      return kInterrupted;
    default:
      return kOther;
  }
}

std::atomic<bool> interrupted{false};

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int signal) {
    if (framework::in_blocking_read())
      ::raise(
          signal);  // its default action, for SA_RESETHAND: the reader would not come back to see the flag
    else
      interrupted.store(true, std::memory_order_relaxed);
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

void say(std::string_view line) {
  clear_progress();
  const std::string worded = framework::escaped_lines(wording ? wording(line) : std::string(line));
  std::fwrite(worded.data(), 1, worded.size(), stderr);
  std::fputc('\n', stderr);
}

void say_in(std::function<std::string(std::string_view)> words) { wording = std::move(words); }

void print(std::string_view text) { print_data(framework::escaped_lines(text)); }

void print_data(std::string_view text) {
  clear_progress();
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) end_without_reader();
  throw DataError(fmt::format("standard output cannot be written ({})", std::strerror(errno)));
}

TerminalObserver::TerminalObserver(bool quiet)
    : quiet_(quiet), redraws_(can_redraw()), start_(Clock::now()), last_(start_) {}

TerminalObserver::~TerminalObserver() {
  clear_progress();
  for (const std::string& text : later_) warning(text);
}

void TerminalObserver::note(std::string_view text) {
  if (!quiet_) say(text);
  const std::vector<std::string> waiting = std::exchange(later_, {});
  for (const std::string& warned : waiting) warning(warned);
}

void TerminalObserver::warn_later(std::string text) { later_.push_back(std::move(text)); }

void TerminalObserver::warning(std::string_view text) { say(fmt::format("warning: {}", text)); }

void TerminalObserver::estimate(double seconds) {
  say(fmt::format(
      "this will take {}{}; --max-time SECONDS bounds it, Ctrl-C stops it and keeps what was found",
      seconds < kCentury ? "about " : "", in_words(seconds)));
}

void TerminalObserver::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (quiet_) return;
  const std::scoped_lock lock(mutex_);
  const auto now = Clock::now();
  if (what != work_) work_ = what, first_done_ = done, work_start_ = now;
  if (now - start_ < kSilentFor || now - last_ < (redraws_ ? Clock::duration(kRedrawAfter) : kRepeatAfter))
    return;
  last_ = now;
  const std::string text = total
                               ? fmt::format("{}: {} of {} ({:.0f} %)", what, done, total,
                                             100.0 * static_cast<double>(done) / static_cast<double>(total)) +
                                     time_left(now - work_start_, done - first_done_, total - done)
                               : fmt::format("{}: {}", what, done);
  if (redraws_)
    draw_progress(text);
  else
    say(text);
}

}  // namespace tamis::cli
