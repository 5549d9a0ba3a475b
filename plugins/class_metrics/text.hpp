/// \file text.hpp
/// Names in sentences.
#pragma once

#include <string>
#include <string_view>

namespace tamis::class_metrics {

inline std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

}  // namespace tamis::class_metrics
