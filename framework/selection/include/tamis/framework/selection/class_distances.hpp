/// \file class_distances.hpp
/// The distances between the classes that the criterion used.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// A metric on the classes, as numbers.
struct ClassDistances {
  /// With more classes a result has no matrix.
  static constexpr std::size_t kMost = 50;

  std::vector<std::string> classes;
  std::vector<double> distances;  ///< l x l, symmetric, 0 on the diagonal
};

/// The distances of the first ground metric among the parts of the criterion; empty if there is none, or if all classes are
/// equally far apart. Computes the metric once more.
ClassDistances class_distances(Registry& registry, const Plan& criterion, const Dataset& data,
                               KernelRuntime& kernel);

}  // namespace tamis::framework
