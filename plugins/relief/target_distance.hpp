/// \file target_distance.hpp
/// How far the targets of two samples are apart, between 0 and 1.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

#include <functional>
#include <span>

namespace tamis::relief {

using numerics::Sample;

/// The distance of two sets of labels A and B of l. hamming: the share of labels that are in one of them; jaccard: 1 - |A n B| / |A u B|; f1: 1 - 2 |A n B| /
/// (|A| + |B|); by_depth: the weights of the labels that are in one of them, which are read from their depth in a tree, over the largest such
/// sum of two samples. Two empty sets have the distance 0.
enum class SetDistance : int { hamming, jaccard, f1, by_depth };

struct TargetDistanceOptions {
  ClassMetric* ground = nullptr;  ///< between classes, and expected distances of soft labels; null: 0 and 1
  DistributionMetric* divergence =
      nullptr;  ///< between soft labels; null: the expected distance of the two classes
  SetDistance sets = SetDistance::hamming;
  std::span<const double> depth_weights =
      {};  ///< of by_depth: of a label a, of a/b, ...; 1 where there are no more
};

/// d(i, j) of the i-th and the j-th sample of a list. From any thread.
using PairDistance = std::function<double(std::size_t, std::size_t)>;

/// Classes: the ground distance over the largest one between two classes that occur. Soft labels p, q: sum_st p_s q_t G_st with such a G, which is the
/// mean distance of the two true classes if the labels are calibrated; or a divergence, over the largest one between two certain labels of classes that
/// occur. Real values: |a - b| over the range. Sets: SetDistance.
/// \param data     outlives the result, as the metrics do, which are prepared here.
/// \param samples  the list, all of known target.
PairDistance target_distance(const Dataset& data, std::span<const Sample> samples,
                             const TargetDistanceOptions& options, const Runtime& runtime);

}  // namespace tamis::relief
