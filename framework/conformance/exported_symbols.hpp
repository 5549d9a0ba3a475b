/// \file exported_symbols.hpp
/// What a shared library offers to the linker, read from its file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// The names of the dynamic symbols that the library defines and others can see, sorted.
/// \throws PluginError  when the file has no table of dynamic symbols, or one that is damaged.
std::vector<std::string> exported_symbols(const std::filesystem::path& file);

}  // namespace tamis::framework::conformance
