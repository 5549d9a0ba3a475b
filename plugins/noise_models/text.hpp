/// \file text.hpp
/// Numbers in the sentences of errors.
#pragma once

#include <charconv>
#include <string>

namespace tamis::noise_models {

/// The shortest text that reads back as v.
inline std::string text_of(double v) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, v).ptr};
}

}  // namespace tamis::noise_models
