#include "knn_error.hpp"

#include "folds.hpp"

#include <algorithm>
#include <cmath>
#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/partial_distances.hpp>

namespace tamis::knn_error {
namespace {

constexpr std::size_t kJoiningAtOnce = 64;  // candidates whose values and distances are held

}  // namespace

void KnnError::prepare(const Dataset& data, const Runtime& runtime) {
  runtime_ = runtime;
  all_samples_ = data.samples();
  const Target target = data.target();
  std::vector<Sample> known = target.known_samples();
  if (!data.weights().empty()) std::erase_if(known, [&](Sample i) { return data.weights()[i] == 0; });
  if (known.size() < 2)
    throw DataError("knn_error needs the target of two samples or more, but knows " +
                    std::to_string(known.size()) + "; give more samples");
  cv_.targets = PredictionTargets(target, known, options.loss, data.weights());
  cv_.neighbours = static_cast<std::size_t>(options.neighbours);
  cv_.folds = options.leave_one_out
                  ? single_folds(known.size())
                  : stratified_folds(cv_.targets.strata(), static_cast<std::size_t>(options.folds),
                                     stream(runtime, *this));
  cv_.samples = Samples(data, std::move(known), runtime);
  options.metric->prepare(data, runtime);
  numerics::require_partial_distances(data, *options.metric);
  warn_of_thin_votes(target);
}

void KnnError::warn_of_thin_votes(const Target& target) const {
  const std::size_t n = cv_.folds.size();
  std::vector<std::size_t> sizes(std::ranges::max(cv_.folds) + std::size_t{1});
  for (std::uint32_t fold : cv_.folds) ++sizes[fold];
  if (const std::size_t others = n - std::ranges::max(sizes); others <= cv_.neighbours)
    runtime_.warn("neighbours = " + std::to_string(cv_.neighbours) + ", but a fold is judged by " +
                  std::to_string(others) + " other samples: all of them vote, whatever the features");
  if (target.kind() != TargetKind::classes) return;
  std::vector<std::size_t> members(target.classes());
  for (std::uint32_t c : cv_.targets.strata()) ++members[c];
  if (const auto alone = std::ranges::count(members, std::size_t{1}); alone > 0)
    runtime_.warn("always judged wrong, for no other sample can vote for it: the only sample of " +
                  std::to_string(alone) + (alone == 1 ? " class" : " classes"));
  if (static_cast<std::size_t>(std::ranges::max(members)) == n)
    runtime_.warn("there is one class only: every subset has knn_error 0");
}

void KnnError::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  whole_ = move == Move::whole;
  // a removal passes on to the next one what it saw, for all candidates at once
  const std::size_t at_once = move == Move::add ? kJoiningAtOnce : std::max<std::size_t>(1, scores.size());
  for (std::size_t begin = 0; begin < scores.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, scores.size() - begin);
    score_some(subset, move, whole_ ? candidates : candidates.subspan(begin, count),
               scores.values().subspan(begin, count));
  }
}

void KnnError::score_some(Subset subset, Move move, std::span<const Feature> candidates,
                          std::span<double> scores) {
  const std::size_t n = cv_.samples.size();
  losses_.resize(n, scores.size());
  losses_after_move(cv_, *options.metric, subset, move, candidates, view(losses_), bounds_, runtime_);
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const auto loss = losses_.col(c);
    const double mean =
        numerics::lane_sum(n, [&](std::size_t i) { return loss[i]; }) / static_cast<double>(n);
    scores[c] = options.loss == LossKind::root ? std::sqrt(mean) : mean;
  }
}

void KnnError::report(const Diagnostics& to) const {
  if (!whole_) return;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Eigen::MatrixXd table = Eigen::MatrixXd::Constant(all_samples_, 2, kNone);
  for (std::size_t i = 0; i < cv_.samples.size(); ++i) {
    table(cv_.samples.ids()[i], 0) = cv_.folds[i];
    table(cv_.samples.ids()[i], 1) = losses_(i, 0);
  }
  constexpr std::string_view kColumns[] = {"fold", "loss"};
  to.table("cross_validation", Axis::samples, kColumns, view(table));
}

Cost KnnError::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {3 * n * d, 0.6 * n * n};
}

}  // namespace tamis::knn_error
