/// \file class_distances.hpp
/// How far apart the classes are to the criterion that ran.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// A metric on the classes, as numbers.
struct ClassDistances {
  /// Of more classes a result holds none.
  static constexpr std::size_t kMost = 50;

  std::vector<std::string> classes;
  std::vector<double> distances;  ///< l x l, symmetric, 0 on the diagonal
};

/// Of the first ground metric among the parts of the criterion; nothing where it has none, or where all
/// classes are equally far apart. The cost of the metric once more.
ClassDistances class_distances(Registry& registry, const Plan& criterion, const Dataset& data,
                               KernelRuntime& kernel);

}  // namespace tamis::framework
