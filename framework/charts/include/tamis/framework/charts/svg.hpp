/// \file svg.hpp
/// What all charts are drawn with.
#pragma once

#include <string>
#include <string_view>

namespace tamis::framework {

/// A text as it may stand in SVG and HTML, between tags and in attributes. Control characters become spaces.
std::string escaped_xml(std::string_view text);

}  // namespace tamis::framework
