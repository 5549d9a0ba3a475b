#include <tamis/errors.hpp>
#include <tamis/framework/evaluation/knn_classifier.hpp>

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

using numerics::Sample;

/// The labels of a sample, one or several.
std::span<const std::int32_t> labels_of(const Target& target, Sample i) {
  return target.kind() == TargetKind::sets ? target.label_set(i) : target.labels().subspan(i, 1);
}

std::vector<Sample> known_among(const Target& target, std::span<const Sample> training) {
  if (target.kind() != TargetKind::classes && target.kind() != TargetKind::sets)
    throw DataError("a k-NN classifier needs class labels, or sets of them");
  std::vector<Sample> known;
  for (const Sample i : training)
    if (target.known(i)) known.push_back(i);
  if (known.empty())
    throw DataError("no training sample has a known label; a k-NN classifier needs at least one");
  return known;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> knn_rank_classes(const Dataset& data,
                                                         std::span<const Sample> training,
                                                         std::span<const Sample> queries, std::size_t k,
                                                         const Runtime& runtime) {
  const Target target = data.target();
  const std::vector<Sample> known = known_among(target, training);
  std::vector<std::uint64_t> frequency(target.classes());
  for (const Sample i : known)
    for (const std::int32_t c : labels_of(target, i)) ++frequency[static_cast<std::size_t>(c)];

  // k samples have at least k rows
  const auto near = numerics::nearest_neighbours(data, queries, known, k, {}, runtime);
  std::vector<std::vector<std::uint32_t>> ranked(queries.size());
  runtime.parallel_for(
      queries.size(),
      [&](std::uint64_t q) {
        std::vector<std::uint64_t> votes(target.classes());
        std::size_t left = k;
        for (const Sample i : near.indices(q))
          for (const std::int32_t c : labels_of(target, i)) {
            if (left == 0) break;
            ++votes[static_cast<std::size_t>(c)];
            --left;
          }
        std::vector<std::uint32_t>& order = ranked[q];
        order.resize(target.classes());
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
          if (votes[a] != votes[b]) return votes[a] > votes[b];
          return frequency[a] != frequency[b] ? frequency[a] > frequency[b] : a < b;
        });
      },
      16);
  return ranked;
}

}  // namespace tamis::framework
