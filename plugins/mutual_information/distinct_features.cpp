#include "distinct_features.hpp"

#include "feature_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tamis::mutual_information {
namespace {

// Feature f over `samples` in the units of distances, less its first value.
std::vector<double> shifted_values(const Dataset& data, Feature f,
                                   std::span<const numerics::Sample> samples) {
  std::vector<double> all(data.samples()), x;
  data.scaled_column(f, all);
  x.reserve(samples.size());
  for (numerics::Sample i : samples) x.push_back(all[i] - all[samples[0]]);
  return x;
}

// Of one direction all samples share: a copy has the same projection, its mirror image the negated one, and
// other features hardly ever come close.
double projection(std::span<const double> x, double deviation) {
  Rng rng(1);
  double sum = 0;
  for (double v : x) sum += (2 * rng.uniform() - 1) * (v / deviation);
  return sum;
}

bool copies(std::span<const double> a, std::span<const double> b, double rounding) {
  const auto equal = [&](double sign) {
    return std::ranges::equal(a, b, [&](double v, double w) { return std::abs(v - sign * w) <= rounding; });
  };
  return equal(1) || equal(-1);
}

}  // namespace

DistinctFeatures::DistinctFeatures(const Dataset& data, std::span<const numerics::Sample> samples,
                                   const Runtime& runtime)
    : constant_(data.features()), original_(data.features()) {
  std::vector<double> deviation(data.features()), place(data.features());
  runtime.parallel_for(data.features(), [&](std::uint64_t j) {
    const std::vector<double> x = shifted_values(data, static_cast<Feature>(j), samples);
    constant_[j] = std::ranges::min(x) == std::ranges::max(x);
    deviation[j] = deviation_of(x);
    place[j] = constant_[j] ? 0 : std::abs(projection(x, deviation[j]));
  });

  // each sample moves the projection of a copy by at most kRounding, counted twice for the sum's own rounding
  const double apart = 2 * kRounding * static_cast<double>(samples.size());
  std::multimap<double, Feature> originals;  // by their projections
  for (Feature f = 0; f < original_.size(); ++f) {
    original_[f] = f;
    if (constant_[f] || !std::isfinite(place[f])) continue;
    const auto first = originals.lower_bound(place[f] - apart),
               last = originals.upper_bound(place[f] + apart);
    if (first != last) {
      const std::vector<double> x = shifted_values(data, f, samples);
      const auto original = std::find_if(first, last, [&](const auto& o) {
        return copies(x, shifted_values(data, o.second, samples), kRounding * deviation[f]);
      });
      if (original != last) original_[f] = original->second;
    }
    if (original_[f] == f) originals.emplace(place[f], f);
  }
}

std::vector<Feature> DistinctFeatures::measured(Subset subset) const {
  std::vector<Feature> kept;
  for (Feature f : subset)
    if (!constant(f)) kept.push_back(original(f));
  std::ranges::sort(kept);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());  // std::ranges::unique: not with Clang 14
  return kept;
}

std::string_view DistinctFeatures::redundancy(Feature joining, Subset subset) const {
  if (constant(joining)) return "constant";
  const bool inside =
      std::ranges::any_of(subset, [&](Feature f) { return original(f) == original(joining); });
  return inside ? "copy_in_subset" : "";
}

}  // namespace tamis::mutual_information
