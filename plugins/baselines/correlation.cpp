#include "correlation.hpp"

#include "centred.hpp"
#include "test_laws.hpp"

namespace tamis::baselines {

void Correlation::prepare(const Dataset& data, const Runtime& runtime) {
  UnivariateCriterion::prepare(data, runtime);
  const Target target = data.target();
  if (target.kind() != TargetKind::real) throw DataError("correlation needs a target of real values");
  std::vector<double> y;
  known_ = target.known_samples();
  weight_.clear();
  if (const std::span<const double> weights = data.weights(); !weights.empty()) {
    std::erase_if(known_, [&](numerics::Sample i) { return weights[i] == 0; });
    for (const numerics::Sample i : known_) weight_.push_back(weights[i]);
  }
  for (const numerics::Sample i : known_) y.push_back(target.real()[i]);
  if (known_.empty())
    throw DataError("the target is unknown for every sample; correlation needs two known ones");
  Centred c = centred(std::move(y), weight_);
  y_ = std::move(c.value);
  y_squares_ = c.squares;
}

void Correlation::p_values(std::span<const Feature> features, std::span<double> p) const {
  if (y_.size() < 3 || !data().groups().empty() || !weight_.empty()) return;
  const double freedom = static_cast<double>(y_.size()) - 2;
  runtime().parallel_for(
      features.size(),
      [&](std::uint64_t i) {
        const Score r = score_feature(features[i]);
        if (!r.is_undefined())
          p[i] = two_sided_t(r.value * std::sqrt(freedom / (1 - r.value * r.value)), freedom);
      },
      8);
}

Score Correlation::score_column(Column f, const Target&) const {
  std::vector<double> x;
  x.reserve(known_.size());
  for (numerics::Sample i : known_) x.push_back(f[i]);
  const Centred c = centred(std::move(x), weight_);
  if (c.squares == 0) return undefined("constant");
  if (y_squares_ == 0) return undefined("constant_target");
  numerics::LaneSum product;
  for (std::size_t i = 0; i < y_.size(); ++i)
    product.add(i, weight_.empty() ? c.value[i] * y_[i] : weight_[i] * c.value[i] * y_[i]);
  return std::min(1.0, std::abs(product.total()) / (std::sqrt(c.squares) * std::sqrt(y_squares_)));
}

}  // namespace tamis::baselines
