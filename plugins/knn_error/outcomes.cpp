#include "outcomes.hpp"

#include <algorithm>
#include <tamis/errors.hpp>

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

Outcomes::Outcomes(const Target& target, std::span<const Sample> samples, Loss loss)
    : real_(target.kind() == TargetKind::real) {
  if (real_ && loss == Loss::balanced)
    throw ParamError(
        "loss = balanced counts errors by class, but the target is real values; use mean or root");
  if (!real_ && loss == Loss::root)
    throw ParamError("loss = root is for real values, but the target is classes; use mean or balanced");
  const auto add = [this](std::uint32_t row, double amount) {
    votes_.row.push_back(row);
    votes_.amount.push_back(amount);
  };
  votes_.rows = real_ ? 1 : target.classes();
  const double centre = real_ ? median(target.real(), samples) : 0;
  for (Sample i : samples) {
    if (real_) {
      add(0, target.real()[i] - centre);
    } else if (target.kind() == TargetKind::classes) {
      add(static_cast<std::uint32_t>(target.labels()[i]), 1.0);
    } else {
      for (std::uint32_t c = 0; c < target.classes(); ++c)
        if (const double p = target.soft()(i, c); p > 0) add(c, p);
    }
    votes_.start.push_back(votes_.row.size());
  }
  weight_.assign(votes_.rows, 1.0);
  if (loss == Loss::balanced) weigh_classes_equally();
}

void Outcomes::weigh_classes_equally() {
  std::vector<double> mass(weight_.size(), 0.0);
  for (std::size_t e = 0; e < votes_.row.size(); ++e) mass[votes_.row[e]] += votes_.amount[e];
  const auto present = static_cast<double>(std::ranges::count_if(mass, [](double m) { return m > 0; }));
  const auto n = static_cast<double>(votes_.start.size() - 1);
  for (std::size_t c = 0; c < mass.size(); ++c)
    if (mass[c] > 0) weight_[c] = n / (present * mass[c]);
}

double Outcomes::loss(std::size_t i, std::span<const double> votes, std::size_t voters) const {
  if (real_) {
    const double residual = votes_.amount[i] - votes[0] / static_cast<double>(voters);
    return residual * residual;
  }
  double most = 0;
  for (double v : votes) most = std::max(most, v);
  const double enough = most * kEquallyMany;
  double winners = 0;
  for (double v : votes) winners += v >= enough ? 1 : 0;
  double loss = 0;
  for (std::size_t e = votes_.start[i]; e < votes_.start[i + 1]; ++e) {
    const std::uint32_t c = votes_.row[e];
    loss += weight_[c] * votes_.amount[e] * (votes[c] >= enough ? 1 - 1 / winners : 1);
  }
  return loss;
}

double Outcomes::loss(std::size_t i, std::span<const Sample> voters, std::span<double> votes) const {
  std::ranges::fill(votes, 0.0);
  for (Sample j : voters)
    for (std::size_t e = votes_.start[j]; e < votes_.start[j + 1]; ++e)
      votes[votes_.row[e]] += votes_.amount[e];
  return loss(i, votes, voters.size());
}

std::vector<std::uint32_t> Outcomes::strata() const {
  std::vector<std::uint32_t> strata;
  for (std::size_t i = 0; i + 1 < votes_.start.size(); ++i) {
    const auto first = votes_.amount.begin() + static_cast<std::ptrdiff_t>(votes_.start[i]),
               last = votes_.amount.begin() + static_cast<std::ptrdiff_t>(votes_.start[i + 1]);
    strata.push_back(
        votes_.row[static_cast<std::size_t>(std::max_element(first, last) - votes_.amount.begin())]);
  }
  return strata;
}

}  // namespace tamis::knn_error
