/// \file ground_metric.hpp
/// The distances between classes by which a top-k loss counts.
#pragma once

#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/prediction/evaluate_options.hpp>

#include <optional>
#include <vector>

namespace tamis::framework {

/// The metric that evaluate.ground_metric names, checked by its manifest alone; nothing where none is named.
/// \throws ParamError  as plan_component().
std::optional<Plan> plan_ground(const Registry& registry, const EvaluateOptions& options);

/// l x l, column-major: those of the metric between the classes of truth_of(data); without one 1 between any
/// two. A metric that looks at the samples sees all of them, prepared as `how` says: it defines the loss, and
/// teaches nobody. O(l^2) and the cost of the metric.
/// \throws Error  as Composed, and what the metric throws on these classes.
std::vector<double> ground_distances(Registry& registry, const std::optional<Plan>& metric,
                                     const LoadedData& data, const PreparationOptions& how, Runtime runtime);

}  // namespace tamis::framework
