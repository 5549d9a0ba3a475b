#include "forest_labels.hpp"

#include <cmath>

namespace tamis::forest {

void ForestLabels::prepare(const Dataset& data, const Runtime& runtime) {
  LabelEngine::prepare(data, runtime);
  outputs_ = Outputs(data);
  outputs_.draw_together(groups());
}

std::vector<double> ForestLabels::probabilities(Subset subset) {
  const ForestOptions how{static_cast<std::size_t>(options.trees), static_cast<std::size_t>(options.leaf),
                          static_cast<std::size_t>(options.candidates)};
  const Bins bins(data(), subset, runtime());
  const Eigen::MatrixXd mean =
      grow_forest(bins, outputs_, how, stream(runtime(), *this, subset), runtime()).mean;
  return {mean.data(), mean.data() + mean.size()};
}

// of the trees that did not draw a sample: (1 - 1/n)^n of all, with n lots
double ForestLabels::votes() const { return std::exp(-1) * options.trees; }

Cost ForestLabels::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {0, 5 * options.trees * n * std::log2(n + 1) * std::sqrt(d)};
}

}  // namespace tamis::forest
