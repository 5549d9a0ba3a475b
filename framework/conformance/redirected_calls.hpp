/// \file redirected_calls.hpp
/// The calls that a library makes of others, answered by us.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>

namespace tamis::framework::conformance {

/// The address of a function, by the name of the symbol in whose place it is called.
using Answers = std::map<std::string_view, std::uintptr_t>;

template <class Function>
std::uintptr_t address(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

/// From now on, calls of the library `file`, which is loaded, for these symbols come to us. Calls of other
/// libraries, and of this program, are as ever. A library that is not ELF of 64 bits with addends keeps its own.
void redirect_calls(const std::filesystem::path& file, const Answers& answers);

}  // namespace tamis::framework::conformance
