/// \file distinct_features.hpp
/// Which features of a dataset can tell something that no other does.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::mutual_information {

/// Features that are constant, and those that copy another: the same column or its mirror image, shifted, in
/// the units of distances. On z-scores that is every a x + b; without standardising a multiple is another
/// feature, since it stretches distances. A subset measures a copy once: {f, copy of f} holds what {f} holds,
/// while densities in one dimension too many would count its information again.
///
/// Values are compared as they are, before any jitter, up to rounding: kRounding standard deviations.
class DistinctFeatures {
 public:
  static constexpr double kRounding = 1e-9;

  DistinctFeatures() = default;
  /// \param samples  those that take part. O(n p) for p features, and O(n) more for each copy.
  DistinctFeatures(const Dataset& data, std::span<const numerics::Sample> samples, const Runtime& runtime);

  bool constant(Feature f) const { return constant_[f] != 0; }
  /// The first feature that f copies, or f itself. Copies of a feature have the same original.
  Feature original(Feature f) const { return original_[f]; }
  /// What `subset` measures: the originals of its features that are not constant, ascending, each once.
  std::vector<Feature> measured(Subset subset) const;
  /// Why `joining` would add nothing to `subset`; empty where it may add something.
  std::string_view redundancy(Feature joining, Subset subset) const;

 private:
  std::vector<char> constant_;
  std::vector<Feature> original_;
};

}  // namespace tamis::mutual_information
