/// \file pace.hpp
/// How much of a test there is time for.
#pragma once

#include <tamis/framework/support/child_process.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>

namespace tamis::framework::conformance {

/// What a test is at, how long it may go on with more of the same, and what it left out since the component is
/// slow. So a component that takes seconds for what others do in no time gets a verdict too.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  /// The share of its time limit that a test takes for what it could do without, and that of a test which is
  /// about nothing else.
  static constexpr double kShare = 0.04, kLongShare = 0.1;

  /// \param channel  hears what the test is at, in lines that begin with kAt; null: nobody does.
  Pace(const ChildPipe* channel, double time_limit)
      : channel_(channel), start_(Clock::now()), time_limit_(time_limit) {}

  /// Whether there is time for more; where there is not, `what` is noted as left out.
  bool allows(const std::string& what, double share = kShare) {
    if (spent() < share * time_limit_) return true;
    if (left_out_.find(what) == std::string::npos) left_out_ += (left_out_.empty() ? "" : ", ") + what;
    return false;
  }
  /// "" where everything was done.
  const std::string& left_out() const { return left_out_; }

  /// Begins a line that says what a test is at.
  static constexpr char kAt = '@';
  /// Where the process ends before the test does, this is what it was at.
  void at(const std::string& what) const {
    if (channel_) channel_->say(kAt + what + '\n');
  }

 private:
  /// Seconds of the processor; or a share of the time that has passed, for who sleeps. A machine that is busy
  /// with others makes no component slow.
  double spent() const {
    constexpr double kOfOthers = 4;
    const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
    return std::max(static_cast<double>(std::clock()) / CLOCKS_PER_SEC, passed / kOfOthers);
  }

  const ChildPipe* channel_;
  Clock::time_point start_;
  double time_limit_;  // seconds
  std::string left_out_;
};

}  // namespace tamis::framework::conformance
