#include "outputs.hpp"

#include <tamis/eigen.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace tamis::forest {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Eigen::MatrixXd one_hot(std::span<const std::int32_t> labels, std::uint32_t classes) {
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(labels.size()), classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    if (labels[i] < 0)
      shares.row(row).setConstant(kUnknown);
    else
      shares(row, labels[i]) = 1;
  }
  return shares;
}

/// In units of their mean over the known samples. Empty where these are all alike, so that such weights change
/// no bit.
std::vector<double> in_units_of_mean(Column weights, std::span<const Sample> known) {
  if (std::ranges::all_of(known, [&](Sample i) { return weights[i] == weights[known[0]]; })) return {};
  const double largest = std::ranges::max(weights);
  double sum = 0;
  for (const Sample i : known) sum += weights[i] / largest;  // the sum of the weights themselves may overflow
  std::vector<double> out;
  for (const double w : weights) out.push_back(w / largest / (sum / static_cast<double>(known.size())));
  return out;
}

}  // namespace

Outputs::Outputs(const Dataset& data) {
  const Target target = data.target();
  const Column weight_of = data.weights();
  // what a sum with the largest weight does not show is none
  const double least =
      weight_of.empty() ? 0 : std::ranges::max(weight_of) * std::numeric_limits<double>::epsilon();
  for (const Sample i : target.known_samples())
    if (weight_of.empty() || weight_of[i] > least) known.push_back(i);
  if (known.size() < 2)
    throw DataError(
        "a forest learns from two samples or more whose target is known and whose weight is not 0; give more");
  if (!weight_of.empty()) weights = in_units_of_mean(weight_of, known);
  switch (target.kind()) {
    case TargetKind::classes:
      values = one_hot(target.labels(), target.classes());
      if (weights.empty()) labels.assign(target.labels().begin(), target.labels().end());
      break;
    case TargetKind::soft:
      values = map(target.soft());
      break;
    default:
      values = map(target.real());
  }
  lots = known.size();
  lot.assign(data.samples(), kNoLot);
  stands_for.assign(data.samples(), 0);
  for (std::size_t k = 0; k < known.size(); ++k) {
    lot[known[k]] = static_cast<std::uint32_t>(k);
    stands_for[known[k]] = 1;
  }
}

void Outputs::draw_together(const numerics::SampleGroups& groups) {
  if (groups.are_single()) return;
  std::vector<std::uint32_t> lot_of_group(groups.count, kNoLot);
  std::unordered_map<Sample, std::vector<Sample>> taught;  // by the copies of a row, each thing once
  lots = 0;
  for (const Sample i : known) {
    std::uint32_t& of_group = lot_of_group[groups.group[i]];
    if (of_group == kNoLot) of_group = static_cast<std::uint32_t>(lots++);
    std::vector<Sample>& before = taught[groups.row[i]];
    const auto same_as =
        std::ranges::find_if(before, [&](Sample j) { return same(i, j) && weight(i) == weight(j); });
    const bool is_new = same_as == before.end();
    stands_for[i] = 0;
    ++stands_for[is_new ? i : *same_as];
    if (is_new) before.push_back(i);
  }
  for (std::size_t i = 0; i < lot.size(); ++i) lot[i] = lot_of_group[groups.group[i]];
}

double Outputs::impurity() const {
  const auto n = static_cast<double>(known.size());  // the sum of the weights
  double sum = 0;
  for (Eigen::Index k = 0; k < values.cols(); ++k) {
    double mean = 0, squares = 0;
    for (const Sample i : known) mean += weight(i) * values(i, k) / n;
    for (const Sample i : known) squares += weight(i) * (values(i, k) - mean) * (values(i, k) - mean);
    sum += squares / n;
  }
  return sum;
}

std::vector<Sample> Outputs::shuffled(Rng& rng) const {
  std::vector<Sample> order = known;
  rng.shuffle(order);
  std::vector<Sample> out(static_cast<std::size_t>(values.rows()));
  std::iota(out.begin(), out.end(), Sample{0});
  for (std::size_t k = 0; k < known.size(); ++k) out[known[k]] = order[k];
  return out;
}

}  // namespace tamis::forest
