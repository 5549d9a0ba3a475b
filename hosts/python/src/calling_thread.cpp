#include "calling_thread.hpp"

#include "work.hpp"

#include <tamis/errors.hpp>

#include <algorithm>
#include <csignal>
#include <utility>

namespace tamis::python {

namespace py = pybind11;

namespace {

using Seconds = std::chrono::duration<double>;

/// For a component that looks itself whether the run is over, as Criterion does between two scores.
constexpr std::chrono::milliseconds kGrace(300);
/// After which a component that went on is interrupted again.
constexpr std::chrono::seconds kAgain(1);
constexpr std::chrono::milliseconds kLook(50);

PyObject* end_of_run_type = nullptr;
thread_local std::shared_ptr<CallingThread> worked_for;

std::chrono::steady_clock::time_point in_seconds(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr double kYear = 3e7;  // more would overflow the clock
  if (!(seconds < kYear)) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
}

std::string name_of(py::handle component) {
  if (!component) return "a component in Python";
  return std::string(py::str(component.attr("kind"))) + " '" + std::string(py::str(component.attr("id"))) +
         "'";
}

}  // namespace

void add_end_of_run(py::module_& module) {
  end_of_run_type = PyErr_NewExceptionWithDoc(
      "tamis.EndOfRun", "The run of a search is over: let it through.", PyExc_BaseException, nullptr);
  module.attr("EndOfRun") = py::reinterpret_borrow<py::object>(end_of_run_type);
}

PyObject* end_of_run() { return end_of_run_type; }

CallingThread::CallingThread(std::atomic<bool>& interrupted, double max_seconds)
    : interrupted_(interrupted),
      deadline_(in_seconds(max_seconds)),
      id_(std::this_thread::get_id()),
      id_in_python_(PyThread_get_thread_ident()),
      id_of_system_(pthread_self()) {}

const std::shared_ptr<CallingThread>& CallingThread::of_this_thread() { return worked_for; }

void CallingThread::begin_work(std::shared_ptr<CallingThread> self) {
  worker_ = std::this_thread::get_id();
  worked_for = std::move(self);
}

void CallingThread::end_work() {
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  changed_.notify_all();
}

bool CallingThread::is_here() const { return std::this_thread::get_id() == id_ && running_ != nullptr; }

void CallingThread::call(const Body& body, py::handle component) {
  Task call{&body, component};
  std::unique_lock lock(mutex_);
  if (std::this_thread::get_id() == id_ || has_ended_) {
    lock.unlock();
    wait_for_the_interpreter();
    const py::gil_scoped_acquire python;
    try {
      return body();
    } catch (const py::error_already_set& raised) {
      translate(raised, call);
    }
  }
  calls_.push_back(&call);
  changed_.notify_all();
  const bool is_worker = std::this_thread::get_id() == worker_;
  while (!call.is_done) {
    if (Task* const back = is_worker ? std::exchange(handed_, nullptr) : nullptr) {
      lock.unlock();
      try {
        (*back->body)();
      } catch (...) {
        back->failed = std::current_exception();
      }
      lock.lock();
      back->is_done = true;
      changed_.notify_all();
      continue;
    }
    changed_.wait_for(lock, kLook, [&] { return call.is_done || (is_worker && handed_); });
    if (!call.is_done) end_if_over(call, lock);
  }
  lock.unlock();
  if (call.failed) std::rethrow_exception(call.failed);
}

/// Raises EndOfRun in a call that goes on when the run is over.
void CallingThread::end_if_over(Task& call, std::unique_lock<std::mutex>& lock) {
  const auto now = Clock::now();
  if (handed_ || running_ != &call || !(interrupted_ || now > deadline_)) return;
  call.over_since = std::min(call.over_since, now);
  if (now - call.over_since < kGrace) return;
  lock.unlock();
  wait_for_the_interpreter();
  {
    const py::gil_scoped_acquire python;
    if (call.is_running) {
      if (call.is_interrupted && can_play_ctrl_c()) {
        call.is_signalled = true;
        pthread_kill(id_of_system_, SIGINT);
      }
      PyThreadState_SetAsyncExc(id_in_python_, end_of_run());
      call.is_interrupted = true;
    }
  }
  lock.lock();
  call.over_since = now + kAgain;
}

/// Whether a signal here is heard as KeyboardInterrupt, and by nobody else.
bool CallingThread::can_play_ctrl_c() const {
  const py::module_ signal = py::module_::import("signal"), threading = py::module_::import("threading");
  return threading.attr("main_thread")().attr("ident").cast<unsigned long>() == id_in_python_ &&
         signal.attr("getsignal")(SIGINT).is(signal.attr("default_int_handler"));
}

/// What Python raised in a component where it is no error of that component.
/// \throws Cancelled, BudgetSpent, raised
void CallingThread::translate(const py::error_already_set& raised, const Task& call) {
  const bool is_ours =
      raised.matches(end_of_run()) || (call.is_signalled && raised.matches(PyExc_KeyboardInterrupt));
  if (is_ours && !interrupted_)
    throw BudgetSpent("the time is up, and " + name_of(call.component) + " had not returned");
  if (is_ours) throw Cancelled("stopped by the user, and " + name_of(call.component) + " had not returned");
  if (!raised.matches(PyExc_Exception)) {  // KeyboardInterrupt, SystemExit
    keep(raised);
    throw Cancelled("stopped by the user");
  }
  throw raised;
}

void CallingThread::keep(const py::error_already_set& raised) {
  interrupted_ = true;
  if (raised_) return;
  raised_ = raised.value();
  if (raised.trace()) PyException_SetTraceback(raised_.ptr(), raised.trace().ptr());
}

py::object CallingThread::take_raised() { return raised_ ? std::exchange(raised_, {}) : py::none(); }

void CallingThread::run(Task& call) {
  Task* outer;
  {
    const std::lock_guard lock(mutex_);
    outer = std::exchange(running_, &call);
  }
  call.is_running = true;
  try {
    if (interrupted_)
      throw Cancelled("stopped by the user");  // several threads may call, and one of them heard it
    try {
      (*call.body)();
    } catch (const py::error_already_set& raised) {
      translate(raised, call);
    }
  } catch (...) {
    call.failed = std::current_exception();
  }
  call.is_running = false;
  // what is still to come of both, which was for this call alone
  if (call.is_interrupted) PyThreadState_SetAsyncExc(id_in_python_, nullptr);
  if (call.is_signalled && PyErr_CheckSignals() != 0) PyErr_Clear();
  const std::lock_guard lock(mutex_);
  running_ = outer;
  call.is_done = true;
  changed_.notify_all();
}

void CallingThread::hand_back(const Body& body) {
  Task task{&body};
  {
    const std::lock_guard lock(mutex_);
    handed_ = &task;
    changed_.notify_all();
  }
  serve_until([&] { return task.is_done; });
  if (task.failed) std::rethrow_exception(task.failed);
}

void CallingThread::serve(Body meanwhile) {
  meanwhile_ = std::move(meanwhile);
  serve_until([&] { return has_ended_; });
}

void CallingThread::serve_until(const std::function<bool()>& is_done) {
  auto looked = Clock::now();
  for (;;) {
    Task* call = nullptr;
    bool done = false;
    {
      const py::gil_scoped_release others;
      {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, kLook, [&] { return is_done() || !calls_.empty(); });
        done = is_done();
        if (!calls_.empty()) call = calls_.front(), calls_.pop_front();
      }
      if (_Py_IsFinalizing() != 0) interrupted_ = true;
      wait_for_the_interpreter();  // a daemon thread: what it began may still look at its stack
    }
    if (call) run(*call);
    if (!call && done) return;
    if (call && Clock::now() - looked < kLook) continue;
    looked = Clock::now();
    try {
      meanwhile_();
    } catch (const py::error_already_set& raised) {
      keep(raised);
    }
  }
}

}  // namespace tamis::python
