/// \file one_standard_error.hpp
/// How many features an evaluation speaks for.
#pragma once

#include <tamis/framework/study/evaluation.hpp>

#include <cstddef>
#include <optional>

namespace tamis::framework {

/// The smallest size whose mean loss is at most the least one plus the standard error there: more features
/// may be no better than luck (Breiman, Friedman, Olshen, Stone. Classification and Regression Trees.
/// Wadsworth 1984, section 3.4.3). Of the sizes that every finished split has reached, since means over
/// different splits cannot be compared. Nothing where fewer than two splits were finished, or no size is
/// common to all.
std::optional<std::size_t> one_standard_error_size(const Evaluation& evaluation);

}  // namespace tamis::framework
