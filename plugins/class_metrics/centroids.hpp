/// \file centroids.hpp
/// Where the samples of a class are on average.
#pragma once

#include "classes.hpp"

#include <tamis/eigen.hpp>

namespace tamis::class_metrics {

/// One column of d numbers per class: the mean of each feature over the samples of the class, in the units of
/// distances ((x - centre) / scale), or of codes where the criterion reads codes, which have no unit that
/// could outweigh another feature's. Soft labels weigh a sample by its probabilities; a sample of several
/// labels counts for each. O(d (n + labels)), features in parallel.
/// \throws DataError  a class without samples, or data without numbers and codes.
Eigen::MatrixXd centroids(const Dataset& data, const NamedClasses& classes, const Runtime& runtime);

}  // namespace tamis::class_metrics
