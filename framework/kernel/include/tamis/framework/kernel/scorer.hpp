/// \file scorer.hpp
/// How a walk comes by its scores: from the criterion, or from one that stands before it.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/traits.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// What the criterion says beside some of the scores of one call, by their place.
using Reasons = std::map<std::size_t, std::string>;

/// Answers one call after another, of moves that the kernel has checked. Implementations that hold another
/// one stand before it: they keep its scores, tell of them, or find them elsewhere.
class Scorer {
 public:
  virtual ~Scorer() = default;
  /// As Criterion::score().
  /// \param scores   each is written: a number, or an infinity.
  /// \param reasons  empty.
  /// \throws Error  what the criterion throws.
  virtual void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
                     Reasons& reasons) = 0;
};

/// Asks a criterion, and checks what it writes.
class CriterionScorer final : public Scorer {
 public:
  /// \param criterion  outlives this object.
  /// \param origin     the criterion and its file, for errors: Composed::origin().
  CriterionScorer(Criterion& criterion, std::string origin, const Traits& traits)
      : criterion_(criterion), origin_(std::move(origin)), traits_(traits) {}

  /// \throws PluginError   it wrote outside of its places; NumericError: a score is not a number.
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;
  /// How many scores it gave.
  std::uint64_t given() const { return given_; }

 private:
  std::span<double> guarded_buffer(std::size_t n);
  bool wrote_outside(std::size_t n) const;
  template <class E>
  [[noreturn]] void fail(E error) const;

  Criterion& criterion_;
  std::string origin_;
  Traits traits_;
  std::uint64_t given_ = 0;
  /// Where criteria write scores, between guards.
  std::vector<double> written_scores_;
  /// Where criteria write reasons, one more than there are scores, as a guard: kept between steps, since
  /// clearing 64 bytes for each of 20 000 candidates would cost more than many a step. Those that were read
  /// are cleared; one that was written beside a finite score, against the contract, stays.
  std::vector<tamis_reason> written_reasons_;
};

}  // namespace tamis::framework
