/// \file outcome.hpp
/// What several stages found, as one outcome.
#pragma once

#include <tamis/framework/selection/result.hpp>

#include <vector>

namespace tamis::framework {

/// That of the last stage, or of the one before where the last was cut short before its first step; with the
/// status of the last, the evaluations of all, and in the ranking what earlier stages left out, latest first.
/// \param stages  those that began, at least one.
StageResult outcome_of(const std::vector<StageResult>& stages);

}  // namespace tamis::framework
