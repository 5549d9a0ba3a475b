/// \file ground_distances.hpp
/// Messages about ground distances that users gave.
#pragma once

#include "classes.hpp"

#include <tamis/eigen.hpp>

#include <functional>

namespace tamis::class_metrics {

/// Throws an error that says where the distance from class i to class j was given, and what is wrong with it.
using Refuse = std::function<void(std::uint32_t i, std::uint32_t j, const std::string& fault)>;

/// Calls `refuse` unless the distances are finite, non-negative, symmetric, and zero on the diagonal. O(l^2).
void check(ConstMatrix d, const NamedClasses& classes, const Refuse& refuse);

/// Warns of the worst triangle that is broken, if any is. O(l^3).
void warn_of_triangle(ConstMatrix d, const NamedClasses& classes, const Runtime& runtime);

}  // namespace tamis::class_metrics
