/// \file stream_copy.hpp
/// Copies for results that nobody reads soon.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tamis::framework {

/// Copies n doubles; where the processor can, past the caches: a line that is written whole is then not
/// fetched first, which a table larger than the caches would be line by line. Call stream_fence() before
/// another thread looks.
inline void stream_copy(const double* from, std::size_t n, double* to) {
#if defined(__SSE2__)
  constexpr std::size_t kLine = 64, kLineDoubles = kLine / sizeof(double);
  for (; n > 0 && reinterpret_cast<std::uintptr_t>(to) % kLine != 0; --n) *to++ = *from++;
  for (; n >= kLineDoubles; n -= kLineDoubles, from += kLineDoubles, to += kLineDoubles)
    for (std::size_t k = 0; k < kLineDoubles; k += 2) _mm_stream_pd(to + k, _mm_loadu_pd(from + k));
#endif
  std::copy_n(from, n, to);
}

inline void stream_fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace tamis::framework
