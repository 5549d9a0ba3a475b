/// \file fcbf.hpp
/// The fast correlation-based filter.
#pragma once

#include "uncertainties.hpp"

namespace tamis::information {

/// SU(x; y), if it is above the threshold and SU(x; z) < SU(x; y) for all chosen z; else undefined (`below threshold`,
/// `redundant`). Greedy addition, until all that is left is undefined, is FCBF: the chosen features are then the predominant ones of
/// larger SU(.; y).
///
/// L. Yu, H. Liu. Feature selection for high-dimensional data: a fast correlation-based filter solution. ICML 2003; JMLR 5 (2004)
/// 1205-1224.
///
/// O(n d) once, and O(n d) per chosen feature.
class Fcbf final : public PreparedCriterion {
 public:
  struct Options : CountingOptions {
    double threshold = 0;
  } options;

  static constexpr auto describe() {
    return with_counting(
               tamis::describe<Fcbf>(
                   "fcbf", "Fast correlation-based filter: features that no chosen one makes redundant")
                   .cites(
                       "Yu, Liu. Efficient feature selection via analysis of relevance and redundancy. JMLR 5 (2004) 1205-1224")
                   .measures(Measures::gain))
        .template option<&Options::threshold>("threshold", between(0, 1), "least uncertainty, exclusive");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override {
    PreparedCriterion::prepare(data, runtime);
    uncertainties_ = Uncertainties(data, runtime, options);
  }
  void score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    uncertainties_.compare_with(subset);
    for (std::size_t i = 0; i < candidates.size(); ++i) scores.write(i, score_of(candidates[i], subset));
  }
  Cost cost(const Dataset& data) const override {
    const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
    return {2 * n * d, 2 * n};
  }

 private:
  Score score_of(Feature x, Subset chosen) const {
    if (uncertainties_.single_class()) return undefined("single_class");
    if (uncertainties_.is_constant(x)) return undefined("constant");
    const double own = uncertainties_.with_class(x);
    if (!(own > options.threshold)) return undefined("below threshold");
    constexpr double kRounding = 1e-12;
    for (const Feature z : chosen)
      if (uncertainties_.between(x, z) >= own - kRounding) return undefined("redundant");
    return own;
  }

  Uncertainties uncertainties_;
};

}  // namespace tamis::information
