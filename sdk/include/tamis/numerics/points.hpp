/// \file points.hpp
/// Samples gathered from the columns of a Dataset, in the units of distances, as a
/// neighbour search wants them.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/aligned.hpp>
#include <tamis/runtime.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::numerics {

/// The index of a sample: a row of the dataset.
using Sample = std::uint32_t;

/// Every sample of a dataset, 0 .. n-1.
std::vector<Sample> all_samples(const Dataset& data);
/// Those of a weight above 0, or every sample where the dataset has no weights.
std::vector<Sample> samples_with_weight(const Dataset& data);
/// The weights of `samples`, each above 0, in units of their mean, so that they sum to the number of samples; 1 each where
/// the dataset has no weights. O(samples).
std::vector<double> weights_in_units_of_mean(const Dataset& data, std::span<const Sample> samples);

/// Writes feature j in the units of distances (Dataset::scaled_column); a missing cell is NaN. O(n).
void column_with_gaps(const Dataset& data, Feature j, std::span<double> out);

/// Which samples take part, and in which order their coordinates stand in memory. A missing cell is NaN.
struct Points {
  std::vector<Sample> ids;  ///< ascending
  std::size_t features = 0;
  AlignedArray values;
  std::size_t size() const { return ids.size(); }
};

/// One point after the other: coordinate f of point i at values[i * features + f]. For trees and PointMetric.
struct PointRows : Points {
  const double* row(std::size_t i) const { return values.data() + i * features; }
};

/// Eight points side by side: coordinate f of point i at values[(i / 8 * features + f) * 8 + i % 8]. For the
/// vector kernels. The last panel is filled up with zeros.
struct PointPanels : Points {
  std::size_t panels() const { return padded(size()) / kLanes; }
  const double* panel(std::size_t p) const { return values.data() + p * features * kLanes; }
};

/// Both read each chosen feature once. O(n d) time and memory.
PointRows gather_rows(const Dataset& data, std::span<const Sample> samples, const Runtime& runtime);
PointPanels gather_panels(const Dataset& data, std::span<const Sample> samples, const Runtime& runtime);

}  // namespace tamis::numerics
