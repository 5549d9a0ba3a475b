/// \file child_process.hpp
/// Runs code that may crash or hang where it can hurt nobody.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The way from a child process back to us.
class ChildPipe {
 public:
  explicit ChildPipe(int file) : file_(file) {}
  /// Reaches us even if the child dies right after it.
  /// \param text  holds no byte 0.
  void say(std::string_view text) const;
  /// The last that is said.
  void finish() const;

 private:
  int file_;
};

/// What became of a child process.
struct ChildOutcome {
  std::string output;        ///< through the channel
  std::string complained;    ///< to stderr: the last 16 KB
  std::string failure;       ///< "" where it came to its end; else "crashed (Segmentation fault)", ...
  bool crashed = false;      ///< by a signal that was not ours
  bool interrupted = false;  ///< it was killed for `interrupted`
  bool timed_out = false;    ///< it was killed at the end of its time
  bool finished() const { return failure.empty(); }
};

/// When a child is killed, with all that it started in its group.
struct TimeLimit {
  TimeLimit(double limit, const std::atomic<bool>* flag = nullptr) : seconds(limit), interrupted(flag) {}
  double seconds;
  const std::atomic<bool>* interrupted;  ///< at once when it is set; null: never
};

/// The file at which a program that run_program() starts finds its channel.
inline constexpr int kChannelFile = 3;

/// Starts a program of which nothing but its files and the environment is ours, and reaps it. It comes to its
/// end by ChildPipe(kChannelFile).finish(). Its stdout goes nowhere, its signals are as at the start of a
/// program, and it dies with the thread that waits for it.
/// \throws Error  when no process can be made.
ChildOutcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const TimeLimit& limit);

/// The same with `body` in a copy of this process without its other threads: for a process that has no other
/// threads, as locks that they hold stay locked, and that minds no exit handler which a library may run.
ChildOutcome run_in_child(const std::function<void(const ChildPipe&)>& body, const TimeLimit& limit);

}  // namespace tamis::framework
