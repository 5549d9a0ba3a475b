/// \file bins.hpp
/// Features as codes of at most 256 values, which is all that the trees see of them.
#pragma once

#include <tamis/sdk.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::forest {

/// The number of a sample.
using Sample = std::uint32_t;
/// The bin of a value: larger values have larger codes.
using Code = std::uint8_t;

/// The features of n samples, each in at most 256 bins: one per distinct value where there are no more, else
/// bins of about equally many samples. What a tree may ask is whether a value is in a lower bin or not, so
/// bins are the only loss, and a shift or another increasing map of a feature changes no code.
///
/// Where cells of a feature are missing, these have the code 0 and its values the codes 1 to 255.
///
/// A categorical column whose values are selected as one is one column here, and its codes have no order: a tree may ask for any set
/// of them. That a cell is missing is one of them. A column of more values than there are codes stays as many columns.
///
/// O(d n log n), in parallel over features; n d bytes.
class Bins {
 public:
  static constexpr std::size_t kMost = 256;

  Bins() = default;
  /// \param features  those that are binned; the columns are in the order of their first features.
  Bins(const Dataset& data, Subset features, const Runtime& runtime);

  std::size_t samples() const { return samples_; }
  std::size_t columns() const { return levels_.size(); }
  /// The column that shows the k-th of the features, before add_shadows().
  std::size_t column_of(std::size_t k) const { return column_of_[k]; }
  /// The codes of a column, one per sample.
  std::span<const Code> column(std::size_t j) const { return {codes_.data() + j * samples_, samples_}; }
  /// How many bins it has, missing cells counted as one; 1 where it is constant.
  std::size_t levels(std::size_t j) const { return levels_[j]; }
  /// Whether code 0 means that the cell is missing.
  bool has_missing(std::size_t j) const { return has_missing_[j] != 0; }
  /// Whether the order of the codes means nothing.
  bool is_categorical(std::size_t j) const { return is_categorical_[j] != 0; }

  /// Behind all columns as many shadows: the same columns with their samples in the order of `shuffled`, so
  /// that they know nothing of the target and of each other what they knew.
  void add_shadows(std::span<const Sample> shuffled);

 private:
  void bin_numbers(const Dataset& data, Feature feature, std::size_t j);
  void code_categories(const Dataset& data, std::span<const Feature> indicators, std::size_t j);

  std::size_t samples_ = 0;
  std::vector<std::size_t> column_of_;
  std::vector<Code> codes_;
  std::vector<std::size_t> levels_;
  std::vector<char> has_missing_, is_categorical_;
};

}  // namespace tamis::forest
