#include <tamis/framework/kernel/scorer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tamis::framework {
namespace {

/// A cache line on each side of the scores, whose content no criterion has a reason to write.
constexpr std::size_t kGuard = 8;
constexpr std::uint64_t kGuardBits = 0x7ffc7461'6d697321;  // a NaN that spells tamis!

}  // namespace

void CriterionScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                            std::span<double> scores, Reasons& reasons) {
  checked([&](Scores& out) { criterion_.score(subset, move, candidates, out); }, candidates, scores, reasons);
}

void CriterionScorer::score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) {
  checked([&](Scores& out) { criterion_.score_subsets(subsets, out); }, {}, scores, reasons);
}

template <class Write>
void CriterionScorer::checked(const Write& write, std::span<const Feature> candidates,
                              std::span<double> scores, Reasons& reasons) {
  if (written_reasons_.size() <= scores.size()) written_reasons_.resize(scores.size() + 1);
  for (std::size_t i = 0; i <= scores.size(); ++i) written_reasons_[i].text[0] = '\0';
  const std::span<double> written_scores = guarded_buffer(scores.size());
  const double worst = traits_.better == Better::lower ? std::numeric_limits<double>::infinity()
                                                       : -std::numeric_limits<double>::infinity();
  Scores out(written_scores, written_reasons_.data(), worst);
  write(out);
  if (wrote_outside(scores.size()))
    fail(
        PluginError(fmt::format("wrote outside the {} score{} that it was asked for, so none of its numbers "
                                "can be trusted; tell its author to run `tamis validate`, which finds the "
                                "place",
                                scores.size(), scores.size() == 1 ? "" : "s")));
  std::copy(written_scores.begin(), written_scores.end(), scores.begin());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i]))
      fail(NumericError(
          fmt::format("the score is not a number, or was not written; a score that does not exist must be "
                      "{}, the worst, with a reason",
                      worst > 0 ? "+infinity" : "-infinity"),
          candidates.empty() ? ErrorSubject{} : at_feature(candidates[i])));
    if (const tamis_reason& written = written_reasons_[i]; written.text[0] != '\0')
      reasons[i].assign(written.text, ::strnlen(written.text, sizeof written.text));
  }
  given_ += scores.size();
}

/// Places for n scores, all NaN, so that one that is not written is seen; with guards on both sides.
std::span<double> CriterionScorer::guarded_buffer(std::size_t n) {
  written_scores_.assign(n + 2 * kGuard, std::bit_cast<double>(kGuardBits));
  return {written_scores_.data() + kGuard, n};
}

bool CriterionScorer::wrote_outside(std::size_t n) const {
  const auto is_guard = [](double v) { return std::bit_cast<std::uint64_t>(v) == kGuardBits; };
  const auto scores = written_scores_.begin() + kGuard;
  return !std::all_of(written_scores_.begin(), scores, is_guard) ||
         !std::all_of(scores + static_cast<std::ptrdiff_t>(n), written_scores_.end(), is_guard) ||
         written_reasons_[n].text[0] != '\0';
}

template <class E>
void CriterionScorer::fail(E error) const {
  error.origin = origin_;
  throw error;
}

}  // namespace tamis::framework
