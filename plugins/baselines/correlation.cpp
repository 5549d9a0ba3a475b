#include "correlation.hpp"

#include "test_laws.hpp"

namespace tamis::baselines {

Correlation::Outputs::Outputs(const Target& target, std::span<const double> weights,
                              std::span<const std::uint8_t> missing)
    : samples(target.known_samples()) {
  std::erase_if(samples, [&](numerics::Sample i) {
    return (!weights.empty() && weights[i] == 0) || (!missing.empty() && missing[i]);
  });
  std::vector<double> values;
  for (const numerics::Sample i : samples) {
    values.push_back(target.real()[i]);
    if (!weights.empty()) weight.push_back(weights[i]);
  }
  if (!values.empty()) y = centred(std::move(values), weight);
}

void Correlation::prepare(const Dataset& data, const Runtime& runtime) {
  UnivariateCriterion::prepare(data, runtime);
  if (data.target().kind() != TargetKind::real) throw DataError("correlation needs a target of real values");
  all_ = Outputs(data.target(), data.weights(), {});
  if (all_.samples.empty())
    throw DataError("the target is unknown for every sample; correlation needs two known ones");
}

void Correlation::p_values(std::span<const Feature> features, std::span<double> p) const {
  if (!data().groups().empty() || !data().weights().empty()) return;
  runtime().parallel_for(
      features.size(),
      [&](std::uint64_t i) {
        const Feature j = features[i];
        const std::span<const std::uint8_t> missing = data().missing(j);
        const auto pairs = std::ranges::count_if(
            all_.samples, [&](numerics::Sample s) { return missing.empty() || !missing[s]; });
        const double freedom = static_cast<double>(pairs) - 2;
        if (freedom < 1) return;
        const Score r = score_feature(j);
        if (!r.is_undefined())
          p[i] = two_sided_t(r.value * std::sqrt(freedom / (1 - r.value * r.value)), freedom);
      },
      8);
}

Score Correlation::score(Column f, const Outputs& outputs) {
  if (outputs.samples.empty()) return undefined("no sample has both this cell and a known target");
  std::vector<double> x;
  x.reserve(outputs.samples.size());
  for (const numerics::Sample i : outputs.samples) x.push_back(f[i]);
  const std::vector<double>& weight = outputs.weight;
  const Centred c = centred(std::move(x), weight);
  if (c.squares == 0) return undefined("constant");
  if (outputs.y.squares == 0) return undefined("constant_target");
  numerics::LaneSum product;
  for (std::size_t i = 0; i < c.value.size(); ++i) {
    const double y = outputs.y.value[i];
    product.add(i, weight.empty() ? c.value[i] * y : weight[i] * c.value[i] * y);
  }
  return std::min(1.0, std::abs(product.total()) / (std::sqrt(c.squares) * std::sqrt(outputs.y.squares)));
}

}  // namespace tamis::baselines
