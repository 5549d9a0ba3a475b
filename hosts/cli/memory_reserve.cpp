#include "memory_reserve.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace tamis::cli {
namespace {

constexpr std::size_t kReserve = 1 << 20;  // bytes; what is destroyed on the way out wants some kilobytes

std::atomic<void*> reserve{nullptr};

void give_back() {
  std::set_new_handler(nullptr);
  std::free(reserve.exchange(nullptr));  // of several threads that are short of memory, once
  throw std::bad_alloc();
}

}  // namespace

void reserve_memory() {
  rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) ::mallopt(M_ARENA_MAX, 2);
  reserve = std::malloc(kReserve);
  std::set_new_handler(give_back);
}

}  // namespace tamis::cli
