/// \file toy_criterion.hpp
/// A criterion whose scores everybody can compute, for searches to walk by.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/rng.hpp>
#include <tamis/traits.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace tamis::framework::conformance {

/// Where the good features are. rugged: every subset has a worth of its own, which its features do not tell.
enum class Terrain { mixed, first, last, rugged };

/// What the features of a toy are worth, and how its criterion says so.
struct Landscape {
  Measures measures = Measures::subset;
  Better better = Better::higher;
  Feature features = 8;
  Terrain terrain = Terrain::mixed;

  /// From 1 to 2, different for each feature; the mean of all is that of the first and the last.
  double worth(Feature f) const {
    constexpr Feature kStride = 27;  // that shares no factor with the numbers of features that are used
    const Feature place = terrain == Terrain::first  ? features - 1 - f
                          : terrain == Terrain::last ? f
                                                     : kStride * f % features;
    return 1 + static_cast<double>(place) / features;
  }
  double mean_worth() const { return 1 + static_cast<double>(features - 1) / (2.0 * features); }
  /// The square root of the sum of worths, or what the numbers of a rugged one give.
  double worth(Subset subset) const {
    if (terrain == Terrain::rugged) return rugged_worth(subset);
    double sum = 0;
    for (const Feature f : subset) sum += worth(f);
    return std::sqrt(sum);
  }
  /// What is worth more is a better score.
  double score(double worth) const { return better == Better::higher ? worth : -worth; }

  Traits traits() const {
    Traits t;
    t.measures = measures;
    t.better = better;
    t.moves = properties(measures).moves;
    return t;
  }

 private:
  static double rugged_worth(Subset subset) {
    std::vector<Feature> sorted(subset.begin(), subset.end());
    std::ranges::sort(sorted);
    std::uint64_t key = 1;
    for (const Feature f : sorted) key = Rng::combine(key, f);
    return 1 + Rng(key).uniform();
  }
};

/// Scores a subset or a feature by its worth, and a gain by what the candidate is worth. A loss is a better score if less is
/// lost.
class ToyCriterion final : public Criterion {
 public:
  explicit ToyCriterion(const Landscape& landscape) : landscape_(landscape) {}

  void prepare(const Dataset&, const Runtime&) override {}
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    if (on_call) on_call();
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = score_of(subset, move, candidates, i);
  }
  void score_subsets(const Subsets& subsets, Scores& scores) override {
    if (on_call) on_call();
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = score_of(subsets[i], Move::whole, {}, 0);
  }

  std::function<void()> on_call;

 private:
  double score_of(Subset subset, Move move, std::span<const Feature> candidates, std::size_t i) const {
    if (landscape_.measures == Measures::loss) return landscape_.score(-landscape_.worth(candidates[i]));
    if (landscape_.measures != Measures::subset) return landscape_.score(landscape_.worth(candidates[i]));
    std::vector<Feature> after(subset.begin(), subset.end());
    if (move == Move::add) after.push_back(candidates[i]);
    if (move == Move::remove) std::erase(after, candidates[i]);
    return landscape_.score(landscape_.worth(after));
  }

  Landscape landscape_;
};

}  // namespace tamis::framework::conformance
