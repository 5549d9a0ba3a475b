#include <tamis/framework/support/reserved_block.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>

namespace tamis::framework {
namespace {

std::size_t bytes_of(std::size_t size) {
  if (size > std::numeric_limits<std::size_t>::max() / sizeof(double)) throw std::bad_alloc();
  return std::max<std::size_t>(1, size * sizeof(double));
}

}  // namespace

ReservedBlock::ReservedBlock(std::size_t size) : bytes_(bytes_of(size)) {
  void* block = ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<double*>(block);
}

ReservedBlock::~ReservedBlock() { ::munmap(data_, bytes_); }

std::span<double> ReservedBlock::open(std::size_t begin, std::size_t size) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::span<double> values(data_ + begin, size);
  if (values.empty()) return values;
  const auto first = reinterpret_cast<std::uintptr_t>(values.data()) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(values.data() + size);
  if (::mprotect(reinterpret_cast<void*>(first), end - first, PROT_READ | PROT_WRITE) != 0)
    throw std::bad_alloc();
  return values;
}

}  // namespace tamis::framework
