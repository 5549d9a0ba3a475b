#include <tamis/framework/prediction/knn_classifier.hpp>

#include "known_samples.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

using numerics::Sample;

constexpr std::uint64_t kQueriesPerBlock = 16;

/// The labels of a sample, one or several.
std::span<const std::int32_t> labels_of(const Target& target, Sample i) {
  return target.kind() == TargetKind::sets ? target.label_set(i) : target.labels().subspan(i, 1);
}

/// Whether class a goes before class b.
struct Before {
  const std::vector<double>& votes;
  const std::vector<double>& frequency;

  bool operator()(std::uint32_t a, std::uint32_t b) const {
    if (votes[a] != votes[b]) return votes[a] > votes[b];
    return frequency[a] != frequency[b] ? frequency[a] > frequency[b] : a < b;
  }
};

}  // namespace

KnnClassifier::KnnClassifier(const Dataset& data, std::span<const Sample> training,
                             std::span<const Sample> queries, std::size_t most, const Runtime& runtime)
    : target_(data.target()), runtime_(runtime), weights_(data.weights()) {
  if (target_.kind() != TargetKind::classes && target_.kind() != TargetKind::sets)
    throw DataError("a k-NN classifier needs class labels, or sets of them");
  const std::vector<Sample> known = known_among(target_, training, "label", "classifier");
  frequency_.resize(target_.classes());
  for (const Sample i : known)
    for (const std::int32_t c : labels_of(target_, i)) frequency_[static_cast<std::size_t>(c)] += weight(i);
  // k samples have at least k rows
  near_ = numerics::nearest_neighbours(data, queries, known, most, {}, runtime);
}

std::vector<double> KnnClassifier::votes(std::size_t query, std::size_t k) const {
  std::vector<double> votes(frequency_.size());
  const std::span<const Sample> near = near_.indices(query);
  for (const Sample i : near.first(std::min(k, near.size())))
    for (const std::int32_t c : labels_of(target_, i)) {
      if (k == 0) return votes;
      votes[static_cast<std::size_t>(c)] += weight(i);
      --k;
    }
  return votes;
}

std::vector<std::vector<std::uint32_t>> KnnClassifier::rank(std::size_t k) const {
  std::vector<std::vector<std::uint32_t>> ranked(near_.queries());
  runtime_.parallel_for(
      ranked.size(),
      [&](std::uint64_t q) {
        const std::vector<double> given = votes(q, k);
        ranked[q].resize(frequency_.size());
        std::iota(ranked[q].begin(), ranked[q].end(), 0u);
        std::sort(ranked[q].begin(), ranked[q].end(), Before{given, frequency_});
      },
      kQueriesPerBlock);
  return ranked;
}

std::vector<std::int32_t> KnnClassifier::predict(std::size_t k) const {
  std::vector<std::int32_t> first(near_.queries());
  runtime_.parallel_for(
      first.size(),
      [&](std::uint64_t q) {
        const std::vector<double> given = votes(q, k);
        const Before before{given, frequency_};
        std::uint32_t best = 0;
        for (std::uint32_t c = 1; c < given.size(); ++c)
          if (before(c, best)) best = c;
        first[q] = static_cast<std::int32_t>(best);
      },
      kQueriesPerBlock);
  return first;
}

}  // namespace tamis::framework
