/// \file scorer.hpp
/// Interfaces that supply scores to a search.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/traits.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// The reasons that a criterion gives for some of the scores of one call, by their position.
using Reasons = std::map<std::size_t, std::string>;

/// Scores moves that the kernel has checked. An implementation either calls the criterion or decorates another Scorer:
/// it caches the scores, reports them to an observer, or divides the work among processes. run/scoring_chain.hpp puts
/// them together.
class Scorer {
 public:
  virtual ~Scorer() = default;
  /// As Criterion::score().
  /// \param scores   each is written: a number, or an infinity.
  /// \param reasons  empty.
  /// \throws Error  what the criterion throws.
  virtual void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
                     Reasons& reasons) = 0;
  /// As Criterion::score_subsets(). The parameters are those of score().
  virtual void score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) = 0;
};

/// Calls a criterion and checks the scores that it writes.
class CriterionScorer final : public Scorer {
 public:
  /// \param criterion  outlives this object.
  /// \param origin     the criterion and its file, for errors: Composed::origin().
  CriterionScorer(Criterion& criterion, std::string origin, const Traits& traits)
      : criterion_(criterion), origin_(std::move(origin)), traits_(traits) {}

  /// \throws PluginError   the criterion wrote outside of its buffer.
  /// \throws NumericError  a score is not a number.
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;
  /// \throws PluginError, NumericError  as above.
  void score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) override;
  /// How many scores the criterion gave.
  std::uint64_t given() const { return given_; }

 private:
  /// Lets `write` fill the scores, then checks them. The candidates name the feature in an error.
  template <class Write>
  void checked(const Write& write, std::span<const Feature> candidates, std::span<double> scores,
               Reasons& reasons);
  std::span<double> guarded_buffer(std::size_t n);
  bool wrote_outside(std::size_t n) const;
  template <class E>
  [[noreturn]] void fail(E error) const;

  Criterion& criterion_;
  std::string origin_;
  Traits traits_;
  std::uint64_t given_ = 0;
  /// The buffer for scores, with guards on both sides.
  std::vector<double> written_scores_;
  /// The buffer for reasons, with one more entry as a guard. It is kept between steps, and only the first byte of an entry is
  /// cleared: clearing 64 bytes for each of 20 000 candidates would cost more than many a step.
  std::vector<tamis_reason> written_reasons_;
};

}  // namespace tamis::framework
