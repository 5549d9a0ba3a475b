/// \file doubtful_features.hpp
/// Features that would come first, or spoil others, for the wrong reason: they number or name the rows, or repeat
/// the target.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// Whether the values are consecutive whole numbers: from 0 or 1 in the order of the rows (of at least 3), or from
/// anywhere in any order (of at least 10). O(n); for most columns the first values decide.
bool numbers_the_rows(std::span<const double> values);

/// Whether each value stands for one class and each class for one value, or of a real target each value is that of
/// the target; of at least 10 samples whose target is known. O(n); for most columns the first values decide.
/// \param values  n, without gaps: those of a feature, or codes of categories.
bool repeats_target(std::span<const double> values, const TargetColumn& target);

}  // namespace tamis::framework
