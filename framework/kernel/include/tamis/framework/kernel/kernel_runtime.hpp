/// \file kernel_runtime.hpp
/// The kernel's side of tamis::Runtime: threads, seed, cancellation, time, warnings, progress.
#pragma once

#include <tamis/framework/kernel/memory.hpp>
#include <tamis/framework/kernel/observer.hpp>
#include <tamis/framework/support/input_file.hpp>
#include <tamis/framework/support/threads.hpp>
#include <tamis/runtime.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tamis::framework {

class Team;
class Warnings;

/// The cells of a file that a component reads (Runtime::read_cells).
struct CellFile {
  std::string name;  ///< the path, escaped, for messages
  std::uint64_t rows = 0, columns = 0;
  std::vector<std::string> cells;    ///< column by column
  std::vector<std::uint64_t> lines;  ///< of each row in the file, from 1
  std::string sha256;                ///< of what was read, in hexadecimal
};
/// How files are read, which the kernel does not know; throws what is wrong with one.
using CellReader = std::function<CellFile(const std::string& path)>;

/// What a host decides of a run: seed, threads, time, and what may stop it. A config may name the first
/// three; the host hands them over.
struct RuntimeOptions {
  std::uint64_t seed = 0;  ///< of everything random
  int threads = 0;         ///< 0: one per core
  /// From the beginning of the run; then BudgetSpent.
  double max_seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* interrupted = nullptr;  ///< set by the host, from a signal handler say
  CellReader read_cells = {};                      ///< for components that read files; none: they cannot
  Memory* memory = nullptr;  ///< what is computed is looked up there first; of all threads
  Team* team = nullptr;      ///< the processes that share the work; none: there is this one
};

/// The same with what is left of `max_seconds` since `start`.
RuntimeOptions time_left(RuntimeOptions options, std::chrono::steady_clock::time_point start);

/// Bounds the threads of everything that runs in parallel while it lives; also allows more than there are
/// cores. Fewer than were wanted are used where the system makes no more.
class ThreadLimit {
 public:
  /// \param threads  0: one per core.
  explicit ThreadLimit(int threads);
  int threads() const { return threads_; }
  int wanted() const { return wanted_; }

 private:
  int wanted_, threads_;
  ParallelismLimit limit_;
};

/// Serves all components of one run. The number of threads changes no result: blocks are fixed by the caller,
/// and of several failures the one with the lowest block is reported.
class KernelRuntime {
 public:
  KernelRuntime(const RuntimeOptions& options, Observer& observer);
  ~KernelRuntime();
  KernelRuntime(const KernelRuntime&) = delete;
  KernelRuntime& operator=(const KernelRuntime&) = delete;

  Runtime runtime() const { return Runtime(&table_); }
  int threads() const { return limit_.threads(); }
  /// Each text once, in an order that does not depend on the threads: by loop, then by block. Of those that
  /// differ in numbers and quoted names alone, the first few and how many more there were.
  std::vector<std::string> warnings() const;
  /// The observer hears it now, or is told by say_counts() that there were more like it.
  void warn(const std::string& text);
  /// How many were given so far, the same ones again counted.
  std::uint64_t warnings_given() const;
  /// Whether what is warned of from now on is dropped.
  void mute(bool mute);
  /// When the work is done.
  void say_counts();
  /// Those that components have read, by path.
  std::vector<InputFile> files() const;
  /// Tells the observer how long so many elementary operations (see Cost) will take, where that is long, or
  /// `always`.
  void announce_cost(double operations, bool always = false) const;
  /// Names the work that follows, for the progress of loops whose component reports none of its own.
  void begin_phase(std::string name);
  /// A component lets Cancelled and BudgetSpent pass, it does not make them up.
  /// \throws PluginError  one did: neither the user, the clock nor the team has stopped the run.
  void refuse_false_end(const Error& end) const;
  Observer& observer() const { return observer_; }
  Memory* memory() const { return options_.memory; }
  Team* team() const { return options_.team; }

 private:
  struct Arena;
  struct Cells;
  tamis_cells read_cells(const std::string& path);
  std::int32_t parallel_for(std::uint64_t n, std::uint64_t grain, tamis_body, void* context, tamis_error*);
  std::int32_t stop_reason() const;

  RuntimeOptions options_;
  Observer& observer_;
  ThreadLimit limit_;
  std::chrono::steady_clock::time_point start_;
  std::unique_ptr<Arena> arena_;
  mutable std::mutex mutex_;
  std::unique_ptr<Warnings> warnings_;
  std::uint64_t warnings_given_ = 0;
  bool is_mute_ = false;
  std::uint64_t loops_ = 0;  ///< outermost loops so far
  std::string phase_;
  std::atomic<bool> component_reports_{false};
  std::map<std::string, std::unique_ptr<Cells>> files_;
  tamis_runtime table_;
};

}  // namespace tamis::framework
