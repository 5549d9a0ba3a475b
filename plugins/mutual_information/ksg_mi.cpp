#include "ksg_mi.hpp"

#include "feature_values.hpp"

namespace tamis::mutual_information {
namespace {

std::vector<const KsgColumn*> pointers(const std::vector<KsgColumn>& columns) {
  std::vector<const KsgColumn*> to;
  to.reserve(columns.size());
  for (const KsgColumn& c : columns) to.push_back(&c);
  return to;
}

}  // namespace

void KsgMi::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  held_.clear();
  target_ = KsgTarget(data.target(), static_cast<std::size_t>(options.neighbours), runtime);
}

KsgColumn KsgMi::column(Feature f) const {
  return KsgColumn(feature_values(data_, f, target_.samples, options.jitter, *this, runtime_));
}

std::vector<KsgColumn> KsgMi::columns(std::span<const Feature> features) const {
  std::vector<KsgColumn> columns(features.size());
  runtime_.parallel_for(features.size(), [&](std::uint64_t f) { columns[f] = column(features[f]); });
  return columns;
}

std::vector<const KsgColumn*> KsgMi::hold(Subset subset) {
  std::erase_if(held_,
                [&](const auto& held) { return std::ranges::find(subset, held.first) == subset.end(); });
  std::vector<Feature> missing;
  std::ranges::copy_if(subset, std::back_inserter(missing), [&](Feature f) { return !held_.contains(f); });
  std::vector<KsgColumn> joining = columns(missing);
  for (std::size_t f = 0; f < missing.size(); ++f) held_.emplace(missing[f], std::move(joining[f]));
  std::vector<const KsgColumn*> features;
  for (Feature f : subset) features.push_back(&held_.at(f));
  return features;
}

void KsgMi::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  const std::vector<const KsgColumn*> features = hold(subset);
  switch (move) {
    case Move::whole:
      scores[0] = information(features, target_, runtime_);
      return;
    case Move::remove: {
      const std::vector<double> without = information_without_each(features, target_, runtime_);
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto at = std::ranges::find(subset, candidates[i]);
        scores[i] = without[static_cast<std::size_t>(at - subset.begin())];
      }
      return;
    }
    case Move::add:
      add(features, candidates, scores.values());
  }
}

void KsgMi::add(KsgColumns features, std::span<const Feature> candidates, std::span<double> scores) const {
  if (features.size() + 1 <= kFewFeatures)
    return runtime_.parallel_for(candidates.size(), [&](std::uint64_t i) {
      const KsgColumn joining = column(candidates[i]);
      std::vector<const KsgColumn*> all(features.begin(), features.end());
      all.push_back(&joining);
      scores[i] = information(all, target_, runtime_);
    });
  for (std::size_t first = 0; first < candidates.size(); first += kJoiningAtOnce) {
    const std::size_t count = std::min(kJoiningAtOnce, candidates.size() - first);
    const std::vector<KsgColumn> joining = columns(candidates.subspan(first, count));
    const std::vector<double> with = information_with_each(features, pointers(joining), target_, runtime_);
    std::ranges::copy(with, scores.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

Cost KsgMi::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  return {30 * n, 40 * n * std::sqrt(n)};  // of three or four features; from 30 n (one) to 0.4 n^2 (many)
}

}  // namespace tamis::mutual_information
