#include "lnt_estimate.hpp"

#include "density.hpp"
#include "entropy.hpp"

namespace tamis::mutual_information {
namespace {

/// A class of smaller membership is left out of a sample: log densities are below 1000 + 23 d, so a mean
/// changes by less than 1e-9, and its sphere would be the largest.
constexpr double kLeastMembership = 1e-12;

/// Memberships that come to less than this over all samples are left out of Gamma(s|i), which moves a mean by
/// less still. Points weigh in few classes then, and only those need to be looked for as far as the spheres
/// of a class reach.
constexpr double kNoMass = 1e-9;

}  // namespace

std::vector<Score> true_class_information(const SampleSpace& space, Subset subset, Move move,
                                          std::span<const Feature> candidates, ConstMatrix gamma,
                                          std::span<const double> sample_weights, std::size_t k, Self self,
                                          SearchRadii& reach, const Runtime& runtime, NeighbourCache* kept) {
  const std::size_t n = gamma.rows, l = gamma.cols;
  Weights weights(n, l + 1);
  const std::size_t everyone = l;  // the column that counts neighbours
  std::vector<double> psi_totals;
  for (double total : class_totals(gamma, sample_weights)) psi_totals.push_back(ClassDensity::psi_of(total));
  const double least = kNoMass / static_cast<double>(n);
  std::vector<double> totals(l);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t s = 0; s < l; ++s) {
      const double weight = gamma(i, s) < least ? 0 : sample_weights[i] * gamma(i, s);
      weights.of(i)[s] = weight;
      totals[s] += weight;
    }
    weights.of(i)[everyone] = sample_weights[i];
  }
  const auto total = static_cast<double>(n);
  const double enough = static_cast<double>(k) - kMassTolerance;
  const auto goals_of = [&](std::size_t i, std::vector<SphereGoal>& goals) {
    goals.push_back({everyone, 0, enough_of(k, total - sample_weights[i])});
    for (std::size_t s = 0; s < l; ++s)
      if (const double own = gamma(i, s); own >= kLeastMembership) {
        const double start = self == Self::include ? own : 0.0;
        goals.push_back({s, start, enough, start + (totals[s] - weights.of(i)[s])});
      }
  };
  // of the subset itself, and of those with a feature less or more
  const std::size_t features = space.informative(subset).size(),
                    fewest = features - std::min<std::size_t>(1, features);
  std::vector<ClassDensity> densities;
  for (std::size_t d = fewest; d <= features + 1; ++d) densities.emplace_back(space.geometry(), d);
  const PsiOfMass psi(k);
  // eq. (19): d log eps - psi of the entropy H(X), and log p(x|s) of the entropies given the class
  const auto value = [&](std::size_t i, std::size_t d, std::span<const SphereGoal> goals,
                         std::span<const Sphere> spheres) {
    const ClassDensity& density = densities[d - fewest];
    double sum =
        static_cast<double>(d) * log_diameter(space.geometry(), spheres[0].distance) - psi(spheres[0].mass);
    for (std::size_t g = 1; g < goals.size(); ++g)
      sum += gamma(i, goals[g].column) * density.log(spheres[g], psi_totals[goals[g].column]);
    return sample_weights[i] * sum;
  };
  const std::vector<MoveMean> means =
      move_means(space, subset, move, candidates, weights, reach, goals_of, value, runtime, kept);
  std::vector<Score> information;
  for (const MoveMean& m : means)
    information.push_back(m.score(psi(total) + log_ball_volume(space.geometry(), m.dimensions)));
  return information;
}

}  // namespace tamis::mutual_information
