#include "per_class_flip.hpp"

#include <tamis/numerics/label_noise.hpp>

namespace tamis::noise_models {

std::vector<double> PerClassFlip::given() const {
  if (options.rates.empty()) return std::vector<double>(classes(), options.rate);
  if (options.rates.size() != classes())
    throw ParamError("`rates` lists " + std::to_string(options.rates.size()) +
                     " flip rates; expected one per class, " + std::to_string(classes()));
  return {options.rates.begin(), options.rates.end()};
}

void PerClassFlip::start(std::uint64_t seed) {
  std::vector<double> rates(classes());
  for (std::size_t s = 0; s < rates.size(); ++s)
    rates[s] = 0.5 * Rng(Rng::combine(Rng::mix(seed + 1), s)).uniform();
  become(std::move(rates));
}

void PerClassFlip::update(ConstMatrix memberships) {
  check_memberships(memberships);
  become(numerics::flip_rates(memberships, labels()));  // eq. (28)
}

}  // namespace tamis::noise_models
