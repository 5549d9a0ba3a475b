/// \file checks.hpp
/// Sizes that every noise model of this folder refuses in the same words.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::noise_models {

/// \throws ParamError  the matrix is not samples x classes.
inline void check_memberships(ConstMatrix memberships, std::uint64_t samples, std::uint32_t classes) {
  if (memberships.rows != samples || memberships.cols != classes)
    throw ParamError("a noise model of " + std::to_string(samples) + " samples and " +
                     std::to_string(classes) + " classes was handed a matrix of " +
                     std::to_string(memberships.rows) + " x " + std::to_string(memberships.cols));
}

/// \throws ParamError
inline void check_parameter_count(std::size_t seen, std::size_t wanted, std::uint32_t classes) {
  if (seen != wanted)
    throw ParamError("got " + std::to_string(seen) + " parameters of the noise model; expected " +
                     std::to_string(wanted) + " for " + std::to_string(classes) + " classes");
}

}  // namespace tamis::noise_models
