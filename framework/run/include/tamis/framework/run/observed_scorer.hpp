/// \file observed_scorer.hpp
/// Reports the scores of a search to the observer of the run.
#pragma once

#include <tamis/framework/kernel/observer.hpp>
#include <tamis/framework/kernel/scorer.hpp>
#include <tamis/framework/run/score_cache.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tamis::framework {

/// Reports each call and the progress of the search to an observer. It also keeps the latest call, so that the criterion
/// can be brought back to it.
class ObservedScorer final : public Scorer {
 public:
  /// \param expected  how many scores the search will ask for at most; 0 or infinity: unknown.
  /// \param observer  null: nobody observes. References and the observer outlive this object.
  ObservedScorer(CachingScorer& inner, const Dataset& data, const Traits& traits, double expected,
                 Observer* observer)
      : inner_(inner),
        data_(data),
        sign_(traits.better == Better::lower ? 1 : -1),
        has_best_(!properties(traits.measures).rates_step),
        expected_(expected),
        observer_(observer) {}

  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;
  void score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) override;

  /// How many scores the search got, from the cache and other processes too.
  std::uint64_t given() const { return given_; }
  /// The subset of the latest call.
  Subset latest_subset() const { return latest_.subset; }
  /// At most so many candidates of the latest call, from the first.
  std::span<const Feature> latest_candidates(std::size_t most) const;
  /// Lets `criterion` score these candidates again.
  void repeat_latest(Scorer& criterion, std::size_t most) const;

 private:
  void observe(Subset subset, Move move, std::span<const Feature> candidates, std::span<const double> scores,
               const Reasons& reasons);

  CachingScorer& inner_;
  Dataset data_;
  double sign_;
  bool has_best_;
  double expected_, best_ = std::numeric_limits<double>::quiet_NaN();
  std::uint64_t given_ = 0;
  struct {
    std::vector<Feature> subset, candidates;
    Move move = Move::whole;
  } latest_;
  Observer* observer_;
};

}  // namespace tamis::framework
