/// \file ksg_target.hpp
/// The samples that take part, and what the target says of them.
#pragma once

#include "ksg_column.hpp"
#include "ksg_counts.hpp"
#include "ksg_line_search.hpp"

namespace tamis::mutual_information {

/// Samples are counted 0..n-1 among those that take part: those with a known target and, of classes, another
/// sample of their class.
struct KsgTarget {
  std::vector<numerics::Sample> samples;  ///< which of the dataset they are, ascending
  /// Of classes: the class of each, counted without those that have no two samples; else empty.
  std::vector<std::uint32_t> label;
  std::vector<std::size_t> start;  ///< where classes begin when samples stand class by class; classes + 1
  KsgColumn output;                ///< of real values; else empty
  LineSearch outputs;              ///< in `output`
  std::size_t k = 0;
  DigammaTable psi;

  KsgTarget() = default;
  /// Warns of classes of one sample, and where there is only one class or output: then I is 0.
  /// \throws DataError  the target is neither classes nor real values, or too few samples take part.
  KsgTarget(const Target& target, std::size_t k, const Runtime& runtime);

  std::size_t size() const { return samples.size(); }
  bool has_classes() const { return !label.empty(); }
  std::size_t classes() const { return start.size() - 1; }
  std::size_t class_size(std::size_t c) const { return start[c + 1] - start[c]; }

  /// Where the samples among which i looks for neighbours stand, class by class; all of real values.
  std::pair<std::size_t, std::size_t> class_range(std::uint32_t i) const {
    if (!has_classes()) return {0, size()};
    return {start[label[i]], start[label[i] + 1]};
  }
  /// The neighbours of sample i that its ball reaches: k, or `times` as many, or all.
  std::size_t neighbours(std::uint32_t i, std::size_t times = 1) const {
    return std::min(times * k, (has_classes() ? class_size(label[i]) : size()) - 1);
  }
  /// The distance of two samples in features and target together, which are `distance` apart in the features.
  double joint_distance(std::uint32_t i, std::uint32_t j, double distance) const {
    if (has_classes()) return label[i] == label[j] ? distance : std::numeric_limits<double>::infinity();
    return std::max(distance, std::abs(output.value[j] - output.value[i]));
  }
  /// Samples of the class of sample i, or with outputs at most `limit` from its own; itself included.
  /// O(1), or O(log n).
  std::uint32_t count_near(std::uint32_t i, double limit) const;

  /// The estimate, from the ball of every sample.
  double information(std::span<const BallCounts> inside) const;
};

/// All samples class by class, ascending in each.
std::vector<std::uint32_t> samples_by_class(const KsgTarget& target);
/// Places of samples on a line, class by class, ascending in each.
/// \param order  the samples on the line.
std::vector<std::uint32_t> places_by_class(const KsgTarget& target, std::span<const std::uint32_t> order);

}  // namespace tamis::mutual_information
