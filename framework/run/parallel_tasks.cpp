#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/run/parallel_tasks.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/support/first_failure.hpp>
#include <tamis/framework/support/share.hpp>
#include <tamis/framework/support/threads.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace tamis::framework {
namespace {

constexpr std::uint64_t kCutShort = ~std::uint64_t{0};
constexpr double kSecondsOfRound = 4;

class Tasks {
 public:
  Tasks(std::size_t n, const RuntimeOptions& options,
        const std::function<void(std::size_t, const RuntimeOptions&)>& task)
      : n_(n), alone_(options), task_(task) {
    alone_.threads = 1;
    if (alone_.team) alone_.memory = nullptr;  // of the team, which does not meet in a task
    alone_.team = nullptr;
  }

  void work(std::size_t threads, Observer& observer) {
    threads = std::min(threads, n_);
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) others.emplace_back([this] { take_tasks(); });
    } catch (const std::system_error&) {
      tell_warning(observer, fewer_threads(static_cast<int>(others.size()) + 1, static_cast<int>(threads)));
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

std::size_t threads_of(const RuntimeOptions& options) {
  return options.threads > 0 ? static_cast<std::size_t>(options.threads)
                             : std::max(1u, std::thread::hardware_concurrency());
}

std::size_t most_threads(Team& team, std::size_t mine) {
  std::size_t most = 0;
  for (const std::string& threads : team.all_gather(std::to_string(mine), "the threads"))
    most = std::max<std::size_t>(most, std::stoull(threads));
  return most;
}

/// What the tasks of one process in a round found: of each whether it came to its end, its size and itself.
std::string round_bytes(const std::vector<std::optional<std::string>>& found, double seconds) {
  std::string bytes(reinterpret_cast<const char*>(&seconds), sizeof seconds);
  for (const std::optional<std::string>& one : found) {
    const std::uint64_t size = one ? one->size() : kCutShort;
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    if (one) bytes += *one;
  }
  return bytes;
}

/// One round, of the tasks from `begin` on.
class Round {
 public:
  Round(std::size_t begin, std::size_t tasks, const RuntimeOptions& options)
      : begin_(begin), tasks_(tasks), options_(options), team_(*options.team) {}

  /// \returns whether all tasks came to their end.
  bool work(Observer& observer, const std::function<std::string(std::size_t, const RuntimeOptions&)>& task,
            const std::function<void(std::size_t, std::string_view)>& take) {
    const Share mine = share_of(tasks_, team_.rank(), team_.size());
    const auto start = std::chrono::steady_clock::now();
    const auto work = [&] {
      std::vector<std::optional<std::string>> found(mine.size());
      parallel_tasks(mine.size(), options_, observer, [&](std::size_t i, const RuntimeOptions& alone) {
        found[i] = task(begin_ + mine.begin + i, alone);
      });
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      return round_bytes(found, seconds.count());
    };
    const std::vector<std::string> all = team_.all_gather(work, "a round of tasks");
    bool complete = true;
    for (std::size_t rank = 0; rank < all.size(); ++rank)
      complete &= take_part(all[rank], share_of(tasks_, rank, team_.size()), take);
    return complete;
  }
  /// Of the process that took longest.
  double seconds() const { return seconds_; }

 private:
  bool take_part(std::string_view bytes, const Share& part,
                 const std::function<void(std::size_t, std::string_view)>& take) {
    bool complete = true;
    seconds_ = std::max(seconds_, number<double>(bytes));
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto size = number<std::uint64_t>(bytes);
      complete &= size != kCutShort;
      if (size == kCutShort) continue;
      take(begin_ + i, bytes.substr(0, size));
      bytes.remove_prefix(size);
    }
    return complete;
  }

  template <class T>
  static T number(std::string_view& bytes) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
    return value;
  }

  std::size_t begin_, tasks_;
  const RuntimeOptions& options_;
  Team& team_;
  double seconds_ = 0;
};

}  // namespace

void parallel_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                    const std::function<void(std::size_t, const RuntimeOptions&)>& task) {
  Tasks(n, options, task).work(threads_of(options), observer);
}

void shared_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                  const std::function<std::string(std::size_t, const RuntimeOptions&)>& task,
                  const std::function<void(std::size_t, std::string_view)>& take) {
  if (!options.team) {
    std::mutex mutex;
    parallel_tasks(n, options, observer, [&](std::size_t i, const RuntimeOptions& alone) {
      const std::string found = task(i, alone);
      const std::scoped_lock lock(mutex);
      take(i, found);
    });
    return;
  }
  try {
    std::size_t width = options.team->size() * most_threads(*options.team, threads_of(options));
    for (std::size_t begin = 0; begin < n;) {
      Round round(begin, std::min(width, n - begin), options);
      if (!round.work(observer, task, take)) return;
      begin += std::min(width, n - begin);
      if (round.seconds() < kSecondsOfRound / 2) width *= 2;
    }
  } catch (const Cancelled&) {  // the others have come to their end
  } catch (const BudgetSpent&) {
  }
}

}  // namespace tamis::framework
