#include <tamis/framework/run/observed_scorer.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {

void ObservedScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                           std::span<double> scores, Reasons& reasons) {
  inner_.score(subset, move, candidates, scores, reasons);
  observe(subset, move, candidates, scores, reasons);
}

void ObservedScorer::score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) {
  inner_.score_subsets(subsets, scores, reasons);
  for (std::size_t i = 0; i < subsets.size(); ++i) {
    Reasons own;
    if (const auto reason = reasons.find(i); reason != reasons.end()) own[0] = reason->second;
    observe(subsets[i], Move::whole, {}, scores.subspan(i, 1), own);
  }
}

void ObservedScorer::observe(Subset subset, Move move, std::span<const Feature> candidates,
                             std::span<const double> scores, const Reasons& reasons) {
  latest_.subset.assign(subset.begin(), subset.end());
  latest_.move = move;
  latest_.candidates.assign(candidates.begin(), candidates.end());
  given_ += scores.size();
  for (std::size_t i = 0; has_best_ && i < scores.size(); ++i)
    if (std::isfinite(scores[i]) && !(sign_ * scores[i] >= sign_ * best_)) best_ = scores[i];
  if (!observer_) return;
  try {
    observer_->walk(given_, inner_.recalled(), expected_, best_);
    observer_->scored({data_, subset, move, candidates, scores, reasons});
  } catch (...) {  // NOLINT(bugprone-empty-catch): no exception can pass through a search, see Observer
  }
}

std::span<const Feature> ObservedScorer::latest_candidates(std::size_t most) const {
  return std::span(latest_.candidates).first(std::min(latest_.candidates.size(), most));
}

void ObservedScorer::repeat_latest(Scorer& criterion, std::size_t most) const {
  const std::span<const Feature> candidates = latest_candidates(most);
  std::vector<double> scores(latest_.move == Move::whole ? 1 : candidates.size());
  Reasons reasons;
  criterion.score(latest_.subset, latest_.move, candidates, scores, reasons);
}

}  // namespace tamis::framework
