#include "pooled_flip.hpp"

#include <tamis/numerics/label_noise.hpp>

namespace tamis::noise_models {

void PooledFlip::start(std::uint64_t seed) {
  become(std::vector<double>(classes(), 0.5 * Rng(Rng::mix(seed + 1)).uniform()));
}

void PooledFlip::update(ConstMatrix memberships) {
  check_memberships(memberships);
  std::vector<numerics::LabelledMass> of_class;
  numerics::LabelledMass all;
  for (std::uint64_t s = 0; s < memberships.cols; ++s) {
    const auto mass = numerics::labelled_mass(memberships.column(s), labels(), static_cast<std::int32_t>(s));
    all.all += mass.all, all.mislabelled += mass.mislabelled;
    of_class.push_back(mass);
  }
  const double common = numerics::flip_rate(all);
  std::vector<double> rates;
  for (numerics::LabelledMass& mass : of_class) {
    mass.all += options.prior, mass.mislabelled += options.prior * common;
    rates.push_back(numerics::flip_rate(mass));
  }
  become(std::move(rates));
}

}  // namespace tamis::noise_models
