#include <tamis/framework/prediction/knn_regressor.hpp>

#include "known_samples.hpp"

#include <algorithm>

namespace tamis::framework {

using numerics::Sample;

KnnRegressor::KnnRegressor(const Dataset& data, std::span<const Sample> training,
                           std::span<const Sample> queries, std::size_t most, const Runtime& runtime)
    : target_(data.target()) {
  if (target_.kind() != TargetKind::real) throw DataError("a k-NN regressor needs a target of real values");
  const std::vector<Sample> known = known_among(target_, training, "value", "regressor");
  near_ = numerics::nearest_neighbours(data, queries, known, most, {}, runtime);
}

std::vector<double> KnnRegressor::predict(std::size_t k) const {
  std::vector<double> values(near_.queries());
  for (std::size_t q = 0; q < values.size(); ++q) {
    const std::span<const Sample> near = near_.indices(q).first(std::min(k, near_.indices(q).size()));
    double sum = 0;
    for (const Sample i : near) sum += target_.real()[i];
    values[q] = sum / static_cast<double>(near.size());
  }
  return values;
}

}  // namespace tamis::framework
