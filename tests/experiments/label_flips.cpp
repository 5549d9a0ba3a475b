#include "label_flips.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <uniform_flip.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tamis::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNeighbours = 10;

fs::path file_of(const fs::path& data_dir, const std::string& name) {
  const fs::path plain = data_dir / name / (name + ".csv"), zipped = plain.string() + ".gz";
  return fs::exists(zipped) ? zipped : plain;
}

framework::DataOptions reading(const fs::path& file) {
  framework::DataOptions options;
  options.path = file.string();
  options.target = "target";
  options.target_kind = framework::TargetReading::classes;
  return options;
}

/// Sets and seeds that follow each other get flips that have nothing to do with each other.
std::uint64_t flips_seed(const std::string& name, std::uint64_t seed) {
  std::uint64_t key = Rng::mix(seed + 1);
  for (const char c : name) key = Rng::combine(key, static_cast<unsigned char>(c));
  return key;
}

/// The samples, ordered by `key`, the least first, ties by index.
template <class Key>
std::vector<std::size_t> order_by(std::size_t samples, const Key& key) {
  std::vector<std::size_t> order(samples);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, key);
  return order;
}

}  // namespace

Found found(const std::vector<std::size_t>& order, const std::vector<char>& flipped) {
  const auto m = static_cast<std::size_t>(std::ranges::count(flipped, 1));
  Found result;
  std::size_t hits = 0;
  for (std::size_t place = 0; place < order.size(); ++place) {
    if (!flipped[order[place]]) continue;
    ++hits;
    if (place < m) result.precision += 1 / static_cast<double>(m);
    result.average_precision +=
        static_cast<double>(hits) / static_cast<double>(place + 1) / static_cast<double>(m);
  }
  return result;
}

double Trial::true_rate() const {
  return static_cast<double>(std::ranges::count(flipped, 1)) / static_cast<double>(flipped.size());
}

double Trial::estimated_rate() const {
  return std::accumulate(wrong.begin(), wrong.end(), 0.0) / static_cast<double>(wrong.size());
}

LabelFlips::LabelFlips(const fs::path& data_dir, const std::string& name)
    : name_(name), file_(file_of(data_dir, name)), clean_(framework::load_data(reading(file_))) {
  framework::DataRequirements needs;
  needs.classes = needs.distances = true;
  framework::prepare_data(clean_, needs, framework::Standardise::population, "label_flips");
  const testing::SerialRuntime serial;
  neighbours_ = numerics::nearest_neighbours(clean_.view(), kNeighbours, {}, serial);
}

std::vector<std::size_t> LabelFlips::order_by_neighbours(std::span<const std::int32_t> labels) const {
  return order_by(samples(), [&](std::size_t i) {
    constexpr double kLeastDistance = 1e-10;  // of copies
    std::size_t others = 0;
    double weight = 0, weight_of_others = 0;
    const auto near = neighbours_.indices(i);
    for (std::size_t p = 0; p < near.size(); ++p) {
      const double w = 1 / std::max(std::sqrt(neighbours_.distances(i)[p]), kLeastDistance);
      weight += w;
      if (labels[near[p]] == labels[i]) continue;
      ++others;
      weight_of_others += w;
    }
    return std::tuple(-static_cast<double>(others), -weight_of_others / weight);
  });
}

Trial LabelFlips::run(framework::Registry& registry, double rate, std::uint64_t seed) const {
  const std::vector<std::int32_t>& truth = clean_.parts().target.labels;
  std::vector<std::int32_t> labels = truth;
  testing::SerialRuntime serial;
  noise_models::UniformFlip noise;
  noise.options.rate = rate;
  noise.prepare(clean_.view(), serial);
  noise.corrupt(labels, static_cast<std::uint32_t>(classes()), {}, flips_seed(name_, seed));

  framework::LoadedData noisy = framework::load_data(reading(file_));
  noisy.edit([&](framework::DataTable& parts) { parts.target.labels = labels; });
  const toml::value<std::string> criterion("lnt_mi");
  framework::LabelNoiseConfig config;
  config.criterion = &criterion;
  framework::RuntimeOptions options;
  options.seed = seed;
  options.threads = 1;
  framework::Observer silent;
  const framework::LabelNoise fit = framework::estimate_label_noise(registry, framework::Defaults(), config,
                                                                    std::move(noisy), options, silent);

  Trial trial;
  const auto gamma = [&](std::size_t i) {
    return fit.memberships[i + static_cast<std::size_t>(labels[i]) * samples()];
  };
  for (std::size_t i = 0; i < samples(); ++i) {
    trial.flipped.push_back(labels[i] == truth[i] ? 0 : 1);
    trial.wrong.push_back(1 - gamma(i));
  }
  trial.by_fit = found(order_by(samples(), gamma), trial.flipped);
  trial.by_neighbours = found(order_by_neighbours(labels), trial.flipped);
  return trial;
}

}  // namespace tamis::experiments
