/// \file neighbour_labels.hpp
/// Which labels look wrong to the nearest neighbours.
#pragma once

#include <tamis/numerics/label_engine.hpp>
#include <tamis/sdk.hpp>

namespace tamis::neighbour_labels {

/// How likely the labels are, and which look wrong, by the labels of the k nearest other samples in the
/// subset, in the units of distances: q_is = the share of s among them. See numerics::LabelEngine for the fit
/// behind it.
///
/// Others are samples of other groups (numerics::SampleGroups), so that copies of a row, and the samples of a
/// group that the data declare, do not vouch for each other. The copies of a row are one of the k, with the
/// shares of their labels as its vote.
///
/// With weights, the vote of a sample counts w_i times; k still counts rows. Samples of unknown label or of
/// weight 0 have no vote, and get memberships all the same. All that are as near as the k-th vote too, so equal distances need no order. In the empty subset nobody is near, and it knows the shares of
/// the labels. If cells are missing, distances are partial (numerics/partial_distances.hpp), and copies lack the same cells; of
/// a sample that shares no feature with any other nothing is known.
///
/// O(n^2 |S|) at the worst, and O(n log n) in a few dimensions; memory O(n (k + |S|)), never n x n.
class NeighbourLabels final : public numerics::LabelEngine {
 public:
  struct Options {
    int neighbours = 10;
    Ref<NoiseModel> noise = nullptr;
    Ref<PointMetric> metric = "euclidean";
  } options;

  static constexpr auto describe() {
    return tamis::describe<NeighbourLabels>(
               "neighbour_labels",
               "k-nearest-neighbour label check: likelihood of each label given the labels nearby")
        .cites(
            "Cover, Hart. Nearest neighbor pattern classification. IEEE Trans. Information Theory 13 (1967) "
            "21-27, DOI 10.1109/TIT.1967.1053964")
        .measures(Measures::subset)
        .better(Better::higher)
        .moves(Move::add, Move::remove, Move::whole)
        .targets(Targets::classes)
        .uses_unknown()
        .takes_missing()
        .tolerance(kRounding)
        .uses_groups()
        .uses_weights()
        .distances()
        .option<&Options::neighbours>("neighbours", at_least(1), "k: rows that vote")
        .option<&Options::noise>("noise", kNoiseOption)
        .option<&Options::metric>("metric", "distance between samples");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Cost cost(const Dataset& data) const override;

 protected:
  std::vector<double> probabilities(Subset subset) override;
  double votes() const override { return options.neighbours; }
  NoiseModel* noise() override { return options.noise ? &*options.noise : nullptr; }
};

}  // namespace tamis::neighbour_labels
