/// \file floating_point.hpp
/// The floating-point mode of this thread: a function that leaves it changed changes every sum after it.
#pragma once

#include <cfenv>
#include <cstdint>

namespace tamis::detail {

/// The mode as it was at construction: rounding, and on x86 also flush to zero and the exception masks, of
/// both units (the x87 unit computes with long double). Reads two registers, so that it can stand around
/// every call.
class FloatingPointMode {
 public:
  FloatingPointMode() = default;
#if defined(__SSE2__)
  bool is_changed() const { return sse() != sse_ || x87() != x87_; }
  void restore() const {
    __builtin_ia32_ldmxcsr(sse_);
    asm volatile("fnclex\n\tfldcw %0" : : "m"(x87_));  // an exception that waits would trap at once
  }

 private:
  static constexpr unsigned kFlags = 0x3f;  // what happened so far: no mode
  static unsigned sse() { return __builtin_ia32_stmxcsr() & ~kFlags; }
  static std::uint16_t x87() {
    std::uint16_t word;
    asm volatile("fnstcw %0" : "=m"(word));
    return word;
  }
  unsigned sse_ = sse();
  std::uint16_t x87_ = x87();
#else
  bool is_changed() const { return std::fegetround() != rounding_; }
  void restore() const { std::fesetround(rounding_); }

 private:
  int rounding_ = std::fegetround();
#endif
};

}  // namespace tamis::detail
