#include "feature_values.hpp"

#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/random.hpp>

namespace tamis::mutual_information {

double deviation_of(std::span<const double> x) {
  const numerics::ColumnScale scale = numerics::scale_of(x);  // squares neither overflow nor vanish
  numerics::LaneSum sum, squares;
  for (std::size_t i = 0; i < x.size(); ++i) sum.add(i, scale(x[i]));
  const auto n = static_cast<double>(x.size());
  const double mean = sum.total() / n;
  for (std::size_t i = 0; i < x.size(); ++i) squares.add(i, (scale(x[i]) - mean) * (scale(x[i]) - mean));
  return std::scalbn(std::sqrt(squares.total() / n), scale.exponent());
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
