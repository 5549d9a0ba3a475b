/// \file knn_classifier.hpp
/// Classes by the votes of near samples, for targets with one or several labels.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/neighbours.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// The k nearest rows vote, where a training sample with several labels is a row for each, in the order of
/// its classes. A row has the weight of its sample for a vote, 1 where the data have no weights. Distances
/// are Euclidean in the dataset's units, of equal ones the smaller row goes first. Classes are ordered by
/// votes, then by what all training rows of theirs weigh, then by index.
class KnnClassifier {
 public:
  /// Searches the neighbours, once for every k up to `most`. Cost: see numerics/neighbours.hpp.
  /// \param data      training samples and queries together, with a target of classes or sets of labels;
  ///                  outlives this object.
  /// \param training  ascending; samples of unknown target have no row.
  /// \param queries   ascending.
  /// \param most      >= 1.
  /// \throws DataError  no training sample has a known target, or the target has no classes.
  KnnClassifier(const Dataset& data, std::span<const numerics::Sample> training,
                std::span<const numerics::Sample> queries, std::size_t most, const Runtime& runtime);

  /// For each query all classes, the most probable first. O(k + l log l) a query, for l classes.
  /// \param k  1..most; all rows vote where there are no more.
  std::vector<std::vector<std::uint32_t>> rank(std::size_t k) const;

  /// For each query the most probable class alone: the first of rank(). O(k + l) a query.
  std::vector<std::int32_t> predict(std::size_t k) const;

 private:
  std::vector<double> votes(std::size_t query, std::size_t k) const;
  double weight(numerics::Sample i) const { return weights_.empty() ? 1.0 : weights_[i]; }

  Target target_;
  Runtime runtime_;
  std::span<const double> weights_;
  std::vector<double> frequency_;  // of each class, what its training rows weigh
  numerics::NeighbourLists near_;
};

}  // namespace tamis::framework
