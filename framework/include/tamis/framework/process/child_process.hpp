/// \file child_process.hpp
/// Runs code that may crash or hang where it can hurt nobody.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The way from a child process back to us.
class Channel {
 public:
  explicit Channel(int file) : file_(file) {}
  /// Reaches us even if the child dies right after it. \param text  holds no byte 0.
  void say(std::string_view text) const;

 private:
  int file_;
};

/// What became of a child process.
struct ChildOutcome {
  std::string said;   ///< through the channel
  std::string ended;  ///< "" where the body came to its end; else "crashed (Segmentation fault)", ...
  bool finished() const { return ended.empty(); }
};

/// Forks, runs `body` in the child with a deadline, and reaps the child and all that it started in its group.
/// The child is a copy of this process without its other threads; its output goes nowhere, its signals are
/// as at the start of a program, and it dies with the thread that waits for it.
/// \param seconds  after which the child is killed. \throws Error  when no process can be made.
ChildOutcome run_in_child(const std::function<void(const Channel&)>& body, double seconds);

}  // namespace tamis::framework
