/// \file boruta.hpp
/// All relevant features, distinguished from the others by shadow features.
#pragma once

#include "importance.hpp"

#include <string_view>

namespace tamis::forest {

enum class Decision { tentative, confirmed, rejected };

/// "tentative", ...
std::string_view name_of(Decision decision);

/// What to think of a feature that was better than the best shadow in `hits` of `rounds`: confirmed, if noise
/// would be so in as many or more with a probability of at most `level`, (1 + misses) / (1 + rounds);
/// rejected, if it was so in half of them or fewer.
Decision decide(std::size_t hits, std::size_t rounds, double level);

/// Every feature that a random forest can use, and not only enough of them: copies are all found. In each
/// round a forest is grown on the features and on their shadows, the same columns with their samples in
/// another order; a feature hits if its importance is above that of the best shadow.
///
/// The score is the (lower) median over the rounds of importance less that of the best shadow: above 0 for
/// those that are confirmed, at most 0 for those that are rejected. Importance is that of
/// permutation_importance(), divided by its standard error over the trees. The decision is given beside the
/// score, as its reason.
///
/// Kursa, Rudnicki 2010, but for the test. Theirs is binomial: more hits than in half of the rounds. But what
/// fits the labels by chance does so in all rounds, and the best of d features of noise is above the best of
/// d shadows of them every other time; once the others are rejected, it is confirmed. Here a feature has to
/// be above the best of all d shadows in nearly all rounds: if nothing depends on the target, its order is
/// one among as many as there are rounds and itself, so anything is confirmed with a probability of at most
/// `level`, however many features there are (the max-T test of Westfall, Young 1993). So no feature leaves,
/// and all shadows of a round take one order. [ours]
///
/// A split is the best of many features, a fifth: of few, a feature that is informative only together with
/// others would rarely meet them among the shadows. A forest per round, of twice the features: see
/// grow_forest().
class Boruta final : public PreparedCriterion {
 public:
  struct Options {
    int trees = 200;
    int rounds = 20;
    double level = 0.05;
    int leaf = 5;
    int candidates = 0;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Boruta>(
               "boruta", "Boruta: all features that a random forest can use, tested against shuffled copies")
        .cites(
            "Kursa, Rudnicki. Feature selection with the Boruta package. J. Statistical Software 36 (11) "
            "(2010), DOI 10.18637/jss.v036.i11")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes | Targets::soft | Targets::real)
        .uses_weights()
        .takes_missing()
        .sparse()
        .option<&Options::trees>("trees", between(2, 100000), "trees of the forest of a round")
        .option<&Options::rounds>("rounds", between(1, 100000), "orders of the shadows, a forest each")
        .option<&Options::level>("level", Range{0, 1, true},
                                 "probability that any feature is confirmed if none is informative")
        .option<&Options::leaf>("leaf", at_least(1), "distinct samples that a leaf has at least")
        .option<&Options::candidates>("candidates", at_least(0),
                                      "features that are drawn for a split, shadows among them; 0: a fifth");
  }

  /// Plays the rounds.
  /// \throws DataError   fewer than two known targets.
  /// \throws ParamError  rounds too few for the level.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  /// boruta: the hits of each feature.
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

 private:
  std::size_t hits(Feature feature) const;

  std::vector<std::vector<double>> lead_;  ///< of each feature over the best shadow, in each round
  std::vector<char> is_constant_;
  bool splits_ = false;  ///< any tree
};

}  // namespace tamis::forest
