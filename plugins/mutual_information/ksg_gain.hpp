/// \file ksg_gain.hpp
/// What a feature adds to the mutual information of a subset, beyond what noise adds.
#pragma once

#include "ksg_features.hpp"

namespace tamis::mutual_information {

/// I(X_S, x; Y) - mean over b of I(X_S, x_b; Y), in nats, larger is better: x_b is the candidate x with its values in another order,
/// the b-th of `copies` that are drawn once for all candidates and steps. I is the estimate of KsgMi.
///
/// An estimate by neighbours grows or falls with the number of features whatever these tell (ksg_mi), and by how much depends on the
/// values of the feature: few different ones, or heavy tails. A shuffled copy has the same values and tells nothing, so the gain of
/// a feature without information is 0 on the average, and those of features of different kinds compare. This is the statistic that
/// `keep = "auto"` tests, as a score; the name is ours.
///
/// Each step costs (1 + copies) times one of KsgMi; memory as KsgMi, and O(n copies).
class KsgGain final : public Criterion {
 public:
  struct Options {
    int neighbours = 3;
    double jitter = 0;
    int copies = 5;
  } options;

  static constexpr auto describe() {
    return tamis::describe<KsgGain>(
               "ksg_gain",
               "What a feature adds to KSG mutual information, less what shuffled copies of it add")
        .cites(
            "Kraskov, Stoegbauer, Grassberger. Estimating Mutual Information. Phys. Rev. E 69, 2004. DOI "
            "10.1103/PhysRevE.69.066138; Ross. Mutual Information between Discrete and Continuous Data Sets. "
            "PLoS ONE 9(2), 2014. DOI 10.1371/journal.pone.0087357; shuffled copies: tamis")
        .measures(Measures::gain)
        .better(Better::higher)
        .targets(Targets::classes | Targets::real)
        .distances()
        .option<&Options::neighbours>("neighbours", at_least(1), "k, as of ksg_mi")
        .option<&Options::jitter>("jitter", at_least(0),
                                  "noise added to each feature, in standard deviations of the feature")
        .option<&Options::copies>("copies", between(1, 1000), "shuffled copies of each candidate");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

 private:
  KsgFeatures features_;
  std::vector<std::vector<std::uint32_t>> orders_;  // of the samples, for each copy
};

}  // namespace tamis::mutual_information
