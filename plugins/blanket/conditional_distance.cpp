#include "conditional_distance.hpp"

#include <algorithm>

namespace tamis::blanket {
namespace {

using Signature = std::array<std::uint64_t, 2>;

Signature word_of(Feature j, std::uint8_t code) {
  const std::uint64_t cell = std::uint64_t{j} << 8 | code;
  return {Rng::mix(cell + 0x9E3779B97F4A7C15u), Rng::mix(Rng::mix(~cell) + 0xD1B54A32D192ED03u)};
}

Signature plus(const Signature& a, const Signature& b) { return {a[0] + b[0], a[1] + b[1]}; }
Signature minus(const Signature& a, const Signature& b) { return {a[0] - b[0], a[1] - b[1]}; }

/// Members 0.. with equal signatures, by the first of them; of these only the ones that `takes` has.
template <class Takes>
std::vector<std::vector<std::uint32_t>> groups_of(std::span<const Signature> signatures, Takes&& takes) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < signatures.size(); ++i)
    if (takes(i)) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return signatures[a] != signatures[b] ? signatures[a] < signatures[b] : a < b;
  });
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || signatures[order[k]] != signatures[order[k - 1]]) groups.emplace_back();
    groups.back().push_back(order[k]);
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace

void ConditionalDistance::prepare(const Dataset& data, const Runtime& runtime) {
  runtime_ = runtime;
  features_ = data.features();
  options.divergence->prepare(data, runtime);
  labels_ = ClassMasses(data.target(), data.weights());
  std::vector<Signature> signatures(data.samples(), Signature{});
  for (Feature j = 0; j < features_; ++j) {
    const auto codes = data.codes(j);
    for (std::size_t i = 0; i < codes.size(); ++i) signatures[i] = plus(signatures[i], word_of(j, codes[i]));
  }
  const auto groups = groups_of(signatures, [&](std::uint32_t i) { return labels_.has_mass(i); });
  ClassSums sums(labels_.classes());
  full_.clear();
  for (const auto& samples : groups) {
    for (const std::uint32_t i : samples)
      labels_.each(i, [&](std::uint32_t c, double mass) { sums.add(c, mass); });
    sums.close(full_);
  }
  codes_.resize(groups.size() * features_);
  for (Feature j = 0; j < features_; ++j)
    for (std::size_t u = 0; u < groups.size(); ++u)
      codes_[u + j * groups.size()] = data.codes(j)[groups[u][0]];
}

ConditionalDistance::Signature ConditionalDistance::word(std::size_t configuration, Feature j) const {
  return word_of(j, codes_[configuration + j * full_.size()]);
}

void ConditionalDistance::score(Subset subset, Move move, std::span<const Feature> candidates,
                                Scores& scores) {
  std::vector<Signature> signatures(full_.size(), Signature{});
  for (const Feature j : subset)
    for (std::size_t u = 0; u < signatures.size(); ++u) signatures[u] = plus(signatures[u], word(u, j));
  if (move == Move::whole) {
    scores[0] = score_of(std::move(signatures));
    return;
  }
  runtime_.parallel_for(candidates.size(), [&](std::uint64_t k) {
    std::vector<Signature> after = signatures;
    for (std::size_t u = 0; u < after.size(); ++u)
      after[u] = move == Move::add ? plus(after[u], word(u, candidates[k]))
                                   : minus(after[u], word(u, candidates[k]));
    scores[k] = score_of(std::move(after));
  });
}

// Eq. 1.
double ConditionalDistance::score_of(std::vector<Signature> signatures) const {
  const auto groups = groups_of(signatures, [](std::uint32_t) { return true; });
  ClassSums sums(labels_.classes());
  MassLists given;  // n(x_theta, .)
  for (const auto& members : groups) {
    for (const std::uint32_t u : members)
      for (std::uint64_t e = full_.start[u]; e < full_.start[u + 1]; ++e)
        sums.add(full_.classes[e], full_.masses[e]);
    sums.close(given);
  }
  WeightedPairs pairs(labels_, 0);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::uint32_t u : groups[g]) pairs.add(full_, u, given, g, full_.totals[u]);
  return pairs.sum(*options.divergence) / labels_.total();
}

}  // namespace tamis::blanket
