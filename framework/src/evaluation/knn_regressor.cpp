#include <tamis/framework/evaluation/knn_regressor.hpp>

#include <tamis/errors.hpp>

namespace tamis::framework {

using numerics::Sample;

std::vector<double> knn_values(const Dataset& data, std::span<const Sample> training,
                               std::span<const Sample> queries, std::size_t k, const Runtime& runtime) {
  const Target target = data.target();
  if (target.kind() != TargetKind::real) throw DataError("a k-NN regressor needs a target of real values");
  std::vector<Sample> known;
  for (const Sample i : training)
    if (target.known(i)) known.push_back(i);
  if (known.empty())
    throw DataError("no training sample has a known value; a k-NN regressor needs at least one");

  const auto near = numerics::nearest_neighbours(data, queries, known, k, {}, runtime);
  std::vector<double> values(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    double sum = 0;
    for (const Sample i : near.indices(q)) sum += target.real()[i];
    values[q] = sum / static_cast<double>(near.indices(q).size());
  }
  return values;
}

}  // namespace tamis::framework
