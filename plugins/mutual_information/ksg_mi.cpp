#include "ksg_mi.hpp"

namespace tamis::mutual_information {

void KsgMi::prepare(const Dataset& data, const Runtime& runtime) {
  runtime_ = runtime;
  features_ = KsgFeatures(data, options.neighbours, options.jitter, *this, runtime);
}

void KsgMi::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  const std::vector<const KsgColumn*> features = features_.hold(subset);
  switch (move) {
    case Move::whole:
      scores[0] = information(features, features_.target(), runtime_);
      return;
    case Move::remove: {
      const std::vector<double> without = information_without_each(features, features_.target(), runtime_);
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto at = std::ranges::find(subset, candidates[i]);
        scores[i] = without[static_cast<std::size_t>(at - subset.begin())];
      }
      return;
    }
    case Move::add:
      features_.information_with(
          features, [&](std::size_t i) { return features_.column(candidates[i]); }, scores.values());
  }
}

Cost KsgMi::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  return {30 * n, 40 * n * std::sqrt(n)};  // of three or four features; from 30 n (one) to 0.4 n^2 (many)
}

}  // namespace tamis::mutual_information
