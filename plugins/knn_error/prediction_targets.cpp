#include "prediction_targets.hpp"

#include <algorithm>
#include <tamis/errors.hpp>
#include <tamis/numerics/lanes.hpp>

namespace tamis::knn_error {
namespace {

// Votes of soft labels are sums that round: a share of the most votes this near to one counts as one.
constexpr double kEquallyMany = 1 - 1e-9;

// A value in the midst of the known ones, the same for any order of the samples.
double median(Column y, std::span<const Sample> samples) {
  std::vector<double> known;
  for (Sample i : samples) known.push_back(y[i]);
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::nth_element(known.begin(), middle, known.end());
  return *middle;
}

}  // namespace

PredictionTargets::PredictionTargets(const Target& target, std::span<const Sample> samples, LossKind loss,
                                     std::span<const double> weights)
    : real_(target.kind() == TargetKind::real) {
  if (real_ && loss == LossKind::balanced)
    throw ParamError(
        "loss = balanced counts errors by class, but the target is real values; use mean or root");
  if (!real_ && loss == LossKind::root)
    throw ParamError("loss = root is for real values, but the target is classes; use mean or balanced");
  const auto add = [this](std::uint32_t row, double amount) {
    contributions_.row.push_back(row);
    contributions_.amount.push_back(amount);
  };
  if (!weights.empty()) {
    const double mean =
        numerics::lane_sum(samples.size(), [&](std::size_t i) { return weights[samples[i]]; }) /
        static_cast<double>(samples.size());
    for (Sample i : samples) sample_weight_.push_back(weights[i] / mean);
  }
  const bool weighted = !weights.empty();
  contributions_.rows = !real_ ? target.classes() : weighted ? 2 : 1;
  const double centre = real_ ? median(target.real(), samples) : 0;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const Sample i = samples[k];
    const double w = weighted ? sample_weight_[k] : 1.0;
    if (real_) {
      output_.push_back(target.real()[i] - centre);
      add(0, w * output_.back());
      if (weighted) add(1, w);
    } else if (target.kind() == TargetKind::classes) {
      add(static_cast<std::uint32_t>(target.labels()[i]), w);
    } else {
      for (std::uint32_t c = 0; c < target.classes(); ++c)
        if (const double p = target.soft()(i, c); p > 0) add(c, w * p);
    }
    contributions_.start.push_back(contributions_.row.size());
  }
  class_weight_.assign(contributions_.rows, 1.0);
  if (loss == LossKind::balanced) weigh_classes_equally();
}

void PredictionTargets::weigh_classes_equally() {
  std::vector<double> mass(class_weight_.size(), 0.0);
  for (std::size_t e = 0; e < contributions_.row.size(); ++e)
    mass[contributions_.row[e]] += contributions_.amount[e];
  const auto present = static_cast<double>(std::ranges::count_if(mass, [](double m) { return m > 0; }));
  const auto n = static_cast<double>(contributions_.start.size() - 1);
  for (std::size_t c = 0; c < mass.size(); ++c)
    if (mass[c] > 0) class_weight_[c] = n / (present * mass[c]);
}

double PredictionTargets::loss(std::size_t i, std::span<const double> votes, std::size_t voters) const {
  if (real_) {
    const bool weighted = !sample_weight_.empty();
    const double residual = output_[i] - votes[0] / (weighted ? votes[1] : static_cast<double>(voters));
    return weighted ? sample_weight_[i] * (residual * residual) : residual * residual;
  }
  double most = 0;
  for (double v : votes) most = std::max(most, v);
  const double enough = most * kEquallyMany;
  double winners = 0;
  for (double v : votes) winners += v >= enough ? 1 : 0;
  double loss = 0;
  for (std::size_t e = contributions_.start[i]; e < contributions_.start[i + 1]; ++e) {
    const std::uint32_t c = contributions_.row[e];
    loss += class_weight_[c] * contributions_.amount[e] * (votes[c] >= enough ? 1 - 1 / winners : 1);
  }
  return loss;
}

double PredictionTargets::loss(std::size_t i, std::span<const Sample> voters, std::span<double> votes) const {
  std::ranges::fill(votes, 0.0);
  for (Sample j : voters)
    for (std::size_t e = contributions_.start[j]; e < contributions_.start[j + 1]; ++e)
      votes[contributions_.row[e]] += contributions_.amount[e];
  return loss(i, votes, voters.size());
}

std::vector<std::uint32_t> PredictionTargets::strata() const {
  std::vector<std::uint32_t> strata;
  for (std::size_t i = 0; i + 1 < contributions_.start.size(); ++i) {
    const auto first = contributions_.amount.begin() + static_cast<std::ptrdiff_t>(contributions_.start[i]),
               last =
                   contributions_.amount.begin() + static_cast<std::ptrdiff_t>(contributions_.start[i + 1]);
    strata.push_back(
        contributions_
            .row[static_cast<std::size_t>(std::max_element(first, last) - contributions_.amount.begin())]);
  }
  return strata;
}

}  // namespace tamis::knn_error
