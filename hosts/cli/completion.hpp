/// \file completion.hpp
/// What may stand next on a command line: for the completion of shells (hosts/cli/completion/).
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace tamis::cli {

/// `tamis complete WORD...`: what the last word (perhaps "") may become, a line each, with what it means
/// behind a tab; nothing where it may be a file. Commands, flags and choices are those of `app`, ids and
/// options those of the plugins' manifests; no library is loaded.
std::string completions(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace tamis::cli
