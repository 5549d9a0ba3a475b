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
/// O(d n log n), in parallel over features; n d bytes.
class Bins {
 public:
  static constexpr std::size_t kMost = 256;

  Bins() = default;
  /// \param features  whose columns are binned, in this order; the j-th one is column(j).
  Bins(const Dataset& data, Subset features, const Runtime& runtime);

  std::size_t samples() const { return samples_; }
  std::size_t features() const { return levels_.size(); }
  /// The codes of a feature, one per sample.
  std::span<const Code> column(std::size_t j) const { return {codes_.data() + j * samples_, samples_}; }
  /// How many bins it has, missing cells counted as one; 1 where it is constant.
  std::size_t levels(std::size_t j) const { return levels_[j]; }
  /// Whether code 0 means that the cell is missing.
  bool has_missing(std::size_t j) const { return has_missing_[j] != 0; }

  /// Behind all features as many shadows: the same columns with their samples in the order of `shuffled`, so
  /// that they know nothing of the target and of each other what they knew.
  void add_shadows(std::span<const Sample> shuffled);

 private:
  std::size_t samples_ = 0;
  std::vector<Code> codes_;
  std::vector<std::size_t> levels_;
  std::vector<char> has_missing_;
};

}  // namespace tamis::forest
