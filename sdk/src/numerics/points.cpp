#include <limits>
#include <numeric>
#include <tamis/numerics/points.hpp>

#include <algorithm>

namespace tamis::numerics {
namespace {

// Features in blocks of eight: their values of one point are neighbours in memory.
constexpr std::uint64_t kFeatureBlock = 8;

template <class Place>
void gather(const Dataset& data, std::span<const Sample> samples, const Runtime& runtime, Points& points,
            const Place& place) {
  points.ids.assign(samples.begin(), samples.end());
  points.features = data.features();
  runtime.parallel_blocks(
      data.features(),
      [&](std::uint64_t first, std::uint64_t last) {
        std::vector<double> block(data.samples() * (last - first));
        for (std::uint64_t f = first; f < last; ++f)
          column_with_gaps(data, static_cast<Feature>(f),
                           {block.data() + (f - first) * data.samples(), data.samples()});
        for (std::size_t i = 0; i < samples.size(); ++i)
          for (std::uint64_t f = first; f < last; ++f)
            points.values[place(i, f)] = block[(f - first) * data.samples() + samples[i]];
      },
      kFeatureBlock);
}

}  // namespace

std::vector<Sample> all_samples(const Dataset& data) {
  std::vector<Sample> all(data.samples());
  std::iota(all.begin(), all.end(), Sample{0});
  return all;
}

std::vector<Sample> samples_with_weight(const Dataset& data) {
  std::vector<Sample> samples = all_samples(data);
  if (const std::span<const double> weights = data.weights(); !weights.empty())
    std::erase_if(samples, [&](Sample i) { return weights[i] == 0; });
  return samples;
}

std::vector<double> weights_in_units_of_mean(const Dataset& data, std::span<const Sample> samples) {
  std::vector<double> weights(samples.size(), 1.0);
  if (data.weights().empty() || samples.empty()) return weights;
  double largest = 0, sum = 0;  // the sum of the weights themselves may overflow
  for (const Sample i : samples) largest = std::max(largest, data.weights()[i]);
  for (std::size_t k = 0; k < samples.size(); ++k) sum += weights[k] = data.weights()[samples[k]] / largest;
  const double mean = sum / static_cast<double>(samples.size());
  for (double& w : weights) w /= mean;
  return weights;
}

void column_with_gaps(const Dataset& data, Feature j, std::span<double> out) {
  data.scaled_column(j, out);
  const std::span<const std::uint8_t> missing = data.missing(j);
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i]) out[i] = std::numeric_limits<double>::quiet_NaN();
}

PointRows gather_rows(const Dataset& data, std::span<const Sample> samples, const Runtime& runtime) {
  PointRows rows;
  const std::size_t d = data.features();
  rows.values = AlignedArray(samples.size() * d);
  gather(data, samples, runtime, rows, [d](std::size_t i, std::size_t f) { return i * d + f; });
  return rows;
}

PointPanels gather_panels(const Dataset& data, std::span<const Sample> samples, const Runtime& runtime) {
  PointPanels panels;
  const std::size_t d = data.features();
  panels.values = AlignedArray(padded(samples.size()) * d);
  gather(data, samples, runtime, panels,
         [d](std::size_t i, std::size_t f) { return (i / kLanes * d + f) * kLanes + i % kLanes; });
  return panels;
}

}  // namespace tamis::numerics
