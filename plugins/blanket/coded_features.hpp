/// \file coded_features.hpp
/// Discrete features, each as the samples that differ from its most frequent code.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/runtime.hpp>

#include <cstdint>
#include <vector>

namespace tamis::blanket {

/// One feature. Its codes that occur are its levels: level 0 the most frequent (the smallest of equals), the
/// others ascending.
struct CodedFeature {
  std::vector<std::uint8_t> codes;   ///< per level, its code
  std::vector<std::uint32_t> rows;   ///< the samples that are not at level 0, ascending ...
  std::vector<std::uint8_t> levels;  ///< ... and where each is
  std::uint32_t level_count() const { return static_cast<std::uint32_t>(codes.size()); }
  /// How far a level's code lies from that of level 0.
  std::int32_t offset(std::uint8_t level) const {
    return static_cast<std::int32_t>(codes[level]) - static_cast<std::int32_t>(codes[0]);
  }
};

/// All features by columns. Memory: 5 bytes for each cell that is not at level 0.
class CodedFeatures {
 public:
  CodedFeatures() = default;
  /// O(n d).
  CodedFeatures(const Dataset& data, const Runtime& runtime);

  std::size_t samples() const { return samples_; }
  Feature features() const { return static_cast<Feature>(features_.size()); }
  const CodedFeature& operator[](Feature j) const { return features_[j]; }
  /// How many cells are not at level 0.
  std::uint64_t listed() const { return listed_; }

 private:
  std::size_t samples_ = 0;
  std::vector<CodedFeature> features_;
  std::uint64_t listed_ = 0;
};

}  // namespace tamis::blanket
