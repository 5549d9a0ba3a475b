#include <tamis/framework/support/threads.hpp>

#include <tamis/framework/support/parallel.hpp>

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <latch>
#include <list>
#include <mutex>
#include <new>
#include <thread>

namespace tamis::framework {
namespace {

using oneapi::tbb::global_control;

/// A thread that waits at a gate, on a stack of its own. The C library keeps the stacks of threads that have ended,
/// and with them the room that others were to have; this one is gone with its thread.
class WaitingThread {
 public:
  WaitingThread(std::latch& gate, std::size_t stack_size) : size_(stack_size) {
    stack_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack_ == MAP_FAILED) return;
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstack(&attributes, stack_, size_);
    runs_ = ::pthread_create(&id_, &attributes, &WaitingThread::wait, &gate) == 0;
    ::pthread_attr_destroy(&attributes);
  }
  ~WaitingThread() {
    if (runs_) ::pthread_join(id_, nullptr);
    if (stack_ != MAP_FAILED) ::munmap(stack_, size_);
  }
  WaitingThread(const WaitingThread&) = delete;
  WaitingThread& operator=(const WaitingThread&) = delete;
  bool runs() const { return runs_; }

 private:
  static void* wait(void* gate) {
    void* volatile own = std::malloc(1);  // the first one of a thread reserves much of the address space
    std::free(own);
    static_cast<std::latch*>(gate)->wait();
    return nullptr;
  }

  std::size_t size_;
  void* stack_;
  pthread_t id_{};
  bool runs_ = false;
};

std::size_t default_stack_size() {
  pthread_attr_t attributes;
  std::size_t size = 0;
  ::pthread_getattr_default_np(&attributes);
  ::pthread_attr_getstacksize(&attributes, &size);
  ::pthread_attr_destroy(&attributes);
  return size;
}

/// How many more threads to have, up to `wanted`: all, if the system makes so many at one time. If it does
/// not, half of those that it makes: the others' stacks are room for what these and the data need.
int count_possible(int wanted) {
  std::latch gate(1);
  std::list<WaitingThread> threads;
  const std::size_t stack_size = default_stack_size();
  try {
    while (std::ssize(threads) < wanted)
      if (!threads.emplace_back(gate, stack_size).runs()) {
        threads.pop_back();
        break;
      }
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): no more of them
  }
  const int made = static_cast<int>(threads.size());
  gate.count_down();
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

/// The limit is taken away by what the destructor of a global_control calls, and not by that: oneTBB may then make
/// threads for which work was waiting, and where the system refuses one it throws, which out of a destructor ends the
/// process. Nothing is lost with such a thread: whoever has work does it.
struct ParallelismLimit::Control {
  explicit Control(int threads)
      : control(global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}
  ~Control() {
    try {
      oneapi::tbb::detail::r1::destroy(control);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): see above
    }
  }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;
  union {
    global_control control;
  };
};

ParallelismLimit::ParallelismLimit(int threads) : control_(std::make_unique<Control>(threads)) {}
ParallelismLimit::~ParallelismLimit() = default;
int ParallelismLimit::now() {
  return static_cast<int>(global_control::active_value(global_control::max_allowed_parallelism));
}

int threads_by_default() { return oneapi::tbb::this_task_arena::max_concurrency(); }

int make_threads(int wanted) {
  static std::mutex mutex;
  static int made = 1;
  static bool refused = false;  // no more can be made
  const std::scoped_lock lock(mutex);
  if (wanted > made && !refused) {
    const int possible = made + count_possible(wanted - made);
    refused = possible < wanted;
    const ParallelismLimit allow(possible);
    try {
      make_now(std::min(possible, ParallelismLimit::now()));  // others may allow less
      made = possible;
    } catch (const std::exception&) {  // the room for a thread was there, and is no more
      refused = true;
    }
  }
  return std::min(wanted, made);
}

std::string fewer_threads(int made, int wanted) {
  return fmt::format(
      "only {} of {} threads could be made, so these are used; `threads = {}` asks for no more", made, wanted,
      made);
}

}  // namespace tamis::framework
