/// \file text.hpp
/// Numbers in messages.
#pragma once

#include <charconv>
#include <string>

namespace tamis {

/// The shortest text that reads back as v: 0.1, 1e+308.
inline std::string text_of(double v) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, v).ptr};
}

}  // namespace tamis
