#include "work.hpp"

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

WorkEnd run_released(const std::function<void()>& work, std::atomic<bool>& interrupted,
                     ProgressKeeper& keeper, const py::object& listener) {
  WorkEnd end;
  std::packaged_task<void()> task(work);
  std::future<void> done = task.get_future();
  runs().begin(interrupted);
  std::thread worker(std::move(task));
  const auto wait = [&](std::chrono::milliseconds time) {
    const py::gil_scoped_release others;
    const bool ready = done.wait_for(time) == std::future_status::ready;
    if (_Py_IsFinalizing() != 0) interrupted = true;
    wait_for_the_interpreter();  // a daemon thread: what it began may still look at its stack
    return ready;
  };
  while (!wait(std::chrono::milliseconds(50))) {
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      keeper.tell(listener);
    } catch (py::error_already_set& error) {
      interrupted = true;
      if (end.raised.is_none()) end.raised = error.value();
    }
  }
  {
    const py::gil_scoped_release others;  // the work's last objects may need the lock
    worker.join();
    runs().end(interrupted);
    wait_for_the_interpreter();
  }
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
