#include "mi.hpp"

#include "entropy.hpp"
#include "observed_labels.hpp"
#include "tied_features.hpp"

#include <utility>

namespace tamis::mutual_information {

void Mi::prepare(const Dataset& data, const Runtime& runtime) {
  runtime_ = runtime;
  const ObservedLabels labels(data, 2, static_cast<std::size_t>(options.neighbours), runtime);
  std::vector<numerics::Sample> samples;
  label_.clear();
  for (std::size_t i = 0; i < labels.samples(); ++i)
    if (labels.known(i)) {
      samples.push_back(labels.sample[i]);
      label_.push_back(static_cast<std::size_t>(labels.label[i]));
    }
  weight_ = numerics::weights_in_units_of_mean(data, samples);
  mass_.assign(labels.classes(), 0.0);
  for (std::size_t i = 0; i < weight_.size(); ++i) mass_[label_[i]] += weight_[i];
  single_class_ = labels.single_class();
  data_ = data;
  warned_of_ties_ = false;
  options.metric->prepare(data, runtime);
  space_ = SampleSpace(data, std::move(samples), *options.metric, options.jitter, *this, runtime);
}

void Mi::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  const std::size_t n = space_.samples(), everyone = mass_.size();
  if (single_class_) {
    std::ranges::fill(scores.values(), 0.0);
    return;
  }
  if (subset.empty() && move == Move::add && !std::exchange(warned_of_ties_, true))
    warn_of_ties(data_, static_cast<std::size_t>(options.neighbours), "mi", runtime_);
  Weights weights(n, mass_.size() + 1);
  for (std::size_t i = 0; i < n; ++i) weights.of(i)[label_[i]] = weights.of(i)[everyone] = weight_[i];

  const auto k = static_cast<std::size_t>(options.neighbours);
  const auto total = static_cast<double>(n);
  const auto goals_of = [&](std::size_t i, std::vector<SphereGoal>& goals) {
    goals.push_back({everyone, 0, enough_of(k, total - weight_[i])});
    goals.push_back({label_[i], 0, enough_of(k, mass_[label_[i]] - weight_[i])});
  };
  const Geometry geometry = space_.geometry();
  const PsiOfMass psi(k);
  const auto value = [&](std::size_t i, std::size_t d, std::span<const SphereGoal>,
                         std::span<const Sphere> spheres) {
    const Sphere &all = spheres[0], &of_class = spheres[1];
    return weight_[i] * (psi(of_class.mass) - psi(all.mass) +
                         static_cast<double>(d) * (log_diameter(geometry, all.distance) -
                                                   log_diameter(geometry, of_class.distance)));
  };
  SearchRadii reach(n, kEverywhere);
  const std::vector<MoveMean> means =
      move_means(space_, subset, move, candidates, weights, reach, goals_of, value, runtime_);

  // what of eq. (6) no subset changes; volumes of balls cancel
  double constant = psi(total);
  for (const double n_y : mass_)
    if (n_y > 0) constant -= n_y / total * psi(n_y);
  for (std::size_t c = 0; c < means.size(); ++c) scores.write(c, means[c].score(constant));
}

Cost Mi::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {0,
          n * n * (0.3 + 0.1 * std::min(d, 2.0))};  // a step's distances are shared by about d / 2 candidates
}

}  // namespace tamis::mutual_information
