#include "memory_reserve.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace tamis::cli {
namespace {

/// Bytes, of address space only: to destroy a list of JSON takes 16 for each of its items.
constexpr std::size_t kReserve = 8 << 20;

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
