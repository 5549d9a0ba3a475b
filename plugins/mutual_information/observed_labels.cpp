#include "observed_labels.hpp"

#include <numeric>

namespace tamis::mutual_information {

ObservedLabels::ObservedLabels(const Dataset& data, std::size_t least, std::size_t k, const Runtime& runtime)
    : sample(numerics::samples_with_weight(data)),
      weight(numerics::weights_in_units_of_mean(data, sample)),
      count(data.target().classes()),
      mass(data.target().classes()) {
  for (const numerics::Sample i : sample) label.push_back(data.target().labels()[i]);
  constexpr std::size_t kMostWeights = 1'000'000'000;  // of each sample in each class: 8 GB
  if (samples() > kMostWeights / std::max<std::size_t>(classes(), 1))
    throw DataError(
        "the target has " + std::to_string(classes()) + " classes for " + std::to_string(samples()) +
        " samples, more than an estimate for each class can hold; is it an identifier? Merge classes, "
        "or take a criterion that needs no density of a class");
  for (const std::int32_t y : label)
    if (y >= 0) ++count[static_cast<std::size_t>(y)];
  const auto named = [&](std::size_t s) {
    return "class '" + std::string(data.target().class_name(static_cast<std::uint32_t>(s))) + "' has " +
           std::to_string(count[s]) + (count[s] == 1 ? " sample" : " samples");
  };
  std::vector<char> dropped(count.size());
  for (std::size_t s = 0; s < count.size(); ++s) {
    if (count[s] == 0) continue;
    if (count[s] < least) {
      runtime.warn(named(s) + ", fewer than the " + std::to_string(least) +
                   " that a class needs: its labels are taken as unknown");
      dropped[s] = 1;
    } else if (count[s] < k + 1) {
      runtime.warn(named(s) + ", fewer than neighbours + 1 = " + std::to_string(k + 1) +
                   ": the estimate for it reaches over the whole class and is rough");
    }
  }
  for (std::int32_t& y : label)
    if (y >= 0 && dropped[static_cast<std::size_t>(y)]) y = -1;
  for (std::size_t s = 0; s < count.size(); ++s)
    if (dropped[s]) count[s] = 0;
  for (std::size_t i = 0; i < samples(); ++i)
    if (known(i)) mass[static_cast<std::size_t>(label[i])] += weight[i];
  labelled = std::accumulate(mass.begin(), mass.end(), 0.0);
  if (labelled == 0)
    throw DataError("no class has the " + std::to_string(least) +
                    " samples that a class needs; give more labels");
  if (single_class())
    runtime.warn(
        "all known labels are of one class, so no feature is informative and every score is 0");
}

std::vector<std::int32_t> labels_of_all(const Dataset& data, const ObservedLabels& labels) {
  std::vector<std::int32_t> all(data.target().labels().begin(), data.target().labels().end());
  for (std::size_t k = 0; k < labels.samples(); ++k) all[labels.sample[k]] = labels.label[k];
  return all;
}

}  // namespace tamis::mutual_information
