#include "expert_beta.hpp"

#include <tamis/text.hpp>

#include <tamis/numerics/random.hpp>

#include <array>
#include <limits>

namespace tamis::noise_models {

TransitionMatrix ExpertBeta::transitions(std::span<const double> mean_and_variance) const {
  const double mean = mean_and_variance[0], variance = mean_and_variance[1];
  const double bound = mean * (1 - mean);
  if (!(variance > 0 && variance < bound))
    throw ParamError("the doubt of an expert cannot have mean " + text_of(mean) + " and variance " +
                     text_of(variance) + "; expected a mean between 0 and 1 and a variance below mean (1 - " +
                     "mean), here " + text_of(bound));
  return TransitionMatrix::of_flip_rates(std::vector<double>(classes(), mean));
}

void ExpertBeta::corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                         std::uint64_t seed) const {
  check_corruptible(labels, classes);
  std::array<double, 2> parameter{};
  parameters(parameter);
  const auto [mean, variance] = parameter;
  const double size = mean * (1 - mean) / variance - 1;  // a + b of the Beta distribution
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int32_t s = labels[i];
    if (expert.data)
      for (std::uint32_t c = 0; c < classes; ++c)
        expert(i, c) = s < 0 ? std::numeric_limits<double>::quiet_NaN() : c == static_cast<std::uint32_t>(s);
    if (s < 0 || classes == 1) continue;
    Rng rng(Rng::combine(Rng::mix(seed + 1), i));
    const double doubt = numerics::beta(rng, mean * size, (1 - mean) * size);
    auto other = static_cast<std::int32_t>(rng.below(classes - 1));
    if (other >= s) ++other;
    if (expert.data) {
      expert(i, static_cast<std::size_t>(s)) = 1 - doubt;
      expert(i, static_cast<std::size_t>(other)) = doubt;
    }
    if (rng.uniform() < doubt) labels[i] = other;
  }
}

}  // namespace tamis::noise_models
