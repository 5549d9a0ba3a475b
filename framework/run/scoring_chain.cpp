#include <tamis/framework/run/scoring_chain.hpp>

#include <limits>

namespace tamis::framework {
namespace {

/// Suppresses warnings while it lives.
class WarningsOff {
 public:
  explicit WarningsOff(KernelRuntime& kernel) : kernel_(kernel) { kernel_.mute(true); }
  ~WarningsOff() { kernel_.mute(false); }
  WarningsOff(const WarningsOff&) = delete;
  WarningsOff& operator=(const WarningsOff&) = delete;

 private:
  KernelRuntime& kernel_;
};

}  // namespace

ScoringChain::ScoringChain(const Request& request, KernelRuntime& kernel, const Runtime& runtime,
                           Company company)
    : kernel_(kernel),
      traits_(request.plan.descriptor().traits),
      view_(request.data.view(), request.units),
      is_divided_(!request.data.parts().is_whole()),
      columns_(request.columns),
      criterion_(*request.criterion, request.criterion.origin(), traits_),
      shared_(company == Company::run && kernel.team()
                  ? std::optional<SharedScorer>(
                        std::in_place, criterion_, *kernel.team(), kernel,
                        is_divided_ ? std::optional<std::size_t>(request.data.features()) : std::nullopt,
                        columns_)
                  : std::nullopt),
      cache_(shared_ ? static_cast<Scorer&>(*shared_) : criterion_, request.plan, request.data, kernel),
      observed_(cache_, request.data.view(), traits_, request.expected_scores,
                company == Company::run ? &kernel.observer() : nullptr),
      unit_scorer_(observed_, request.units, traits_, request.group_score),
      space_(unit_scorer_, view_.view(), traits_, request.always, request.limits, runtime) {}

void ScoringChain::bring_criterion_up_to_date() {
  if (columns_) {  // scores from the cache were given without these columns
    columns_->bring(observed_.latest_subset());
    columns_->bring(observed_.latest_candidates(1));
  } else if (is_divided_ || criterion_.given() == observed_.given()) {
    return;  // a criterion of single features has no state that depends on the subset
  }
  const WarningsOff off(kernel_);  // they were given the first time
  if (!properties(traits_.measures).rates_step) return observed_.repeat_latest(criterion_, 1);
  std::vector<Feature> subset = space_.start();  // losses and gains are of features, not of groups
  for (const PathStep& step : space_.path()) {
    double loss = 0;
    Reasons reasons;
    criterion_.score(subset, step.move, {&step.feature, 1}, {&loss, 1}, reasons);
    if (step.move == Move::add)
      subset.push_back(step.feature);
    else
      std::erase(subset, step.feature);
  }
  observed_.repeat_latest(criterion_, std::numeric_limits<std::size_t>::max());
}

}  // namespace tamis::framework
