/// \file memory_reserve.hpp
/// Memory for the way out.
#pragma once

namespace tamis::cli {

/// What is said where there is none.
inline constexpr const char* kOutOfMemory =
    "out of memory; fewer rows or features, or a machine with more memory, would do";

/// Sets memory aside until there is none left: it is given back before the first std::bad_alloc is thrown,
/// since destructors and the sentence that is said may need some, and a second failure there would end the
/// process. Where it does nevertheless, as a destructor met it, that is said, with the exit code of a failure.
/// Where the address space is limited (ulimit -v), threads share two arenas of malloc: each reserves 64 MB of
/// it.
void reserve_memory();

}  // namespace tamis::cli
