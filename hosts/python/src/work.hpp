/// \file work.hpp
/// Long work of C++ within Python: other threads go on, Ctrl-C is noticed, progress is reported.
#pragma once

#include <tamis/framework/kernel/observer.hpp>

#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>

namespace tamis::python {

/// Keeps the latest progress until the interpreter's thread has time for it.
class ProgressKeeper final : public framework::Observer {
 public:
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override;
  /// Calls `listener(what, done, total)` where there is something new.
  void tell(const pybind11::object& listener);

 private:
  std::mutex mutex_;
  bool is_new_ = false;
  std::string what_;
  std::uint64_t done_ = 0, total_ = 0;
};

/// What came of work besides its own result.
struct WorkEnd {
  pybind11::object raised = pybind11::none();  ///< by a signal's handler, as KeyboardInterrupt; or None
};

/// Interrupts all runs, of whatever threads, and waits until they have ended, for five seconds at most: for
/// the end of the interpreter, after which no thread of C++ may call Python.
void end_runs();

/// Returns where Python may be called. Where the interpreter has ended it does not return: the process is
/// about to end, and a lock that nobody can get any more would end this thread within functions that may not
/// throw.
void wait_for_the_interpreter();

/// Runs `work` on a thread of its own without the interpreter's lock, and ends when it does. Meanwhile the
/// calling thread looks for signals, reports the progress, ten times a second or more, and runs the functions of
/// components in Python (CallingThread); what a signal's handler raises sets `interrupted`, and comes back when
/// the work has come to its end.
/// \param max_seconds  after which the functions of components in Python are interrupted.
/// \throws  what the work throws; where it was interrupted and threw, what the handler raised.
WorkEnd run_released(const std::function<void()>& work, std::atomic<bool>& interrupted, double max_seconds,
                     ProgressKeeper& keeper, const pybind11::object& listener);

}  // namespace tamis::python
