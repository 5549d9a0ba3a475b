/// \file output_path.hpp
/// Where a config lets its run write.
#pragma once

#include <tamis/framework/support/section.hpp>

#include <filesystem>

namespace tamis::framework {

/// The output that a key names; "": none. A config may come from somebody else, so what is in its file
/// begins at the file's folder and stays below it; what was typed, or made by a program, lies where it says.
/// \throws ParamError
std::filesystem::path take_output(Section& section, std::string_view key);

}  // namespace tamis::framework
