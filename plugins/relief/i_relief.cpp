#include "i_relief.hpp"

#include "known_classes.hpp"
#include "pair_distances.hpp"

#include <tamis/numerics/exp.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::relief {
namespace {

/// exp(-(distance - least) / sigma) of the samples of a set, and their sum.
double kernels(std::span<const double> distances, double sigma,
               const std::function<bool(std::size_t)>& in_set, std::vector<double>& e) {
  double least = std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t j = 0; j < distances.size(); ++j)
    if (in_set(j)) least = std::min(least, distances[j]);
  e.assign(distances.size(), 0.0);
  for (std::size_t j = 0; j < distances.size(); ++j)
    if (in_set(j)) sum += e[j] = numerics::exponential(-(distances[j] - least) / sigma);
  return sum;
}

}  // namespace

void IRelief::prepare(const Dataset& data, const Runtime& runtime) {
  ScoredFeatures::prepare(data, runtime);
  const KnownClasses known(data.target());
  if (known.share.size() < 2) return set({}, "single_class");
  const Differences differences(data, known.samples, known.classes, options.missing, runtime);
  const std::size_t d = differences.features(), m = known.samples.size();
  outlier_.assign(m, 0.0);
  std::vector<double> w(d, 1.0 / static_cast<double>(d));
  for (rounds_ = 0; rounds_ < options.iterations; ++rounds_) {
    std::vector<double> nu =
        sum_over_samples(m, runtime, d, [&] {
          return [&, weighted = std::vector<double>(m), e = std::vector<double>(m)](
                     std::size_t i, const DistancesTo&, double* sums) mutable {
            for (std::size_t j = 0; j < m; ++j) {
              weighted[j] = 0;
              for (std::size_t f = 0; f < d; ++f) weighted[j] += w[f] * differences.of(f, i, j);
            }
            const auto is_hit = [&](std::size_t j) { return j != i && known.classes[j] == known.classes[i]; };
            const auto is_miss = [&](std::size_t j) { return known.classes[j] != known.classes[i]; };
            double own = 0;
            const double all = kernels(
                weighted, options.sigma, [&](std::size_t j) { return j != i; }, e);
            for (std::size_t j = 0; j < m; ++j) own += is_hit(j) ? e[j] : 0;
            const double gamma = own / all;
            outlier_[i] = 1 - gamma;
            const double hits = kernels(weighted, options.sigma, is_hit, e);
            if (hits == 0) return;  // a class of one
            for (std::size_t j = 0; j < m; ++j)
              if (is_hit(j)) differences.add(i, j, -gamma * e[j] / hits / static_cast<double>(m), sums);
            const double misses = kernels(weighted, options.sigma, is_miss, e);
            for (std::size_t j = 0; j < m; ++j)
              if (is_miss(j)) differences.add(i, j, gamma * e[j] / misses / static_cast<double>(m), sums);
          };
        });
    double norm = 0, moved = 0;
    for (double& v : nu) {
      v = std::max(0.0, v);
      norm += v * v;
    }
    if (norm == 0) return set({}, "no feature separates the classes");
    for (std::size_t f = 0; f < d; ++f) {
      nu[f] /= std::sqrt(norm);
      moved += (nu[f] - w[f]) * (nu[f] - w[f]);
    }
    w = std::move(nu);
    if (std::sqrt(moved) < options.threshold) {
      ++rounds_;
      break;
    }
  }
  set(differences.of_dataset(w));
}

void IRelief::report(const Diagnostics& out) const {
  out.number("rounds", rounds_);
  constexpr std::string_view kColumns[] = {"outlier"};
  if (outlier_.size() == data().samples())
    out.table("outlier", Axis::samples, kColumns, ConstMatrix(outlier_.data(), outlier_.size(), 1));
}

Cost IRelief::cost(const Dataset& data) const {
  constexpr double kUsualRounds = 10;
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {kUsualRounds * 3 * n * n * d, 1};
}

}  // namespace tamis::relief
