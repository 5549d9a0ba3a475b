/// \file traits.hpp
/// What a component promises of itself besides its options. The kernel composes by these, the conformance kit
/// checks them.
#pragma once

#include <tamis/search_strategy.hpp>

namespace tamis {

/// Which scores are good. A criterion must say it; unsaid is what describe() begins with.
enum class Better : int { unsaid, lower, higher };
/// By the values of Better.
inline constexpr std::string_view kBetterNames[] = {"unsaid", "lower", "higher"};

/// The kinds of target that a criterion consumes, to be joined by |; the kernel converts what it can (labels
/// to one-hot soft labels, soft labels to the most probable class) and refuses the rest. none: unsupervised.
enum class Targets : unsigned {
  none = 0,
  classes = 1u << TAMIS_TARGET_CLASSES,
  soft = 1u << TAMIS_TARGET_SOFT,
  real = 1u << TAMIS_TARGET_REAL,
  sets = 1u << TAMIS_TARGET_SETS
};
/// Both.
constexpr Targets operator|(Targets a, Targets b) {
  return static_cast<Targets>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Whether `one` is among `set`.
constexpr bool has(Targets set, Targets one) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0;
}

/// All of a component's promises, as describe() sets them and the manifest carries them. Those of
/// criteria say how data are to be prepared: it is done for the criterion that the user chose, and its
/// parts see them so.
struct Traits {
  // criteria
  Measures measures = Measures::subset;  ///< what a score is about
  Better better = Better::unsaid;        ///< which scores are good
  unsigned moves = 0;               ///< bit 1 << Move: what a criterion can score; what a search asks for
  Targets targets = Targets::none;  ///< the kinds of target that it reads
  bool uses_unknown = false;        ///< handles samples of unknown target; otherwise the kernel drops them
  bool distances = false;  ///< measures distances between samples: gets z-scores unless the user refuses
  bool discrete = false;   ///< reads codes, not doubles
  bool sparse = false;     ///< reads Dataset::sparse() where data come so, and then needs no dense columns
  /// After prepare, a score reads the columns of the candidate and, where it is a subset's, of the subset only.
  bool own_column = false;
  bool prepares_from_target = false;  ///< prepare, cost and report read no feature
  bool monotone = false;              ///< a larger subset never scores worse
  /// A sample of weight 2 counts as two such samples. Samples of one group belong together, so that scores
  /// without the groups are others.
  bool weights = false;
  bool groups = false;   ///< see weights
  double tolerance = 0;  ///< scores this close are equal
  // searches
  bool any_move = false;     ///< one of its moves is enough
  bool subset_only = false;  ///< compares subsets, so it needs a criterion that measures them
  // noise models
  bool fits = false;      ///< has start() and update()
  bool corrupts = false;  ///< has corrupt()
  // distribution metrics
  bool metric = false;  ///< symmetric, with the triangle inequality
};

}  // namespace tamis
