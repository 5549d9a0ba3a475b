/// \file svg.hpp
/// What all charts are drawn with.
#pragma once

#include <string>
#include <string_view>

namespace tamis::framework {

/// A text as it may stand in SVG and HTML, between tags and in attributes. Control characters become spaces.
std::string escaped_xml(std::string_view text);

/// The first of the characters, with an ellipsis for the rest, where there are more than `most`.
std::string clipped(const std::string& text, std::size_t most);

}  // namespace tamis::framework
