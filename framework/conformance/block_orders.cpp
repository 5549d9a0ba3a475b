#include "block_orders.hpp"

#include "verdicts.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tamis::framework::conformance {
namespace {

/// Where two threads wait for each other. By spinning: both are awake when they go on, which a lock does not
/// give, and no order is made between what each did before, which a race detector would take for care.
class StartingLine {
 public:
  void wait() {
    constexpr int kSpins = 20'000;  // then the other one may need this core
    const std::uint64_t round = round_.load();
    if (waiting_.fetch_add(1) == 1) {
      waiting_.store(0);
      round_.store(round + 1);
      return;
    }
    for (int spins = 0; round_.load() == round; ++spins)
      if (spins < kSpins)
        pause();
      else
        std::this_thread::yield();
  }

 private:
  static void pause() {
#if defined(__x86_64__)
    _mm_pause();
#endif
  }
  std::atomic<std::uint64_t> round_{0};
  std::atomic<int> waiting_{0};
};

/// Whether this thread is in a block that runs beside another one.
thread_local bool in_pair = false;

/// The blocks of one loop, and of those that fail the error of the lowest.
class Blocks {
 public:
  Blocks(std::uint64_t n, std::uint64_t grain, tamis_body body, void* context)
      : n_(n),
        grain_(std::max<std::uint64_t>(grain, 1)),
        body_(body),
        context_(context),
        lowest_failure_(count()) {}
  std::uint64_t count() const { return n_ / grain_ + (n_ % grain_ != 0); }
  void run(std::uint64_t block) {
    tamis_error e;
    tamis::detail::clear_error(e);
    const std::uint64_t first = block * grain_, last = std::min(n_, first + grain_);
    e.code = tamis::detail::enter(&e, body_, context_, first, last);
    if (e.code == TAMIS_OK) return;
    const std::scoped_lock lock(mutex_);
    if (block >= lowest_failure_) return;
    lowest_failure_ = block;
    error_ = e;
  }
  std::int32_t finish(tamis_error* error) const {
    if (error_.code != TAMIS_OK) *error = error_;
    return error_.code;
  }

 private:
  std::uint64_t n_, grain_;
  tamis_body body_;
  void* context_;
  std::mutex mutex_;
  std::uint64_t lowest_failure_;
  tamis_error error_{};
};

OrderedRuntime& at(void* self) { return *static_cast<OrderedRuntime*>(self); }

}  // namespace

std::uint64_t at_once(std::uint64_t times, const std::function<void(std::uint64_t)>& one,
                      const std::function<void(std::uint64_t)>& other) {
  StartingLine line;
  std::atomic<int> inside{0};
  std::atomic<std::uint64_t> met{0};
  const auto run = [&](const auto& body, std::exception_ptr& thrown) {
    in_pair = true;
    for (std::uint64_t i = 0; i < times; ++i) {
      line.wait();
      if (inside.fetch_add(1, std::memory_order_relaxed) == 1) met.fetch_add(1, std::memory_order_relaxed);
      try {
        if (!thrown) body(i);
      } catch (...) {
        thrown = std::current_exception();
      }
      inside.fetch_sub(1, std::memory_order_relaxed);
    }
    in_pair = false;
  };
  std::exception_ptr of_one, of_other;
  std::thread second([&] { run(other, of_other); });
  run(one, of_one);
  second.join();
  for (const std::exception_ptr& thrown : {of_one, of_other})
    if (thrown) std::rethrow_exception(thrown);
  return met;
}

void until_met(std::uint64_t often, const std::function<std::uint64_t()>& work) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  for (std::uint64_t met = work(); met < often && std::chrono::steady_clock::now() < deadline;) met += work();
}

void expect_undisturbed(const std::string& what, const std::function<std::vector<double>()>& one,
                        const std::function<std::vector<double>()>& other) {
  constexpr std::uint64_t kTimes = 500, kOften = 5000;
  const auto expect = [&](const std::vector<double>& alone, const std::vector<double>& now) {
    for (std::size_t i = 0; i < alone.size(); ++i)
      if (alone[i] != now[i])
        fail(
            "two calls of {} at once disturb each other, {} instead of {}: functions that are const keep "
            "nothing in members or globals",
            what, now[i], alone[i]);
  };
  const std::vector<double> alone = one(), other_alone = other();
  until_met(kOften, [&] {
    return at_once(
        kTimes, [&](std::uint64_t) { expect(alone, one()); },
        [&](std::uint64_t) { expect(other_alone, other()); });
  });
}

OrderedRuntime::OrderedRuntime(Runtime services, BlockOrder order)
    : services_(services),
      order_(order),
      table_{sizeof(tamis_runtime),
             this,
             [](void* self, std::uint64_t n, std::uint64_t grain, tamis_body body, void* context,
                tamis_error* e) noexcept { return at(self).run(n, grain, body, context, e); },
             [](void* self) noexcept { return at(self).services_.seed(); },
             [](void*) noexcept { return std::int32_t{TAMIS_OK}; },
             [](void*, tamis_text) noexcept {},
             [](void*, tamis_text, std::uint64_t, std::uint64_t) noexcept {},
             [](void* self, tamis_text path, tamis_cells* out, tamis_error* e) noexcept {
               const tamis_runtime& services = *at(self).services_.raw();
               return services.read_cells(services.self, path, out, e);
             }} {}

std::int32_t OrderedRuntime::run(std::uint64_t n, std::uint64_t grain, tamis_body body, void* context,
                                 tamis_error* error) {
  Blocks blocks(n, grain, body, context);
  const std::uint64_t count = blocks.count();
  if (order_ == BlockOrder::at_once && count > 1 && !in_pair) {
    at_once((count + 1) / 2, [&](std::uint64_t i) { blocks.run(2 * i); },
            [&](std::uint64_t i) {
              if (2 * i + 1 < count) blocks.run(2 * i + 1);
            });
  } else {
    for (std::uint64_t i = 0; i < count; ++i) blocks.run(order_ == BlockOrder::backward ? count - 1 - i : i);
  }
  return blocks.finish(error);
}

}  // namespace tamis::framework::conformance
