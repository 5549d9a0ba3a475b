#include "structure_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tamis::numerics {
namespace {

constexpr double kRatesPrior = 20, kMatrixPrior = 50;  // samples of the common rate that each class is given
constexpr double kMuch = 0.22;  // wrong labels of a class under any_matrix, beyond which it rather overlaps
constexpr double kCoarseness = 2000;  // samples, more of which do not make the form of the link any surer
constexpr double kLeastRate = 1e-3;   // below which a fit says nothing of the structure
constexpr double kLeastClass = 5;     // labels; fewer may all be slips
constexpr double kNegligible = 12;    // so much below the largest log weight counts for nothing
constexpr int kMostIterations = 200, kMostAtARate = 60;

/// The rates at which a structure is looked at, ascending, below `largest`: over all that can be, and closely
/// about the likeliest one, which that many labels tell.
std::vector<double> rates_about(double likeliest, double labels, double largest) {
  std::vector<double> rates{.005, .01, .02, .035, .05, .075, .1, .13, .16, .2, .25, .3, .35, .4, .45, .5, .6};
  const double spread = std::sqrt(likeliest * (1 - likeliest) / labels);
  for (const double by : {-3., -2., -1.3, -.65, 0., .65, 1.3, 2., 3.})
    rates.push_back(likeliest + by * spread);
  std::ranges::sort(rates);
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  std::erase_if(rates, [&](double e) { return e < kLeastRate || e >= largest; });
  return rates;
}

/// How much of the axis of rates each one covers: half-way to its neighbours, and as far on the other side at the ends.
double width_at(const std::vector<double>& rates, std::size_t k) {
  const bool first = k == 0, last = k + 1 == rates.size();
  if (first && last) return rates[k];
  return (rates[last ? k : k + 1] - rates[first ? k : k - 1]) / (first || last ? 1 : 2);
}

}  // namespace

StructureFit::StructureFit(FlipStructure structure, ConstMatrix q, std::span<const std::int32_t> labels,
                           std::span<const double> weights, double of_labels, const Runtime& runtime)
    : structure_(structure),
      em_(q, labels, weights),
      of_labels_(of_labels),
      runtime_(runtime),
      observed_(q.cols) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) observed_[static_cast<std::size_t>(labels[i])] += em_.weight(i);
}

std::vector<Reading> StructureFit::readings() {
  if (structure_ == FlipStructure::none) return {labels_are_right()};
  return over_rates();
}

Reading StructureFit::labels_are_right() {
  Fit fit = unfitted(1, Flips::uniform(classes(), 0));
  maximise(fit, false, kMostIterations);
  return {fit.link, fit.flips, evidence(fit), 0, fit.log_likelihood, std::vector<char>(classes())};
}

std::vector<Reading> StructureFit::over_rates() {
  std::vector<Reading> readings;
  double largest = -std::numeric_limits<double>::infinity();
  Fit likeliest;
  if (!fit_from_starts(likeliest)) return readings;
  maximise(likeliest, false, kMostAtARate);  // the memberships are those of this fit again
  const double likeliest_rate = common_rate(likeliest.flips);
  const std::vector<double> rates = rates_about(likeliest_rate, of_labels_ * coarseness(), largest_rate());
  const auto look_at = [&](std::size_t k, Fit& fit) {
    constexpr double kLeastRight = 0.02;
    fit.flips = likeliest.flips.scaled(rates[k] / likeliest_rate);
    for (std::size_t s = 0; s < classes(); ++s)
      if (fit.flips(s, s) < kLeastRight) return false;
    maximise(fit, false, kMostAtARate);
    const double prior_of_rate = logarithm(4) + 3 * logarithm(1 - rates[k]);
    const double log_weight =
        logarithm(width_at(rates, k)) + prior_of_rate + log_prior(fit.flips) + evidence(fit);
    readings.push_back({fit.link, fit.flips, log_weight, rates[k], fit.log_likelihood, doubted_classes()});
    if (!readings.back().doubts_a_class()) largest = std::max(largest, log_weight);
    return log_weight > largest - kNegligible;
  };
  const auto middle =
      static_cast<std::size_t>(std::ranges::upper_bound(rates, likeliest_rate) - rates.begin());
  Fit fit = likeliest;
  for (std::size_t k = middle; k-- > 0 && look_at(k, fit);) {
  }
  fit = likeliest;
  for (std::size_t k = middle; k < rates.size() && look_at(k, fit); ++k) {
  }
  return readings;
}

StructureFit::Fit StructureFit::unfitted(double power, const Flips& flips) const {
  return {ClassLink(classes(), power), flips};
}

