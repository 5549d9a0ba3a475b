#include <tamis/framework/prediction/knn_regressor.hpp>

#include "known_samples.hpp"

#include <algorithm>

namespace tamis::framework {

using numerics::Sample;

KnnRegressor::KnnRegressor(const Dataset& data, std::span<const Sample> training,
                           std::span<const Sample> queries, std::size_t most, const Runtime& runtime)
    : target_(data.target()), weights_(data.weights()) {
  if (target_.kind() != TargetKind::real) throw DataError("a k-NN regressor needs a target of real values");
  const std::vector<Sample> known = known_among(target_, training, "value", "regressor");
  near_ = numerics::nearest_neighbours(data, queries, known, most, {}, runtime);
}

std::vector<double> KnnRegressor::predict(std::size_t k) const {
  std::vector<double> values(near_.queries());
  for (std::size_t q = 0; q < values.size(); ++q) {
    const std::span<const Sample> near = near_.indices(q).first(std::min(k, near_.indices(q).size()));
    double sum = 0, all = 0;
    for (const Sample i : near) {
      const double weight = weights_.empty() ? 1.0 : weights_[i];
      sum += weight * target_.real()[i];
      all += weight;
    }
    values[q] = sum / all;
  }
  return values;
}

}  // namespace tamis::framework
