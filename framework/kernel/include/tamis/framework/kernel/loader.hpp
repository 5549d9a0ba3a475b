/// \file loader.hpp
/// Opens a plugin library whose manifest was judged good.
#pragma once

#include <tamis/abi/plugin.h>
#include <tamis/framework/kernel/descriptor.hpp>

#include <filesystem>
#include <vector>

namespace tamis::framework {

/// Loads the library and compares what it offers with its manifest. The library is never unmapped: code of it
/// may be running, or be named by a destructor, until the process ends. The floating-point environment is
/// what it was before (a library built with -Ofast changes it by being loaded).
/// \returns the components, in the manifest's order; a second call for the same file returns the same ones.
/// \throws PluginError  when it does not load, or offers something else than its manifest says.
std::vector<tamis_component> load_components(const std::filesystem::path& file, const Manifest& manifest);

}  // namespace tamis::framework
