#include "feature_values.hpp"

#include <tamis/numerics/column_moments.hpp>
#include <tamis/numerics/random.hpp>

namespace tamis::mutual_information {

double deviation_of(std::span<const double> x) {
  const numerics::ColumnMoments m = numerics::column_moments(x);
  return std::scalbn(std::sqrt(m.squares / static_cast<double>(x.size())), m.scale.exponent());
}

std::vector<double> feature_values(const Dataset& data, Feature f, std::span<const numerics::Sample> samples,
                                   double jitter, const Component& component, const Runtime& runtime) {
  std::vector<double> all(data.samples()), x;
  data.scaled_column(f, all);
  x.reserve(samples.size());
  for (numerics::Sample i : samples) x.push_back(all[i]);
  if (jitter > 0 && std::ranges::min(x) < std::ranges::max(x)) {
    const double size = jitter * deviation_of(x);
    Rng rng = stream(runtime, component, {{f}});
    for (double& noise : all) noise = size * numerics::normal(rng);  // of every sample, taking part or not
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += all[samples[i]];
  }
  return x;
}

}  // namespace tamis::mutual_information
