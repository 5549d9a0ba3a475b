/// \file replay.hpp
/// The command that runs a test again.
#pragma once

#include <tamis/framework/conformance/validate.hpp>

#include <string>

namespace tamis::framework::conformance {

/// "tamis validate FILE ...": what all tests of a run share, and `only`, the flags that name this one.
std::string replay_of(const ValidateOptions& options, const std::string& only);

}  // namespace tamis::framework::conformance
