/// \file traits.hpp
/// The properties that a component declares besides its options. The kernel composes components by them, and the
/// conformance kit checks them.
#pragma once

#include <tamis/search_strategy.hpp>

namespace tamis {

/// Which scores are better. A criterion must declare it; `unsaid` is the initial value of describe().
enum class Better : int { unsaid, lower, higher };
/// The names of Better, in its order.
inline constexpr std::string_view kBetterNames[] = {"unsaid", "lower", "higher"};

/// The kinds of target that a criterion reads, combined by |. The kernel converts other kinds if it can (labels to one-hot
/// soft labels, soft labels to the most probable class) and refuses the rest. none: unsupervised.
enum class Targets : unsigned {
  none = 0,
  classes = 1u << TAMIS_TARGET_CLASSES,
  soft = 1u << TAMIS_TARGET_SOFT,
  real = 1u << TAMIS_TARGET_REAL,
  sets = 1u << TAMIS_TARGET_SETS
};
/// The union of two sets of kinds.
constexpr Targets operator|(Targets a, Targets b) {
  return static_cast<Targets>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Whether `set` contains `one`.
constexpr bool has(Targets set, Targets one) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0;
}

/// Label errors that do not depend on the features given the true class, by kind, combined by |.
enum class LabelFlips : unsigned {
  none = 0,
  two_classes = 1,       ///< between two classes, by any two rates with P(0|1) + P(1|0) < 1
  uniform = 2,           ///< each label becomes any other one with the same probability
  uniform_balanced = 4,  ///< the same, of classes that are equally frequent
  any = 8                ///< by any matrix of p(observed | true class) that has an inverse
};
/// The union of two sets of kinds.
constexpr LabelFlips operator|(LabelFlips a, LabelFlips b) {
  return static_cast<LabelFlips>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// The names of LabelFlips, bit by bit, as manifests write them.
inline constexpr std::string_view kLabelFlipsNames[] = {"two_classes", "uniform", "uniform_balanced", "any"};

/// All declared properties of a component, as describe() sets them and the manifest stores them. Some properties of criteria
/// say how the data must be prepared: the kernel does so for the criterion that the user chose, and its parts get the same
/// data.
struct Traits {
  // criteria
  Measures measures = Measures::subset;  ///< what a score measures
  Better better = Better::unsaid;        ///< which scores are better
  unsigned moves = 0;  ///< bit 1 << Move: the moves that a criterion scores, or that a search uses
  Targets targets = Targets::none;  ///< the kinds of target that it reads
  bool uses_unknown = false;        ///< handles samples of unknown target; otherwise the kernel drops them
  bool distances =
      false;  ///< measures distances between samples: gets z-scores unless the user turns them off
  bool discrete = false;  ///< reads codes, not doubles
  bool sparse = false;    ///< reads Dataset::sparse() if the data are sparse, and then needs no dense columns
  /// After prepare(), a score reads only the column of the candidate and, if it measures subsets, those of the subset.
  bool own_column = false;
  bool prepares_from_target = false;  ///< prepare, cost and report read no feature
  bool monotone = false;              ///< a larger subset never scores worse
  /// weights: a sample of weight 2 counts as two such samples; of a noise model, see NoiseModel::update(). groups: the samples
  /// of a group are dependent, and the scores take that into account.
  bool weights = false;
  bool groups = false;   ///< see weights
  bool missing = false;  ///< asks Dataset::missing() and ignores the values of those cells
  /// Errors under which scores of features keep their order, whatever the rates, if samples are many.
  LabelFlips order_immune = LabelFlips::none;
  bool diminishing_gains = false;  ///< a feature never adds more to a larger subset
  bool size_biased = false;  ///< scores get better with more features, even if these tell nothing
  double tolerance = 0;      ///< scores this close are equal
  // searches
  bool any_move = false;     ///< one of its moves is enough
  bool subset_only = false;  ///< compares subsets, so it needs a criterion that measures subsets
  // noise models
  bool fits = false;      ///< has start() and update()
  bool corrupts = false;  ///< has corrupt()
  // distribution metrics
  bool metric = false;  ///< symmetric, with the triangle inequality
};

}  // namespace tamis
