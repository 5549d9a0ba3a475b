/// \file text.hpp
/// Numbers and names in sentences.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace tamis::class_metrics {

/// The shortest text that reads back as v.
inline std::string text_of(double v) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, v).ptr};
}

inline std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

}  // namespace tamis::class_metrics
