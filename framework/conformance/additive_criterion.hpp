/// \file additive_criterion.hpp
/// A criterion whose scores everybody can compute, for searches to walk by.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/traits.hpp>

#include <cmath>
#include <functional>

namespace tamis::framework::conformance {

/// Every feature f has the worth 1 + (5 f mod 8) / 8, all different up to 8 features. Of a subset the square
/// root of the sum of worths, of a feature its worth, as a loss the worth too; higher is better, and every
/// superset is.
class AdditiveCriterion final : public Criterion {
 public:
  static constexpr Feature kFeatures = 8;
  explicit AdditiveCriterion(Measures measures) : measures_(measures) {}

  static Traits traits(Measures measures) {
    Traits t;
    t.measures = measures;
    t.better = Better::higher;
    t.moves = measures == Measures::loss ? 2u : measures == Measures::feature ? 3u : 7u;
    return t;
  }
  static double worth(Feature f) { return 1 + static_cast<double>(5 * f % kFeatures) / kFeatures; }
  static double worth(Subset subset) {
    double sum = 0;
    for (const Feature f : subset) sum += worth(f);
    return std::sqrt(sum);
  }

  void prepare(const Dataset&, const Runtime&) override {}
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    if (on_call) on_call();
    double sum = 0;
    for (const Feature f : subset) sum += worth(f);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (measures_ == Measures::subset)
        scores[i] =
            std::sqrt(move == Move::whole ? sum : sum + (move == Move::add ? 1 : -1) * worth(candidates[i]));
      else
        scores[i] = worth(candidates[i]);
    }
  }

  std::function<void()> on_call;

 private:
  Measures measures_;
};

}  // namespace tamis::framework::conformance
