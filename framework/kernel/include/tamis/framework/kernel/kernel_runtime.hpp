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
  std::string sha256;                ///< of the bytes read, in hexadecimal
};
/// Reads a file; the kernel itself reads none. Throws an Error if the file cannot be used.
using CellReader = std::function<CellFile(const std::string& path)>;

/// The host's settings of a run: seed, threads, time, and what may stop it. The first three may come from a config.
struct RuntimeOptions {
  std::uint64_t seed = 0;  ///< of all random numbers
  int threads = 0;         ///< 0: one per core
  /// Counted from the beginning of the run; then BudgetSpent is thrown.
  double max_seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* interrupted = nullptr;  ///< set by the host, for example from a signal handler
  CellReader read_cells = {};  ///< for components that read files; empty: they cannot read any
  Memory* memory = nullptr;    ///< a cache of results, shared by all threads; null: none
  Team* team = nullptr;        ///< the processes that share the work; null: only this one
};

/// The same options with the time that is left of `max_seconds` since `start`.
RuntimeOptions time_left(RuntimeOptions options, std::chrono::steady_clock::time_point start);

/// Limits the threads of all parallel work while it lives; more threads than cores are allowed. Fewer threads are used if
/// the system cannot create so many.
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

/// The services for all components of one run. Results do not depend on the number of threads: the caller fixes the blocks,
/// and if several blocks fail, the error of the lowest one is reported.
class KernelRuntime {
 public:
  KernelRuntime(const RuntimeOptions& options, Observer& observer);
  ~KernelRuntime();
  KernelRuntime(const KernelRuntime&) = delete;
  KernelRuntime& operator=(const KernelRuntime&) = delete;

  Runtime runtime() const { return Runtime(&table_); }
  int threads() const { return limit_.threads(); }
  /// Each text once, in an order that does not depend on the threads: by loop, then by block. Of texts that differ only in
  /// numbers and quoted names, the first few are listed, with the number of the others.
  std::vector<std::string> warnings() const;
  /// The observer gets it now, or later through say_counts() the number of similar ones.
  void warn(const std::string& text);
  /// The number of warnings given so far, including repeated ones.
  std::uint64_t warnings_given() const;
  /// Whether warnings are ignored from now on.
  void mute(bool mute);
  /// Reports the counts of similar warnings. Call it when the work is done.
  void say_counts();
  /// The files that components have read, by path.
  std::vector<InputFile> files() const;
  /// Reports to the observer how long so many elementary operations (see Cost) will take, if that is long, or if `always`.
  void announce_cost(double operations, bool always = false) const;
  /// Names the work that follows, for the progress of loops whose component reports none itself.
  void begin_phase(std::string name);
  /// Checks that an error of type Cancelled or BudgetSpent comes from the kernel and was not thrown by a component itself.
  /// \throws PluginError  a component threw it: neither the user, the clock nor the team has stopped the run.
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
