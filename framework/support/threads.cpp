#include <tamis/framework/support/threads.hpp>

#include <tamis/framework/support/parallel.hpp>

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <iterator>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace tamis::framework {
namespace {

using oneapi::tbb::global_control;

/// How many more threads to have, up to `wanted`: all, if the system makes so many at one time. If it does
/// not, half of those that it makes: the others' stacks are room for what these and the data need.
int count_possible(int wanted) {
  std::promise<void> all_made;
  const std::shared_future<void> wait = all_made.get_future().share();
  const auto wait_with_memory = [wait] {
    void* volatile own = std::malloc(1);  // the first one of a thread reserves much of the address space
    std::free(own);
    wait.wait();
  };
  std::vector<std::jthread> threads;
  try {
    while (std::ssize(threads) < wanted) threads.emplace_back(wait_with_memory);
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): no more of them
  } catch (const std::bad_alloc&) {     // NOLINT(bugprone-empty-catch)
  }
  all_made.set_value();
  const int made = static_cast<int>(threads.size());
  return made < wanted ? made / 2 : made;
}

/// Has oneTBB make its threads up to `n` with this one: each takes an item and waits for the others.
void make_now(int n) {
  constexpr std::chrono::milliseconds kPatience(50);  // for threads that this machine lets run late
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  std::atomic<int> here{0};
  oneapi::tbb::task_arena arena(n);
  arena.execute([&] {
    parallel_for(static_cast<std::uint64_t>(n), [&](std::uint64_t) {
      ++here;
      while (here < n && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
  });
}

}  // namespace

int threads_by_default() { return oneapi::tbb::this_task_arena::max_concurrency(); }

int make_threads(int wanted) {
  static std::mutex mutex;
  static int made = 1;
  static bool refused = false;  // no more can be made
  const std::scoped_lock lock(mutex);
  if (wanted > made && !refused) {
    const int possible = made + count_possible(wanted - made);
    refused = possible < wanted;
    made = possible;
    constexpr auto kLimit = global_control::max_allowed_parallelism;
    const global_control allow(kLimit, static_cast<std::size_t>(made));
    make_now(
        std::min(made, static_cast<int>(global_control::active_value(kLimit))));  // others may allow less
  }
  return std::min(wanted, made);
}

std::string fewer_threads(int made, int wanted) {
  return fmt::format(
      "only {} of {} threads could be made, so these are used; `threads = {}` asks for no more", made, wanted,
      made);
}

}  // namespace tamis::framework
