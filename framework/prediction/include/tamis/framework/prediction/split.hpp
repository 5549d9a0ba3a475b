/// \file split.hpp
/// Which samples a method learns from, and on which it is judged.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/rng.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// How samples are divided into those that train and those that test.
struct SplitOptions {
  /// Parts of about equal size, each of which tests once what was learnt from the others; 1: hold-out.
  std::uint32_t folds = 5;
  double test_share = 0.3;    ///< of hold-out: the share of the samples that test, in (0, 1)
  std::uint32_t repeats = 1;  ///< how often all of it is drawn anew
  /// Every part has each class (of truth_of()) in proportion. Without classes, or with groups, it is not
  /// asked for.
  bool stratified = true;
};

/// One division of the samples; a sample of neither is left out.
struct Split {
  std::uint32_t repeat = 0, fold = 0;
  std::vector<char> trains, tests;  ///< n each; no sample does both
};

/// What predictions are judged by: the clean target where there is one, else the target.
const TargetColumn& truth_of(const DataTable& data);

/// Divides the samples whose truth is known; those of unknown truth train in every split and test in
/// none, and those of weight 0 do neither. Where the data have groups, each is kept whole on one side, and
/// parts are made about equal by placing the largest group first. Splits depend on the seed, the truth, the groups and weights of 0 alone,
/// not on features. O(n (repeats + folds)).
///
/// \throws ParamError  options out of range.
/// \throws DataError  too few samples or groups for the parts.
std::vector<Split> make_splits(const DataTable& data, const SplitOptions& options, std::uint64_t seed);

/// Whole groups, drawn at random: as many as come closest to a share of the samples, but not none and not
/// all. A mask of the samples. O(n).
/// \throws DataError  there is one group.
std::vector<char> drawn_groups(std::span<const std::int32_t> groups, double share, Rng rng);

}  // namespace tamis::framework
