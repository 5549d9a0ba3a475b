/// \file terminal.hpp
/// What the command line says while it works, and how it ends: results on stdout, everything else on stderr.
#pragma once

#include "progress_line.hpp"
#include "style.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/observer.hpp>
#include <tamis/framework/run/score_log.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tamis::cli {

/// The exit codes that scripts may rely on.
enum ExitCode {
  kOk = 0,
  kOther = 1,
  kUsage = 2,
  kData = 3,
  kPlugin = 4,
  kNumeric = 5,
  kInterrupted = 130,  ///< by Ctrl-C
  kTerminated = 143    ///< by SIGTERM
};

ExitCode exit_code(const Error& e);
/// Of a run that was interrupted: by what.
ExitCode exit_code_of_interrupt();

/// Set by Ctrl-C (or SIGTERM) once watch_interrupts was called; a second Ctrl-C ends the program at once, and
/// the first one does while it waits for a file.
extern std::atomic<bool> interrupted;
void watch_interrupts();

bool stdout_is_terminal();
/// Of the terminal at `stream` (a file descriptor); 80 of one that does not tell.
std::size_t columns_of(int stream);

/// A line on stderr. What a terminal would obey (control characters but the ends of lines) is escaped, as in
/// print(): names come from data. A stderr that is closed or full is no reason to fail.
void say(std::string_view line);
/// The same behind "warning: " or "tamis: ", which stand in colour where there is any.
void say_warning(std::string_view line);
void say_error(std::string_view line);
/// How say() words a line from now on: the framework speaks of config keys, who typed flags wants those.
void say_in(std::function<std::string(std::string_view)> words);
/// A text for people, on stdout. Ends the process where nobody reads any more, so files are written before.
/// From now on no progress is drawn: this is the result, or a part of it.
/// \throws DataError  when it cannot be written (a full disk, say).
void print(std::string_view text);
/// The same with colours, where stdout has them.
void print(std::string_view text, const LineStyle& style);
/// JSON or CSV, as it is: programs read it, or a file takes it.
/// \throws DataError  as print().
void print_data(std::string_view text);

/// Notes and warnings as lines; progress of work that takes longer than a second as one line that is
/// rewritten, and gone before anything else is printed. Where lines cannot be rewritten it is a line now and
/// then.
class TerminalObserver final : public framework::Observer {
 public:
  explicit TerminalObserver(bool quiet);
  ~TerminalObserver() override;
  void note(std::string_view text) override;
  void warning(std::string_view text) override;
  void estimate(double seconds) override;
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override;
  void walk(std::uint64_t scores, std::uint64_t recalled, double expected, double best) override;
  void scored(const framework::ScoredCall& call) override;
  /// Has all scores written there, from now on.
  void archive(framework::ScoreLog* archive) { archive_ = archive; }
  /// A warning that waits until the first note was printed, which says what the target was taken as.
  void warn_later(std::string text);

 private:
  using Clock = ProgressLine::Clock;
  void log();
  void redraw(const std::stop_token& stop);

  std::vector<std::string> later_;
  bool quiet_;
  framework::ScoreLog* archive_ = nullptr;
  Clock::time_point start_, logged_;
  ProgressLine line_;
  std::mutex mutex_;  // of the line
  std::condition_variable_any stopped_;
  std::jthread drawing_;  // on a terminal, so that the line goes on while nothing is heard
};

}  // namespace tamis::cli
