/// \file report_file.hpp
/// The result of a run as a page for people.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::cli {

/// Of the text of one result, exactly as `tamis report` makes it of the file.
std::string report_of(const std::string& json, const std::string& name);

/// Writes it and adds a sentence to `written`; returns the text of the result, for who writes that too.
std::string write_report(const std::filesystem::path& file, std::string json,
                         std::vector<std::string>& written);

}  // namespace tamis::cli
