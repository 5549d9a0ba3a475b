#include <tamis/numerics/power_link.hpp>

#include "power_link_em.hpp"

#include <cmath>
#include <utility>

namespace tamis::numerics {
namespace {

/// \param rate, power  where the EM begins: the model at memberships that take this share of the labels for
/// wrong.
PowerLink fit_from(PowerLinkEm& em, std::span<const double> weights, NoiseModel& noise, double rate,
                   double power) {
  constexpr int kLeastIterations = 5, kMostIterations = 300;
  std::vector<double> by_columns;  // what the noise model is shown, or shows
  const auto update_noise = [&] {
    by_columns = em.memberships().by_columns();
    for (std::size_t k = 0; !weights.empty() && k < by_columns.size(); ++k)
      by_columns[k] *= weights[k % weights.size()];
    noise.update(ConstMatrix(by_columns.data(), em.samples(), em.classes()));
  };
  PowerLink link;
  em.doubt_labels(rate);
  update_noise();
  em.predict(ClassLink(em.classes(), power));
  for (double last = 0; link.iterations < kMostIterations; ++link.iterations) {
    const Matrix seen(by_columns.data(), em.samples(), em.classes());
    noise.likelihood(seen);
    link.log_likelihood = em.expect(seen);
    const double change = std::abs(link.log_likelihood - std::exchange(last, link.log_likelihood));
    if (link.iterations >= kLeastIterations && change < 1e-6 * em.known()) break;
    update_noise();
    for (int step = 0; step < 2; ++step) {
      power = em.improved_power(power);
      em.predict(ClassLink(em.classes(), power));
    }
  }
  link.power = power;
  link.memberships = em.memberships().by_columns();
  link.parameters.resize(noise.parameter_count());
  noise.parameters(link.parameters);
  return link;
}

}  // namespace

void add_floor(Matrix q, std::span<const std::int32_t> labels, std::span<const double> weights,
               double votes) {
  std::vector<double> share(q.cols, 1.0);
  double all = static_cast<double>(q.cols);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    const double weight = weights.empty() ? 1.0 : weights[i];
    share[static_cast<std::size_t>(labels[i])] += weight;
    all += weight;
  }
  for (double& s : share) s /= all;
  for (std::uint64_t s = 0; s < q.cols; ++s)
    for (double& v : q.column(s)) v = std::isnan(v) ? share[s] : (votes * v + share[s]) / (votes + 1);
}

PowerLink fit_power_link(ConstMatrix q, std::span<const std::int32_t> labels, std::span<const double> weights,
                         NoiseModel& noise) {
  // few wrong labels, many, and classes that are well separated except for the wrong labels: there q is flat, and
  // from a small power an EM takes the wrong labels for a part of every class
  constexpr std::pair<double, double> kStarts[] = {{0.05, 1}, {0.3, 1.5}, {0.1, 6}};
  PowerLinkEm em(q, labels, weights);
  PowerLink best;
  for (const auto& [rate, power] : kStarts) {
    PowerLink link = fit_from(em, weights, noise, rate, power);
    if (best.memberships.empty() || link.log_likelihood > best.log_likelihood) best = std::move(link);
  }
  noise.set_parameters(best.parameters);
  return best;
}

}  // namespace tamis::numerics
