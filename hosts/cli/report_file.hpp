/// \file report_file.hpp
/// The result of a run as a page for people.
#pragma once

#include <string>

namespace tamis::cli {

/// Of the text of one result, exactly as `tamis report` makes it of a file of this name.
std::string report_of(const std::string& json, const std::string& name);

}  // namespace tamis::cli
