/// \file threaded_runtime.hpp
/// A Runtime with threads that take blocks as they come, for tests that results do not depend on their
/// number, and for benchmarks.
#pragma once

#include <tamis/runtime.hpp>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace tamis::testing {

/// As a SerialRuntime, but with threads; without files, and warnings are dropped.
class ThreadedRuntime {
 public:
  explicit ThreadedRuntime(unsigned threads) : threads_(threads) {}
  ThreadedRuntime(const ThreadedRuntime&) = delete;
  ThreadedRuntime& operator=(const ThreadedRuntime&) = delete;
  operator Runtime() const { return Runtime(&table_); }

 private:
  static std::int32_t run(void* self, std::uint64_t n, std::uint64_t grain, tamis_body body, void* context,
                          tamis_error* error) noexcept {
    std::atomic<std::uint64_t> next{0};
    std::atomic<std::int32_t> failed{TAMIS_OK};
    std::mutex writing;
    const auto work = [&] {
      for (;;) {
        const std::uint64_t first = next.fetch_add(grain);
        if (first >= n || failed != TAMIS_OK) return;
        tamis_error mine{};
        if (const std::int32_t code = body(context, first, std::min(n, first + grain), &mine);
            code != TAMIS_OK) {
          const std::lock_guard lock(writing);
          if (failed == TAMIS_OK) *error = mine;
          failed = code;
        }
      }
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < static_cast<ThreadedRuntime*>(self)->threads_; ++t) others.emplace_back(work);
    work();
    for (std::thread& t : others) t.join();
    return failed;
  }

  unsigned threads_;
  tamis_runtime table_{
      sizeof(tamis_runtime),
      this,
      run,
      [](void*) noexcept { return std::uint64_t{0}; },
      [](void*) noexcept { return std::int32_t{TAMIS_OK}; },
      [](void*, tamis_text) noexcept {},
      [](void*, tamis_text, std::uint64_t, std::uint64_t) noexcept {},
      [](void*, tamis_text, tamis_cells*, tamis_error* e) noexcept {
        return detail::guarded(e, [] { throw DataError("this runtime reads no files"); });
      },
  };
};

}  // namespace tamis::testing
