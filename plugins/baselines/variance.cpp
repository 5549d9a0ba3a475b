#include "variance.hpp"

#include "centred.hpp"

namespace tamis::baselines {

void Variance::prepare(const Dataset& data, const Runtime& runtime) {
  UnivariateCriterion::prepare(data, runtime);
  if (!data.weights().empty() && std::ranges::max(data.weights()) == 0)
    throw DataError("no sample has a weight above 0");
}

Score Variance::score_known(Column f, std::span<const std::uint8_t> missing, const Target&) const {
  const std::span<const double> weights = data().weights();
  std::vector<double> values, weight;
  for (std::size_t i = 0; i < f.size(); ++i) {
    if ((!missing.empty() && missing[i]) || (!weights.empty() && weights[i] == 0)) continue;
    values.push_back(f[i]);
    if (!weights.empty()) weight.push_back(weights[i]);
  }
  const double n = weights.empty()
                       ? static_cast<double>(values.size())
                       : numerics::lane_sum(weight.size(), [&](std::size_t i) { return weight[i]; });
  const double freedom = n - options.ddof;
  if (!(freedom > 0))
    return undefined(weights.empty() ? "needs more samples than ddof" : "needs a sum of weights above ddof");
  const Centred c = centred(std::move(values), weight);
  const double variance = std::scalbn(c.squares / freedom, 2 * c.exponent);
  return std::isinf(variance) ? Score(variance, "overflow") : Score(variance);
}

}  // namespace tamis::baselines
