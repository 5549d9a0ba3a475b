/// \file differences.hpp
/// How far two samples are apart in each feature, between 0 and 1.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::relief {

using numerics::Sample;

/// What the difference to a missing cell is. expected: the mean over the values that it could have, which are those of the same class;
/// weka: as in Weka, 1 - 1/values of a nominal feature and the largest possible one of a numeric feature.
enum class MissingDifference : int { expected, weka };

/// d_f(i, j) of m samples: |a - b| / (max - min) of numbers, 0 or 1 of nominal features, 0 where all are equal. A categorical column
/// whose values are selected as one is one nominal feature here, so that it counts once.
class Differences {
 public:
  /// \param samples  those that are compared, ascending; ranges and frequencies are theirs.
  /// \param classes  of each of them, 0..: what a missing cell could be is drawn from its class. Empty: from all.
  /// O(m d); of a feature with missing cells O(m log m) for each class.
  Differences(const Dataset& data, std::span<const Sample> samples, std::span<const std::uint32_t> classes,
              MissingDifference missing, const Runtime& runtime);

  std::size_t samples() const { return samples_; }
  std::size_t features() const { return columns_.size(); }
  /// From what each of these features has, what each feature of the dataset has.
  std::vector<double> of_dataset(std::span<const double> of_features) const;
  /// d_f(i, j).
  double of(std::size_t f, std::size_t i, std::size_t j) const;
  /// Adds w d_f(i, j) to sums[f] for all f.
  void add(std::size_t i, std::size_t j, double w, double* sums) const;
  /// Numbers that no sample lacks: d_f(i, j) is |row(i)[f] - row(j)[f]|.
  std::span<const std::size_t> numbers() const { return numbers_; }
  /// The other features.
  std::span<const std::size_t> others() const { return others_; }
  /// What sample i has of each feature: of numbers (x - min) / (max - min), of nominal features the code.
  const double* row(std::size_t i) const { return rows_.data() + i * features(); }

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
  double at(std::size_t i, std::size_t f) const { return row(i)[f]; }

  std::size_t samples_ = 0, n_classes_ = 1;
  std::vector<std::vector<Feature>> columns_;  // of each feature, those of the dataset
  std::vector<std::uint32_t> classes_;
  std::vector<char> nominal_;
  std::vector<double> rows_;
  std::vector<std::size_t> numbers_, others_;
  std::vector<std::int32_t> gaps_of_;  // of each feature: its place in gaps_, or -1
  std::vector<Gaps> gaps_;
};

}  // namespace tamis::relief
