/// \file man_pages.hpp
/// The manual, made from what the commands say of themselves: tamis(1), tamis-rank(1), ...
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>

namespace tamis::cli {

/// The page of a program alone, whose commands have theirs: tamis(1), tamis-mpi(1).
/// \throws Error  when it cannot be written.
void write_man_page(const CLI::App& app, const std::filesystem::path& folder);

/// `tamis man-pages FOLDER`, which the build runs: writes a page for the program and one for each command.
/// \throws Error  when a page cannot be written.
void write_man_pages(const CLI::App& app, const std::filesystem::path& folder);

}  // namespace tamis::cli
