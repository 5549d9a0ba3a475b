#include "terminal.hpp"

#include "process.hpp"

#include <tamis/framework/support/blocking_call.hpp>
#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace tamis::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kSilentFor = 1s;            // shorter work needs no progress
constexpr auto kRedrawAfter = 200ms;       // on a terminal
constexpr auto kRepeatAfter = 30s;         // in a log, or on a terminal that cannot redraw
constexpr std::size_t kUsualColumns = 80;  // of a terminal that does not tell
constexpr std::string_view kEmptyLine = "\r\x1b[K";

/// Guards the terminal, which stdout and stderr may share, and its progress line.
std::mutex screen;
bool progress_drawn = false, result_begun = false;

/// Where the screen is locked.
void clear_progress() {
  if (progress_drawn) std::fwrite(kEmptyLine.data(), 1, kEmptyLine.size(), stderr);
  progress_drawn = false;
}

/// As much as fits on one line of the terminal, since a line that wraps cannot be overwritten.
void draw_progress(const std::string& text) {
  const std::size_t most = columns_of(STDERR_FILENO) - 1;  // the last column may wrap
  std::string redrawn(kEmptyLine);
  redrawn += styled(framework::beginning_within(framework::escaped(text), most), Style::aside, STDERR_FILENO);
  const std::scoped_lock lock(screen);
  if (result_begun) return;
  std::fwrite(redrawn.data(), 1, redrawn.size(), stderr);
  progress_drawn = true;
}

std::function<std::string(std::string_view)> wording;

void say_behind(const std::string& mark, std::string_view line) {
  const std::string worded =
      mark + framework::escaped_lines(wording ? wording(line) : std::string(line)) + '\n';
  const std::scoped_lock lock(screen);
  clear_progress();
  std::fwrite(worded.data(), 1, worded.size(), stderr);
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
      return exit_code_of_interrupt();
    default:
      return kOther;
  }
}

std::atomic<bool> interrupted{false};
namespace {
std::atomic<int> interrupted_by{SIGINT};
}  // namespace

ExitCode exit_code_of_interrupt() { return interrupted_by == SIGTERM ? kTerminated : kInterrupted; }

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int signal) {
    // its default action, for SA_RESETHAND: who waits for a file does not come back to see the flag
    if (framework::in_blocking_call()) ::raise(signal);
    interrupted_by.store(signal, std::memory_order_relaxed);
    interrupted.store(true, std::memory_order_relaxed);
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool stdout_is_terminal() { return is_terminal(STDOUT_FILENO); }

std::size_t columns_of(int stream) {
  winsize size{};
  return ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsualColumns;
}

void say(std::string_view line) { say_behind("", line); }

void say_warning(std::string_view line) {
  say_behind(styled("warning:", Style::warning, STDERR_FILENO) + " ", line);
}

void say_error(std::string_view line) {
  say_behind(styled("tamis:", Style::error, STDERR_FILENO) + " ", line);
}

void say_in(std::function<std::string(std::string_view)> words) { wording = std::move(words); }

void print(std::string_view text) { print_data(framework::escaped_lines(text)); }

void print(std::string_view text, const LineStyle& style) {
  print_data(styled_lines(framework::escaped_lines(text), style, STDOUT_FILENO));
}

void print_data(std::string_view text) {
  {
    const std::scoped_lock lock(screen);
    clear_progress();
    result_begun = true;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) end_without_reader();
  throw DataError(fmt::format("standard output cannot be written ({})", std::strerror(errno)));
}

TerminalObserver::TerminalObserver(bool quiet) : quiet_(quiet), start_(Clock::now()), logged_(start_) {
  if (quiet_ || !obeys_escapes(STDERR_FILENO)) return;
  try {
    drawing_ = std::jthread([this](const std::stop_token& stop) { redraw(stop); });
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): then there are lines now and then
  }
}

TerminalObserver::~TerminalObserver() {
  drawing_ = {};  // ends it
  {
    const std::scoped_lock lock(screen);
    clear_progress();
  }
  for (const std::string& text : later_) warning(text);
}

void TerminalObserver::note(std::string_view text) {
  if (!quiet_) say(text);
  const std::vector<std::string> waiting = std::exchange(later_, {});
  for (const std::string& warned : waiting) warning(warned);
}

void TerminalObserver::warn_later(std::string text) { later_.push_back(std::move(text)); }

void TerminalObserver::warning(std::string_view text) { say_warning(text); }

void TerminalObserver::estimate(double seconds) {
  constexpr double kWorthARemedy = 5;
  const bool is_known = std::isfinite(seconds);
  if (quiet_ && (!is_known || seconds < kWorthARemedy)) return;
  const char* const remedy = seconds < kWorthARemedy
                                 ? ""
                                 : "; --max-time SECONDS bounds it, Ctrl-C stops it and keeps what was found";
  say(is_known ? fmt::format("this will take {}{}", about(seconds), remedy)
               : fmt::format("how long this takes depends on the scores{}", remedy));
}

void TerminalObserver::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (quiet_) return;
  const std::scoped_lock lock(mutex_);
  line_.work(what, done, total, Clock::now());
  log();
}

void TerminalObserver::walk(std::uint64_t scores, std::uint64_t recalled, double expected, double best) {
  if (quiet_) return;
  const std::scoped_lock lock(mutex_);
  line_.walk({scores, recalled, expected, best}, Clock::now());
  log();
}

void TerminalObserver::scored(const framework::ScoredCall& call) {
  if (archive_) archive_->add(call);
}

/// A line now and then, where nothing is redrawn.
void TerminalObserver::log() {
  const auto now = Clock::now();
  if (drawing_.joinable() || now - logged_ < kRepeatAfter) return;
  logged_ = now;
  say(line_.text(now));
}

void TerminalObserver::redraw(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, stop, kRedrawAfter, [&] { return stop.stop_requested(); })) {
    const auto now = Clock::now();
    if (now - start_ < kSilentFor) continue;
    try {
      if (const std::string text = line_.text(now); !text.empty()) draw_progress(text);
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the run itself says so
    }
  }
}

}  // namespace tamis::cli
