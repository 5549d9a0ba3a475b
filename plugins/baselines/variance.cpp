#include "variance.hpp"

#include "centred.hpp"

namespace tamis::baselines {

void Variance::prepare(const Dataset& data, const Runtime& runtime) {
  UnivariateCriterion::prepare(data, runtime);
  used_.clear();
  weight_.clear();
  for (std::size_t i = 0; i < data.weights().size(); ++i)
    if (data.weights()[i] > 0) {
      used_.push_back(static_cast<numerics::Sample>(i));
      weight_.push_back(data.weights()[i]);
    }
  if (!data.weights().empty() && used_.empty()) throw DataError("no sample has a weight above 0");
  samples_ = weight_.empty() ? static_cast<double>(data.samples())
                             : numerics::lane_sum(weight_.size(), [&](std::size_t i) { return weight_[i]; });
}

Score Variance::score_column(Column f, const Target&) const {
  const double freedom = samples_ - options.ddof;
  if (!(freedom > 0))
    return undefined(weight_.empty() ? "needs more samples than ddof" : "needs a sum of weights above ddof");
  std::vector<double> values;
  if (weight_.empty()) values.assign(f.begin(), f.end());
  for (const numerics::Sample i : used_) values.push_back(f[i]);
  const Centred c = centred(std::move(values), weight_);
  const double variance = std::scalbn(c.squares / freedom, 2 * c.exponent);
  return std::isinf(variance) ? Score(variance, "overflow") : Score(variance);
}

}  // namespace tamis::baselines
