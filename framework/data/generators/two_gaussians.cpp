// Frenay, Doquire, Verleysen (CSDA 71, 2014), sections 3.2 and 4.5.
#include "generators.hpp"
#include "synthetic_table.hpp"

#include <tamis/numerics/random.hpp>

namespace tamis::framework {

/// Class 0 is N(-centre, 1), class 1 is N(centre, 1); the first half of the samples is of class 0.
DataTable make_two_gaussians(const GeneratorConfig& config, Rng& rng) {
  const double centre = config.number("centre");
  SyntheticTable table(config.count("samples"), 1, config.count("irrelevant"));
  std::vector<std::int32_t> labels;
  for (std::uint64_t i = 0; i < table.samples(); ++i) {
    labels.push_back(2 * i < table.samples() ? 0 : 1);
    table.at(i, 0) = numerics::normal(rng) + (labels.back() == 0 ? -centre : centre);
  }
  table.fill_irrelevant([&] { return numerics::normal(rng); });
  return table.with_classes({"0", "1"}, std::move(labels));
}

}  // namespace tamis::framework
