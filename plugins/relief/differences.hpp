/// \file differences.hpp
/// How far two samples are apart in each feature, between 0 and 1.
#pragma once

#include <tamis/numerics/near_points.hpp>
#include <tamis/sdk.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tamis::relief {

using numerics::Sample;

/// What the difference to a missing cell is. expected: the mean over the values that it could have, which are those of the same class;
/// weka: as in Weka, 1 - 1/values of a nominal feature and the largest possible one of a numeric feature.
enum class MissingDifference : int { expected, weka };

/// d_f(i, j) of m samples: |a - b| / (max - min) of numbers, 0 or 1 of nominal features, 0 where all are equal. Their sum over f
/// is the distance of two samples: numbers that no sample lacks first, then the other features, each in their order.
class Differences {
 public:
  Differences() = default;
  /// \param samples  those that are compared, ascending; ranges and frequencies are theirs.
  /// \param classes  of each of them, 0..: what a missing cell could be is drawn from its class. Empty: from all.
  /// O(m d); of a feature with missing cells O(m log m) for each class.
  Differences(const Dataset& data, std::span<const Sample> samples, std::span<const std::uint32_t> classes,
              MissingDifference missing, const Runtime& runtime);

  std::size_t samples() const { return samples_; }
  std::size_t features() const { return features_; }
  /// d_f(i, j).
  double of(std::size_t f, std::size_t i, std::size_t j) const;
  /// Adds w d_f(i, j) to sums[f] for all f.
  void add(std::size_t i, std::size_t j, double w, double* sums) const;
  /// Adds to `sums` what is to be added for sample i, given its distances to all samples; its own is of no use.
  using AddSample = std::function<void(std::size_t i, std::span<const double> distances, double* sums)>;
  /// Sums over all samples: in blocks of one size, and the blocks in their order, so the bits do not depend on the number of
  /// threads. O(m^2 d).
  /// \param size  of `sums`.
  /// \param make  called for each block, so that a function may own room to work in.
  /// \param with_distances  otherwise `distances` is empty, and they cost nothing.
  std::vector<double> sum_over_samples(const Runtime& runtime, std::size_t size,
                                       const std::function<AddSample()>& make,
                                       bool with_distances = true) const;

 private:
  /// What a missing cell of a feature costs.
  struct Gaps {
    std::vector<std::uint8_t> missing;  // of each sample
    std::vector<std::vector<double>>
        to_sample;                // by class of the missing cell, then by the sample of the other
    std::vector<double> between;  // of two missing cells, by their classes
  };
  void scale(const Dataset& data, std::span<const Sample> samples);
  void find_gaps(const Dataset& data, std::span<const Sample> samples, MissingDifference missing,
                 std::size_t f);
  void expect(Gaps& gaps, std::size_t f) const;
  void assume_worst(Gaps& gaps, std::size_t f) const;
  std::size_t class_of(std::size_t i) const { return classes_.empty() ? 0 : classes_[i]; }
  double at(std::size_t i, std::size_t f) const { return rows_[i * features_ + f]; }
  /// Distances of the samples of a panel to all, row by row.
  void fill_rows(std::size_t panel, std::vector<numerics::NearPoints>& near,
                 std::vector<double>& distances) const;

  std::size_t samples_ = 0, features_ = 0, n_classes_ = 1;
  std::vector<std::uint32_t> classes_;
  std::vector<char> nominal_;
  std::vector<double> rows_;           // (x - min) / (max - min) or a code, sample by sample
  numerics::PointPanels numbers_;      // the same of the numbers that no sample lacks
  std::vector<std::size_t> others_;    // the other features
  std::vector<std::int32_t> gaps_of_;  // of each feature: its place in gaps_, or -1
  std::vector<Gaps> gaps_;
};

}  // namespace tamis::relief
