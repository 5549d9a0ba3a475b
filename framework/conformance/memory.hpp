/// \file memory.hpp
/// The memory of this process: how much there is at most, and whether repeated work lets go of what it takes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace tamis::framework::conformance {

/// What a test may take at most, so that a component which never lets go fails alone and not the machine.
inline constexpr std::size_t kMemoryLimit = std::size_t{2} << 30;  // bytes

/// Whether a sanitizer runs in this process. It keeps memory of its own, terabytes of addresses among it.
bool is_sanitized();

/// From now on, memory beyond kMemoryLimit is refused: std::bad_alloc, or null. Not under a sanitizer.
void limit_memory();

/// Bytes that each call of `work` leaves behind for good, in the heap or as pages mapped beside it: what
/// grows once, a cache say, is none. 0 where nothing is left.
std::size_t left_by_each(const std::function<void()>& work);

}  // namespace tamis::framework::conformance
