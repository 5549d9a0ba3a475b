#include "memory.hpp"

#include <dlfcn.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace tamis::framework::conformance {
namespace {

struct Held {
  std::size_t mapped = 0;  ///< bytes of the address space
  std::size_t in_use = 0;  ///< what malloc has given out: small blocks, and large ones that are mapped
};

Held held() {
  Held now;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    std::size_t pages = 0;
    if (std::fscanf(file, "%zu", &pages) == 1)
      now.mapped = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::fclose(file);
  }
  const struct mallinfo2 info = ::mallinfo2();
  now.in_use = info.uordblks + info.hblkhd;
  return now;
}

/// By either measure; both see a large block.
std::size_t growth(const Held& before, const Held& after) {
  return std::max(after.mapped - std::min(before.mapped, after.mapped),
                  after.in_use - std::min(before.in_use, after.in_use));
}

}  // namespace

bool is_sanitized() { return ::dlsym(RTLD_DEFAULT, "__sanitizer_set_death_callback") != nullptr; }

void limit_memory() {
  if (is_sanitized()) return;
  rlimit limit{};
  ::getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, kMemoryLimit);
  ::setrlimit(RLIMIT_DATA, &limit);
}

std::size_t left_by_each(const std::function<void()>& work) {
  // What is left behind grows in every window of calls; a cache, or malloc's own lists, have filled up by one
  // of them: the lists of small blocks were seen to take ten.
  constexpr std::size_t kWindows = 60, kCalls = 4, kRoom = 16, kTooMuch = kMemoryLimit / 8;
  for (std::size_t i = 0; i < 2; ++i) work();
  const Held first = held();
  std::vector<std::size_t> of_windows;
  for (std::size_t window = 0; window < kWindows; ++window) {
    const Held before = held();
    for (std::size_t i = 1; i <= kCalls; ++i) {
      work();
      // the machine's memory is not spent on being sure
      if (const std::size_t all = growth(first, held()); all > kTooMuch) return all / (window * kCalls + i);
    }
    of_windows.push_back(growth(before, held()) / kCalls);
    if (of_windows.back() < kRoom) return 0;
  }
  // the middle one: in some malloc gives back what it kept before
  const auto middle = of_windows.begin() + kWindows / 2;
  std::nth_element(of_windows.begin(), middle, of_windows.end());
  return *middle;
}

}  // namespace tamis::framework::conformance
