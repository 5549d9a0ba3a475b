/// \file terminal.hpp
/// What the command line says while it works, and how it ends: results on stdout, everything else on stderr.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/observer.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::cli {

/// The exit codes that scripts may rely on.
enum ExitCode { kOk = 0, kOther = 1, kUsage = 2, kData = 3, kPlugin = 4, kNumeric = 5, kInterrupted = 130 };

ExitCode exit_code(const Error& e);

/// Set by Ctrl-C (or SIGTERM) once watch_interrupts was called; a second Ctrl-C ends the program at once, and
/// the first one does while it waits for a file.
extern std::atomic<bool> interrupted;
void watch_interrupts();

bool stdout_is_terminal();

/// A line on stderr. What a terminal would obey (control characters but the ends of lines) is escaped, as in
/// print(): names come from data. A stderr that is closed or full is no reason to fail.
void say(std::string_view line);
/// How say() words a line from now on: the framework speaks of config keys, who typed flags wants those.
void say_in(std::function<std::string(std::string_view)> words);
/// A text for people, on stdout. Ends the process where nobody reads any more, so files are written before.
/// \throws DataError  when it cannot be written (a full disk, say).
void print(std::string_view text);
/// JSON or CSV, as it is: programs read it, or a file takes it.
/// \throws DataError  as print().
void print_data(std::string_view text);

/// Notes and warnings as lines; progress of work that takes longer than a second as one line that is
/// rewritten, and gone before anything else is printed.
class TerminalObserver final : public framework::Observer {
 public:
  explicit TerminalObserver(bool quiet);
  ~TerminalObserver() override;
  void note(std::string_view text) override;
  void warning(std::string_view text) override;
  void estimate(double seconds) override;
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override;
  /// A warning that waits until the first note was printed, which says what the target was taken as.
  void warn_later(std::string text);

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<std::string> later_;
  bool quiet_, redraws_;
  Clock::time_point start_, last_;
  std::string work_;  // what progress speaks of, and where it was when it first did
  std::uint64_t first_done_ = 0;
  Clock::time_point work_start_;
  std::mutex mutex_;
};

}  // namespace tamis::cli
