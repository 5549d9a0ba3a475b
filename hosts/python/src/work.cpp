#include "work.hpp"

#include "calling_thread.hpp"

#include <chrono>
#include <condition_variable>
#include <future>
#include <thread>
#include <vector>

namespace tamis::python {

namespace py = pybind11;

void ProgressKeeper::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  is_new_ = true, what_ = what, done_ = done, total_ = total;
}

void ProgressKeeper::tell(const py::object& listener) {
  std::unique_lock lock(mutex_);
  if (!is_new_ || listener.is_none()) return;
  is_new_ = false;
  const auto [what, done, total] = std::tuple(what_, done_, total_);
  lock.unlock();  // the listener may let other threads of Python go on
  listener(what, done, total);
}

namespace {

/// The runs that are going on, so that they can be ended.
class Runs {
 public:
  void begin(std::atomic<bool>& interrupted) {
    const std::lock_guard lock(mutex_);
    interrupted_.push_back(&interrupted);
  }
  void end(std::atomic<bool>& interrupted) {
    const std::lock_guard lock(mutex_);
    std::erase(interrupted_, &interrupted);
    changed_.notify_all();
  }
  void end_all() {
    std::unique_lock lock(mutex_);
    for (std::atomic<bool>* interrupted : interrupted_) *interrupted = true;
    changed_.wait_for(lock, std::chrono::seconds(5), [this] { return interrupted_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::atomic<bool>*> interrupted_;
};
Runs& runs() {
  static auto& all = *new Runs;  // threads may look at it to the end of the process
  return all;
}

}  // namespace

void end_runs() {
  const py::gil_scoped_release others;
  runs().end_all();
}

void wait_for_the_interpreter() {
  while (_Py_IsFinalizing() != 0) std::this_thread::sleep_for(std::chrono::hours(1));
}

WorkEnd run_released(const std::function<void()>& work, std::atomic<bool>& interrupted, double max_seconds,
                     ProgressKeeper& keeper, const py::object& listener) {
  const auto caller = std::make_shared<CallingThread>(interrupted, max_seconds);
  std::packaged_task<void()> task(work);
  std::future<void> done = task.get_future();
  runs().begin(interrupted);
  std::thread worker([caller, task = std::move(task)]() mutable {
    caller->begin_work(caller);
    task();
    caller->end_work();
  });
  caller->serve([&] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    keeper.tell(listener);
  });
  {
    const py::gil_scoped_release others;  // the work's last objects may need the lock
    worker.join();
    runs().end(interrupted);
    wait_for_the_interpreter();
  }
  WorkEnd end{caller->take_raised()};
  try {
    done.get();
  } catch (...) {
    if (end.raised.is_none()) throw;
    PyErr_SetObject(py::type::of(end.raised).ptr(), end.raised.ptr());
    throw py::error_already_set();
  }
  return end;
}

}  // namespace tamis::python
