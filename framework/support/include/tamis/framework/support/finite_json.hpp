/// \file finite_json.hpp
/// JSON has no infinity and no NaN.
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::framework {

/// The number, or null where it is not finite.
inline nlohmann::json finite_or_null(double v) {
  return std::isfinite(v) ? nlohmann::json(v) : nlohmann::json(nullptr);
}

}  // namespace tamis::framework
