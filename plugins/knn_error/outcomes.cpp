#include "outcomes.hpp"

#include <algorithm>
#include <tamis/errors.hpp>

namespace tamis::knn_error {
namespace {

// Votes of soft labels are sums that round: a share of the most votes this near to one counts as one.
constexpr double kEquallyMany = 1 - 1e-9;

}  // namespace

Outcomes::Outcomes(const Target& target, std::span<const Sample> samples, Loss loss) {
  if (target.kind() == TargetKind::real) {
    if (loss == Loss::balanced)
      throw ParamError(
          "loss = balanced counts errors by class, but the target is real values; use mean or root");
    for (Sample i : samples) real_.push_back(target.real()[i]);
    return;
  }
  if (loss == Loss::root)
    throw ParamError("loss = root is for real values, but the target is classes; use mean or balanced");
  weight_.assign(target.classes(), 1.0);
  for (Sample i : samples) {
    if (target.kind() == TargetKind::classes) {
      shares_.push_back({static_cast<std::uint32_t>(target.labels()[i]), 1.0});
    } else {
      for (std::uint32_t c = 0; c < target.classes(); ++c)
        if (const double p = target.soft()(i, c); p > 0) shares_.push_back({c, p});
    }
    start_.push_back(shares_.size());
  }
  if (loss == Loss::balanced) weigh_classes_equally();
}

void Outcomes::weigh_classes_equally() {
  std::vector<double> mass(weight_.size(), 0.0);
  for (const Share& s : shares_) mass[s.class_index] += s.probability;
  const auto present = static_cast<double>(std::ranges::count_if(mass, [](double m) { return m > 0; }));
  const auto n = static_cast<double>(start_.size() - 1);
  for (std::size_t c = 0; c < mass.size(); ++c)
    if (mass[c] > 0) weight_[c] = n / (present * mass[c]);
}

double Outcomes::loss(std::size_t i, std::span<const Sample> voters, std::span<double> votes) const {
  if (!real_.empty()) {
    double sum = 0;
    for (Sample j : voters) sum += real_[j];
    const double residual = real_[i] - sum / static_cast<double>(voters.size());
    return residual * residual;
  }
  std::ranges::fill(votes, 0.0);
  for (Sample j : voters)
    for (const Share& s : shares(j)) votes[s.class_index] += s.probability;
  const double enough = std::ranges::max(votes) * kEquallyMany;
  const auto winners =
      static_cast<double>(std::ranges::count_if(votes, [&](double v) { return v >= enough; }));
  double loss = 0;
  for (const Share& s : shares(i))
    loss += weight_[s.class_index] * s.probability * (votes[s.class_index] >= enough ? 1 - 1 / winners : 1);
  return loss;
}

std::vector<std::uint32_t> Outcomes::strata() const {
  if (!real_.empty()) return std::vector<std::uint32_t>(real_.size(), 0u);
  std::vector<std::uint32_t> strata;
  for (std::size_t i = 0; i + 1 < start_.size(); ++i)
    strata.push_back(std::ranges::max_element(shares(i), {}, &Share::probability)->class_index);
  return strata;
}

}  // namespace tamis::knn_error
