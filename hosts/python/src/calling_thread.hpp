/// \file calling_thread.hpp
/// Where components of Python are called in a run: on the thread that began it.
#pragma once

#include <pybind11/pybind11.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace tamis::python {

/// The thread of Python that began a run. The work itself goes on on another one, but Python hears signals on its
/// main thread alone, and what users set there (warnings, np.errstate, the config of scikit-learn) holds there: so
/// components of Python are called here, and what they ask of C++ goes back to the worker.
///
/// A call that has not returned when the run is over, stopped or out of time, gets EndOfRun raised in it. If it waits
/// outside Python, for a process or in time.sleep(), that comes too late: then Ctrl-C is played on the main thread,
/// where it raises KeyboardInterrupt as usual.
class CallingThread {
 public:
  using Body = std::function<void()>;

  /// On the thread itself, under the interpreter's lock.
  /// \param interrupted  whether the run was stopped; set by what a signal's handler raises in a call.
  explicit CallingThread(std::atomic<bool>& interrupted,
                         double max_seconds = std::numeric_limits<double>::infinity());

  /// That of the run which this thread works for; null where there is none.
  static const std::shared_ptr<CallingThread>& of_this_thread();

  /// The worker, from its first to its last act.
  void begin_work(std::shared_ptr<CallingThread> self);
  void end_work();

  /// Runs `body` under the interpreter's lock: on the calling thread, or here, where that one waits for nobody. Any
  /// thread may ask.
  /// \param component  whose function it is; or null.
  /// \throws Cancelled, BudgetSpent  what Python raised is no error: the run was stopped, or is out of time.
  /// \throws  what `body` throws otherwise.
  void call(const Body& body, pybind11::handle component);
  /// Whether this is the calling thread, within call().
  bool is_here() const;
  /// Runs `body` on the worker; from within call().
  /// \throws  what it throws.
  void hand_back(const Body& body);

  /// Serves the worker until it ends. `meanwhile` is called ten times a second or more, under the interpreter's
  /// lock; what it throws of Python stops the run.
  void serve(Body meanwhile);
  /// What a signal's handler raised, or None.
  pybind11::object take_raised();

 private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    const Body* body;
    pybind11::handle component = {};
    bool is_done = false;
    // these change under the interpreter's lock
    bool is_running = false;
    bool is_interrupted = false;  ///< EndOfRun was raised in it
    bool is_signalled = false;    ///< Ctrl-C was played
    /// When its caller saw that the run is over; later, when it is to be interrupted again.
    Clock::time_point over_since = Clock::time_point::max();
    std::exception_ptr failed = nullptr;
  };

  void run(Task& call);
  void end_if_over(Task& call, std::unique_lock<std::mutex>& lock);
  void serve_until(const std::function<bool()>& is_done);
  [[noreturn]] void translate(const pybind11::error_already_set& raised, const Task& call);
  bool can_play_ctrl_c() const;
  void keep(const pybind11::error_already_set& raised);

  std::atomic<bool>& interrupted_;
  const Clock::time_point deadline_;
  const std::thread::id id_;
  const unsigned long id_in_python_;
  const pthread_t id_of_system_;
  Body meanwhile_;
  pybind11::object raised_;  ///< null: nothing; taken before the end, as it is let go under the lock

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task*> calls_;
  Task* running_ = nullptr;  ///< the innermost call
  Task* handed_ = nullptr;   ///< for the worker
  std::thread::id worker_;
  bool has_ended_ = false;
};

/// Adds EndOfRun to the module.
void add_end_of_run(pybind11::module_& module);
/// What Python raises where C++ ends the run; no subclass of Exception, so that `except Exception` of a component lets it
/// through.
PyObject* end_of_run();

}  // namespace tamis::python
