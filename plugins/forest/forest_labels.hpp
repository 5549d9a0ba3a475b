/// \file forest_labels.hpp
/// Which labels look wrong to a forest that has not seen them.
#pragma once

#include "forest.hpp"

#include <tamis/numerics/label_engine.hpp>

namespace tamis::forest {

/// How likely the labels are, and which look wrong, by the out-of-bag probabilities of a random forest of the
/// subset; see numerics::LabelEngine for the fit behind it.
///
/// Copies of a row, and the samples of a group that the data declare (numerics::SampleGroups), are in the
/// bag of a tree together or not at all, so that they do not vouch for each other; copies count once where a
/// leaf needs distinct samples.
///
/// Weights count in the splits, the leaves and the fit. Samples of unknown label or of weight 0 are not learned
/// from, and get memberships all the same. Of the empty subset the forest knows the shares of the labels. Leaves
/// of five samples order suspects better than pure ones, which follow single labels. Time and memory: grow_forest().
class ForestLabels final : public numerics::LabelEngine {
 public:
  struct Options {
    int trees = 300;
    int leaf = 5;
    int candidates = 0;
    Ref<NoiseModel> noise = nullptr;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ForestLabels>("forest", "Random forest: out-of-bag likelihood of the labels")
        .cites("Breiman. Random forests. Machine Learning 45 (2001) 5-32, DOI 10.1023/A:1010933404324")
        .measures(Measures::subset)
        .better(Better::higher)
        .moves(Move::add, Move::remove, Move::whole)
        .targets(Targets::classes)
        .uses_unknown()
        .tolerance(kRounding)
        .uses_groups()
        .uses_weights()
        .takes_missing()
        .option<&Options::trees>("trees", between(1, 100000), "trees of the forest")
        .option<&Options::leaf>("leaf", at_least(1), "distinct samples that a leaf has at least")
        .option<&Options::candidates>("candidates", at_least(0),
                                      "features that are drawn for a split; 0: the root of their number")
        .option<&Options::noise>("noise", kNoiseOption);
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Cost cost(const Dataset& data) const override;

 protected:
  std::vector<double> probabilities(Subset subset) override;
  double votes() const override;
  NoiseModel* noise() override { return options.noise ? &*options.noise : nullptr; }

 private:
  Outputs outputs_;
};

}  // namespace tamis::forest
