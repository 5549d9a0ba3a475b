/// \file silent.hpp
/// A runtime for work on data that are not the user's.
#pragma once

#include <tamis/runtime.hpp>

namespace tamis::framework {

/// The same, without warnings and progress: they would speak of shuffled columns, or of knockoffs.
inline tamis_runtime silent(const Runtime& runtime) {
  tamis_runtime silent = *runtime.raw();
  silent.warn = [](void*, tamis_text) {};
  silent.progress = [](void*, tamis_text, std::uint64_t, std::uint64_t) {};
  return silent;
}

}  // namespace tamis::framework
