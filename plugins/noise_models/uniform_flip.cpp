#include "uniform_flip.hpp"

#include <tamis/numerics/label_noise.hpp>

namespace tamis::noise_models {

void UniformFlip::start(std::uint64_t seed) { become({0.5 * Rng(seed).uniform()}); }

void UniformFlip::update(ConstMatrix memberships) {
  check_memberships(memberships);
  numerics::LabelledMass pooled;
  for (std::uint32_t s = 0; s < classes(); ++s) {
    const auto of_class =
        numerics::labelled_mass(memberships.column(s), labels(), static_cast<std::int32_t>(s));
    pooled.all += of_class.all;
    pooled.mislabelled += of_class.mislabelled;
  }
  become({numerics::flip_rate(pooled)});
}

}  // namespace tamis::noise_models
