#include <tamis/framework/run/parallel_tasks.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/first_failure.hpp>
#include <tamis/framework/support/threads.hpp>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace tamis::framework {
namespace {

class Tasks {
 public:
  Tasks(std::size_t n, const RuntimeOptions& options,
        const std::function<void(std::size_t, const RuntimeOptions&)>& task)
      : n_(n), alone_(options), task_(task) {
    alone_.threads = 1;
  }

  void work(std::size_t threads, Observer& observer) {
    threads = std::min(threads, n_);
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) others.emplace_back([this] { take_tasks(); });
    } catch (const std::system_error&) {
      observer.warning(fewer_threads(static_cast<int>(others.size()) + 1, static_cast<int>(threads)));
    }
    take_tasks();
    others.clear();  // joins
    first_.rethrow();
  }

 private:
  void take_tasks() {
    for (std::size_t next = next_++; next < n_; next = next_++) {
      if (stop_ || (alone_.interrupted && *alone_.interrupted)) return;
      try {
        task_(next, alone_);
      } catch (const Cancelled&) {
        return;
      } catch (const BudgetSpent&) {
        return;
      } catch (...) {
        stop_ = true;
        first_.keep(next);
      }
    }
  }

  const std::size_t n_;
  RuntimeOptions alone_;
  const std::function<void(std::size_t, const RuntimeOptions&)>& task_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  FirstFailure first_;
};

}  // namespace

void parallel_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                    const std::function<void(std::size_t, const RuntimeOptions&)>& task) {
  const std::size_t threads = options.threads > 0 ? static_cast<std::size_t>(options.threads)
                                                  : std::max(1u, std::thread::hardware_concurrency());
  Tasks(n, options, task).work(threads, observer);
}

}  // namespace tamis::framework
