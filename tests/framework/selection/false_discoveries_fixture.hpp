/// \file false_discoveries_fixture.hpp
/// Runs on tables of which it is known which features tell of the target.
#pragma once

#include "fixture.hpp"

#include <tamis/framework/selection/select.hpp>
#include <tamis/numerics/random.hpp>

#include <cmath>

namespace tamis::framework::test {

/// Normal features, neighbours correlated by .5, and two classes by a logistic model of the first `relevant`, with
/// coefficients of 1.5.
inline LoadedData logistic(std::size_t n, std::size_t features, std::size_t relevant, std::uint64_t seed) {
  Rng rng(Rng::mix(seed));
  std::vector<std::vector<double>> columns(features, std::vector<double>(n));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < n; ++i) {
    double logit = 0, x = numerics::normal(rng);
    for (std::size_t j = 0; j < features; ++j) {
      columns[j][i] = x;
      if (j < relevant) logit += 1.5 * x;
      x = 0.5 * x + std::sqrt(0.75) * numerics::normal(rng);
    }
    target.labels.push_back(rng.uniform() < 1 / (1 + std::exp(-logit)));
  }
  return LoadedData::from_columns(columns, {}, target);
}

inline SelectionResult run(const std::string& config, LoadedData data, RuntimeOptions options = {}) {
  Registry registry = test_registry();
  const SelectConfig parsed = parse_select_config(toml::parse(config, std::string_view("run.toml")));
  options.seed = parsed.seed;
  Observer silent;
  return select(registry, Defaults(), parsed, std::move(data), options, silent);
}

inline std::vector<Feature> selected(const StageResult& r) {
  std::vector<Feature> out;
  for (const RankedFeature& f : r.ranking)
    if (f.selected) out.push_back(f.feature);
  return out;
}

inline const RankedFeature& of(const StageResult& r, Feature feature) {
  return *std::ranges::find(r.ranking, feature, &RankedFeature::feature);
}

}  // namespace tamis::framework::test
