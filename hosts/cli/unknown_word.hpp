/// \file unknown_word.hpp
/// A flag or a command that was misspelt.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace tamis::cli {

/// "; did you mean '--target'?": the nearest flag of the command that was named, or the nearest command where
/// none was; "" where nothing is near. Of the first word that `app` could not read.
std::string nearest_known(const CLI::App& app);

}  // namespace tamis::cli
