/// \file observed_labels.hpp
/// The labels as they were given, which may be wrong or missing.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

#include <algorithm>
#include <vector>

namespace tamis::mutual_information {

struct ObservedLabels {
  std::vector<numerics::Sample> sample;  ///< those that take part, whose weight is above 0, ascending
  std::vector<double> weight;            ///< of each of these, in units of their mean
  std::vector<std::int32_t> label;       ///< of each of these: 0..classes-1, or -1 where unknown
  std::vector<std::size_t> count;        ///< samples of each class
  std::vector<double> mass;              ///< their weights
  double labelled = 0;                   ///< weight of the samples whose label is known

  ObservedLabels() = default;
  /// Takes labels of classes with fewer than `least` samples as unknown, with a warning that names the class;
  /// warns of those with fewer than k + 1, whose spheres reach over the whole class, and of a single class.
  /// \throws DataError  no label is left, or samples times classes are more than 10^9.
  ObservedLabels(const Dataset& data, std::size_t least, std::size_t k, const Runtime& runtime);

  /// How many take part, which is also what their weights sum to.
  std::size_t samples() const { return label.size(); }
  std::size_t classes() const { return count.size(); }
  bool known(std::size_t i) const { return label[i] >= 0; }
  /// Whether all labels are of one class.
  bool single_class() const {
    return std::ranges::count(count, std::size_t{0}) + 1 == static_cast<std::ptrdiff_t>(count.size());
  }
  /// Share of class s among the labelled samples, by weight: p_Y, and the first p_S.
  double prior(std::size_t s) const { return mass[s] / labelled; }
};

/// These labels as those of all samples: samples that do not take part keep theirs.
std::vector<std::int32_t> labels_of_all(const Dataset& data, const ObservedLabels& labels);

}  // namespace tamis::mutual_information
