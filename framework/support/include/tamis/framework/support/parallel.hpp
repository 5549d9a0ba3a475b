/// \file parallel.hpp
/// The one loop over oneTBB, for the kernel's services and for reading data.
#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <cstdint>

// ThreadSanitizer does not see how a TBB that was built without it hands work from thread to thread; these
// say it.
#if defined(__SANITIZE_THREAD__)
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace tamis::framework {

/// body(i) for i in [0, n), perhaps in parallel, in any order. Returns when all are done; what
/// they wrote is seen.
template <class Body>
void parallel_for(std::uint64_t n, const Body& body) {
#if defined(__SANITIZE_THREAD__)
  char handover = 0;
  __tsan_release(&handover);
  oneapi::tbb::parallel_for(std::uint64_t{0}, n, [&](std::uint64_t i) {
    __tsan_acquire(&handover);
    body(i);
    __tsan_release(&handover);
  });
  __tsan_acquire(&handover);
#else
  oneapi::tbb::parallel_for(std::uint64_t{0}, n, body);
#endif
}

}  // namespace tamis::framework
