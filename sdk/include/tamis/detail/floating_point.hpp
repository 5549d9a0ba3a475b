/// \file floating_point.hpp
/// The floating-point mode of this thread: a function that leaves it changed changes every sum after it.
#pragma once

#include <cfenv>

namespace tamis::detail {

/// The mode as it was at construction: rounding, and on x86 also flush to zero and the exception masks. Reads
/// one register, so that it can stand around every call.
class FloatingPointMode {
 public:
  FloatingPointMode() = default;
  bool is_changed() const { return now() != then_; }
  void restore() const {
#if defined(__SSE2__)
    std::fesetround(static_cast<int>(then_ & kRounding) >> 3);  // the x87 unit has a mode of its own
    __builtin_ia32_ldmxcsr(then_);
#else
    std::fesetround(then_);
#endif
  }

 private:
#if defined(__SSE2__)
  static constexpr unsigned kFlags = 0x3f;         // what happened so far: no mode
  static constexpr unsigned kRounding = 3u << 13;  // FE_UPWARD and its like, 3 bits higher
  static unsigned now() { return __builtin_ia32_stmxcsr() & ~kFlags; }
  unsigned then_ = now();
#else
  static int now() { return std::fegetround(); }
  int then_ = now();
#endif
};

}  // namespace tamis::detail
