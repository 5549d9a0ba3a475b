/// \file multisurf.hpp
/// Relief with all near samples, so that no number of neighbours is to be chosen.
#pragma once

#include "differences.hpp"
#include "scored_features.hpp"

namespace tamis::relief {

/// As ReliefF with all neighbours whose distance is below T_i - s_i / 2, where T_i and s_i are the mean and the standard deviation of the
/// distances of sample i; the shares of the other classes are those of the ones that are near.
///
/// R. Urbanowicz, R. Olson, P. Schmitt, M. Meeker, J. Moore. Benchmarking relief-based feature selection methods for bioinformatics data
/// mining. J. Biomedical Informatics 85 (2018) 168-188, DOI 10.1016/j.jbi.2018.07.015.
///
/// O(m^2 d), memory 2 m d numbers.
class MultiSurf final : public ScoredFeatures {
 public:
  struct Options {
    MissingDifference missing = MissingDifference::expected;
  } options;

  static constexpr auto describe() {
    return tamis::describe<MultiSurf>("multisurf",
                                      "MultiSURF: ReliefF with all samples that are nearer than most")
        .cites("Urbanowicz et al. J. Biomedical Informatics 85 (2018) 168-188, DOI 10.1016/j.jbi.2018.07.015")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes)
        .takes_missing()
        .option<&Options::missing>("missing", one_of("expected", "weka"),
                                   "difference to a missing cell, as of relieff");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Cost cost(const Dataset& data) const override;
};

}  // namespace tamis::relief
