#include "ksg_gain.hpp"

#include <cmath>
#include <numeric>

namespace tamis::mutual_information {

void KsgGain::prepare(const Dataset& data, const Runtime& runtime) {
  features_ = KsgFeatures(data, options.neighbours, options.jitter, *this, runtime);
  std::vector<std::uint32_t> order(features_.target().samples.size());
  std::iota(order.begin(), order.end(), 0u);
  Rng rng = stream(runtime, *this);
  orders_.clear();
  for (int b = 0; b < options.copies; ++b) {
    rng.shuffle(order);
    orders_.push_back(order);
  }
}

void KsgGain::score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) {
  const std::vector<const KsgColumn*> held = features_.hold(subset);
  const std::size_t each = 1 + orders_.size();  // a candidate, then its copies
  std::vector<double> information(candidates.size() * each);
  features_.information_with(
      held,
      [&](std::size_t i) {
        std::vector<double> given = features_.values(candidates[i / each]);
        if (i % each == 0) return KsgColumn(std::move(given));
        const std::vector<std::uint32_t>& order = orders_[i % each - 1];
        std::vector<double> shuffled(order.size());
        for (std::size_t k = 0; k < order.size(); ++k) shuffled[k] = given[order[k]];
        return KsgColumn(std::move(shuffled));
      },
      information);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto copies = std::span(information).subspan(c * each + 1, each - 1);
    scores[c] = information[c * each] -
                std::accumulate(copies.begin(), copies.end(), 0.0) / static_cast<double>(copies.size());
  }
}

Cost KsgGain::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  return {30 * n, (1 + options.copies) * 40 * n * std::sqrt(n)};
}

}  // namespace tamis::mutual_information
