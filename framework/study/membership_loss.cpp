#include "membership_loss.hpp"

#include "split_fit.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

std::vector<std::uint32_t> likeliest_first(ConstMatrix p, std::uint64_t sample) {
  std::vector<std::uint32_t> classes(p.cols);
  std::iota(classes.begin(), classes.end(), 0u);
  std::ranges::stable_sort(classes, std::ranges::greater(), [&](std::uint32_t s) { return p(sample, s); });
  return classes;
}

}  // namespace

MembershipLoss::MembershipLoss(Registry& registry, Plan classifier, const LoadedData& data,
                               const EvaluateOptions& options, const PreparationOptions& features,
                               KernelRuntime& kernel)
    : PredictionLoss(registry, data, options, features, kernel.runtime()),
      registry_(registry),
      classifier_(std::move(classifier)),
      how_(features),
      kernel_(kernel) {
  const TargetColumn& truth = truth_of(data.parts());
  if (truth.kind != TargetKind::classes)
    throw DataError(
        truth.title() +
        ": evaluate.classifier predicts one class for each sample, and here are real values or sets of "
        "labels; leave it out, and nearest neighbours predict them");
}

double MembershipLoss::operator()(Subset features, const Split& split, std::span<const char> /*scales*/,
                                  std::uint64_t /*seed*/, const TrainingTarget& trained_on) const {
  const TargetColumn& truth = truth_of(data().parts());
  const std::vector<numerics::Sample> test = tested(split, truth);
  std::vector<char> seen = split.trains, chosen(data().features());
  TrainingTarget shown = trained_on;
  for (const numerics::Sample i : test) seen[i] = 1, shown.labels.labels[i] = -1;
  for (const Feature f : features) chosen[f] = 1;
  const SplitFit fitted = fit_to_samples(registry_, classifier_, data(), shown, seen, chosen, how_, kernel_);

  std::vector<std::vector<std::uint32_t>> rankings;
  auto row = fitted.samples.begin();
  for (const numerics::Sample i : test) {
    row = std::find(row, fitted.samples.end(), i);
    rankings.push_back(
        likeliest_first(fitted.fit.memberships(), static_cast<std::uint64_t>(row - fitted.samples.begin())));
  }
  Tested judged{test, truth, {}};
  if (const std::vector<double>& weights = data().parts().weights; !weights.empty())
    for (const numerics::Sample i : test) judged.weights.push_back(weights[i]);
  return of_rankings(rankings, judged);
}

}  // namespace tamis::framework
