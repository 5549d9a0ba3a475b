/// \file group_score.hpp
/// The score of a group of features.
#pragma once

#include <string_view>

namespace tamis::framework {

/// How a criterion of single features scores a group: by its best member, or by the mean of the members whose scores are
/// defined.
enum class GroupScore { best, mean };
/// By their values, as a config has them.
inline constexpr std::string_view kGroupScoreNames[] = {"best", "mean"};

}  // namespace tamis::framework
