/// \file first_failure.hpp
/// One error of many that run in parallel.
#pragma once

#include <cstdint>
#include <exception>
#include <mutex>

namespace tamis::framework {

/// Keeps the failure of the lowest item: which thread came first must not decide what a user reads. For several
/// threads.
class FirstFailure {
 public:
  /// In a catch block: `item` has failed by the exception that is handled there.
  void keep(std::uint64_t item) {
    const std::scoped_lock lock(mutex_);
    if (failure_ && item_ < item) return;
    item_ = item;
    failure_ = std::current_exception();
  }
  /// When all have ended.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::uint64_t item_ = 0;
  std::exception_ptr failure_;
};

}  // namespace tamis::framework
