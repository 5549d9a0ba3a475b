#include "work.hpp"

#include <chrono>
#include <future>
#include <thread>

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

WorkEnd run_released(const std::function<void()>& work, std::atomic<bool>& interrupted,
                     ProgressKeeper& keeper, const py::object& listener) {
  WorkEnd end;
  std::packaged_task<void()> task(work);
  std::future<void> done = task.get_future();
  std::thread worker(std::move(task));
  const auto wait = [&](std::chrono::milliseconds time) {
    const py::gil_scoped_release others;
    return done.wait_for(time) == std::future_status::ready;
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