bool StructureFit::fit_from_starts(Fit& best) {
  bool found = false;
  const auto from_memberships = [&](double power) {
    Fit fit = unfitted(power, flips_of_memberships());
    maximise(fit, true, kMostIterations);
    // two starts that come to the same hill are equal but for where they stopped
    constexpr double kAsLikely = 1e-2;
    if (common_rate(fit.flips) < kLeastRate || (found && fit.objective < best.objective + kAsLikely)) return;
    std::swap(best, fit);
    found = true;
  };
  // few wrong labels, many, and classes that are well separated except for the wrong labels
  constexpr std::pair<double, double> kStarts[] = {{0.05, 1}, {0.3, 1.5}, {0.1, 6}};
  for (const auto& [rate, power] : kStarts) {
    em_.doubt_labels(rate);
    from_memberships(power);
  }
  if (structure_ == FlipStructure::any_matrix) {  // labels that differ from what others say are wrong
    em_.follow_likeliest(0.9);
    from_memberships(4);
  }
  if (!found && structure_ == FlipStructure::one_rate) {
    best = unfitted(1, Flips::uniform(classes(), 0.05));
    found = true;
  }
  return found;
}

void StructureFit::maximise(Fit& fit, bool fits_flips, int most_iterations) {
  const std::span<const std::int32_t> labels = em_.labels();
  em_.predict(fit.link);
  double last = 0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    runtime_.check_cancelled();
    fit.log_likelihood = em_.expect([&](std::size_t i, std::size_t s) {
      return labels[i] < 0 ? 1 : fit.flips(s, static_cast<std::size_t>(labels[i]));
    });
    fit.objective = fit.log_likelihood + fit.link.log_prior();
    const double change = std::abs(fit.objective - std::exchange(last, fit.objective));
    if (iteration > 1 && change < 1e-5 * std::max(em_.known(), 100.0)) break;
    if (fits_flips) fit.flips = flips_of_memberships();
    fit.link = em_.improved(fit.link);
    em_.predict(fit.link);
  }
}

Flips StructureFit::flips_of_memberships() const {
  // J(s, y) = sum_{i: z_i = y} w_i gamma_is
  const std::size_t k = classes();
  Flips joint(k);
  for (std::size_t i = 0; i < em_.samples(); ++i)
    if (const std::int32_t z = em_.labels()[i]; z >= 0)
      for (std::size_t s = 0; s < k; ++s)
        joint(s, static_cast<std::size_t>(z)) += em_.weight(i) * em_.memberships()(i, s);
  double right = 0;
  std::vector<double> mass(k);
  for (std::size_t s = 0; s < k; ++s) {
    right += joint(s, s);
    for (std::size_t y = 0; y < k; ++y) mass[s] += joint(s, y);
  }
  const double rate = std::clamp(1 - right / em_.known(), 0.0, largest_rate());
  Flips flips = Flips::uniform(k, rate);
  for (std::size_t s = 0; s < k; ++s) {
    if (structure_ == FlipStructure::class_rates)
      flips.set_rate(s, (mass[s] - joint(s, s) + kRatesPrior * rate) / (mass[s] + kRatesPrior));
    if (structure_ == FlipStructure::any_matrix)
      for (std::size_t y = 0; y < k; ++y)
        flips(s, y) = (joint(s, y) + kMatrixPrior * flips(s, y)) / (mass[s] + kMatrixPrior);
  }
  return flips;
}

double StructureFit::common_rate(const Flips& flips) const {
  double rate = 0;
  for (std::size_t i = 0; i < em_.samples(); ++i)
    for (std::size_t s = 0; s < classes(); ++s)
      rate += em_.weight(i) * em_.memberships()(i, s) * flips.rate(s);
  return rate / em_.known();
}

std::vector<char> StructureFit::doubted_classes() const {
  std::vector<char> is_doubted(classes());
  for (std::size_t s = 0; s < classes(); ++s) is_doubted[s] = observed_[s] >= kLeastClass;
  for (std::size_t i = 0; i < em_.samples(); ++i)
    if (const std::int32_t z = em_.labels()[i]; z >= 0)
      if (const auto own = static_cast<std::size_t>(z); em_.memberships()(i, own) >= 0.5) is_doubted[own] = 0;
  return is_doubted;
}

double StructureFit::evidence(const Fit& fit) const {
  double free = -1;  // one rate is averaged over
  for (const double n : observed_) {
    if (structure_ == FlipStructure::class_rates) free += n / (n + kRatesPrior);
    if (structure_ == FlipStructure::any_matrix)
      free += static_cast<double>(classes() - 1) * n / (n + kMatrixPrior);
  }
  const double of_all = fit.objective * of_labels_ / em_.known();
  return (of_all - std::max(0.0, free)) * coarseness();
}

double StructureFit::log_prior(const Flips& flips) const {
  double sum = 0;
  if (structure_ == FlipStructure::any_matrix)
    for (std::size_t s = 0; s < classes(); ++s) sum += std::pow(flips.rate(s) / kMuch, 4);
  return -sum;
}

double StructureFit::coarseness() const { return kCoarseness / (kCoarseness + of_labels_); }

}  // namespace tamis::numerics
