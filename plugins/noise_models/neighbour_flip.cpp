#include "neighbour_flip.hpp"

namespace tamis::noise_models {

void NeighbourFlip::prepare_parts(const Dataset& data, const Runtime& runtime) {
  constexpr double kRounding = 1e-9;
  const std::size_t l = classes();
  options.ground->prepare(data, runtime);
  std::vector<double> d(l * l);
  const Matrix distance(d.data(), l, l);
  options.ground->distances(distance);
  neighbours_.assign(l, {});
  for (std::size_t s = 0; s < l; ++s)
    for (std::size_t y = 0; y < l; ++y)
      if (y != s && distance(s, y) <= options.radius + kRounding)
        neighbours_[s].push_back(static_cast<std::int32_t>(y));
}

TransitionMatrix NeighbourFlip::transitions(std::span<const double> rate) const {
  const std::size_t l = classes();
  std::vector<double> t(l * l, 0.0);
  for (std::size_t s = 0; s < l; ++s) {
    const auto& near = neighbours_[s];
    t[s * l + s] = near.empty() ? 1.0 : 1.0 - rate[0];
    for (const std::int32_t y : near)
      t[s * l + static_cast<std::size_t>(y)] = rate[0] / static_cast<double>(near.size());
  }
  return TransitionMatrix::of_rows(t, classes());
}

void NeighbourFlip::corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                            std::uint64_t seed) const {
  check_corruptible(labels, classes);
  double rate = 0;
  parameters({&rate, 1});
  Rng rng(seed);
  for (std::int32_t& label : labels) {
    const double u = rng.uniform(), v = rng.uniform();
    if (label < 0 || u >= rate) continue;
    const auto& near = neighbours_[static_cast<std::size_t>(label)];
    if (!near.empty()) label = near[static_cast<std::size_t>(v * static_cast<double>(near.size()))];
  }
  if (expert.data) write_one_hot(labels, expert);
}

}  // namespace tamis::noise_models
