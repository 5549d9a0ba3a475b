#include "memory_reserve.hpp"

#include "terminal.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

namespace tamis::cli {
namespace {

/// Bytes, of address space only: to destroy a list of JSON takes 16 for each of its items.
constexpr std::size_t kToGoOn = 2 << 20, kToEnd = 8 << 20;

std::atomic<void*> to_go_on{nullptr}, to_end{nullptr};

/// The first request that is refused is met from the reserve: it may be made where nothing can be thrown, as
/// JSON does to be destroyed. The next one ends the run, which takes memory as well.
void give_back() {
  if (void* const reserve = to_go_on.exchange(nullptr)) {
    std::free(reserve);
    return;  // and `new` tries again
  }
  std::set_new_handler(nullptr);
  std::free(to_end.exchange(nullptr));  // of several threads that are short of memory, once
  throw std::bad_alloc();
}

std::terminate_handler terminate_otherwise = nullptr;

/// Asks for no memory.
[[noreturn]] void end_without_memory() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    for (const std::string_view text : {"tamis: ", kOutOfMemory, "\n"})
      (void)!::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(kOther);
  } catch (...) {  // NOLINT(bugprone-empty-catch): whoever handled it before does so
  }
  terminate_otherwise();
  std::abort();
}

}  // namespace

void reserve_memory() {
  rlimit space{};
  // a second arena takes 64 MB of addresses, whenever a thread comes to it: those of threads that were counted on
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) ::mallopt(M_ARENA_MAX, 1);
  to_go_on = std::malloc(kToGoOn);
  to_end = std::malloc(kToEnd);
  std::set_new_handler(give_back);
  terminate_otherwise = std::set_terminate(end_without_memory);
}

}  // namespace tamis::cli
