/// \file container_abi.hpp
/// With -D_GLIBCXX_DEBUG std::vector and its like have another layout: a program and a library that differ in
/// it misread each other's objects. Such a program does not link, for want of a symbol whose name says why.
#pragma once

#include <version>  // some header of the standard library must have been seen: it may define the macro

namespace tamis::framework {

#ifdef _GLIBCXX_DEBUG
extern const char library_built_with_GLIBCXX_DEBUG;
[[gnu::used]] static const char* const container_abi = &library_built_with_GLIBCXX_DEBUG;
#else
extern const char library_built_without_GLIBCXX_DEBUG;
[[gnu::used]] static const char* const container_abi = &library_built_without_GLIBCXX_DEBUG;
#endif

}  // namespace tamis::framework
