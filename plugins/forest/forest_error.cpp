#include "forest_error.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::forest {

void ForestError::prepare(const Dataset& data, const Runtime& runtime) {
  PreparedCriterion::prepare(data, runtime);
  outputs_ = Outputs(data);
}

double ForestError::loss(Sample i, const Eigen::RowVectorXd& predicted) const {
  if (data().target().kind() == TargetKind::real) {
    const double residual = outputs_.values(i, 0) - predicted[0];
    return residual * residual;
  }
  Eigen::Index chosen = 0;
  predicted.maxCoeff(&chosen);
  return 1 - outputs_.values(i, chosen);
}

double ForestError::error(std::vector<Feature> subset) const {
  std::ranges::sort(subset);
  const ForestOptions how{static_cast<std::size_t>(options.trees), static_cast<std::size_t>(options.leaf),
                          static_cast<std::size_t>(options.candidates)};
  const Bins bins(data(), subset, runtime());
  const OutOfBag found = grow_forest(bins, outputs_, how, stream(runtime(), *this, subset), runtime());
  double sum = 0, judged = 0;
  for (const Sample i : outputs_.known)
    if (found.trees[i] > 0) {
      sum += outputs_.weight(i) * loss(i, found.mean.row(i));
      judged += outputs_.weight(i);
    }
  return sum / judged;
}

void ForestError::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  for (std::size_t c = 0; c < scores.size(); ++c) {
    std::vector<Feature> after(subset.begin(), subset.end());
    if (move == Move::add) after.push_back(candidates[c]);
    if (move == Move::remove) std::erase(after, candidates[c]);
    const double e = error(std::move(after));
    scores.write(c, std::isnan(e) ? undefined("every tree has drawn all rows") : Score(e));
  }
}

Cost ForestError::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {0, 5 * options.trees * n * std::log2(n + 1) * std::sqrt(d)};
}

}  // namespace tamis::forest
