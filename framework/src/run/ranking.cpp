#include <tamis/framework/run/ranking.hpp>

#include <algorithm>

namespace tamis::framework {

std::vector<RankedFeature> rank_features(const KernelSpace& space, const Dataset& data, Subset always,
                                         const Traits& traits) {
  std::vector<std::optional<std::size_t>> step_of(data.features());
  for (std::size_t s = 0; s < space.path().size(); ++s)
    step_of[space.path()[s].feature] = s;  // the last one counts

  const auto ranked = [&](Feature f, bool selected) {
    RankedFeature r{f,
                    std::string(data.feature_name(f)),
                    selected,
                    std::binary_search(always.begin(), always.end(), f),
                    std::nullopt,
                    ""};
    if (step_of[f]) {
      r.score = space.path()[*step_of[f]].score;
      r.reason = space.path()[*step_of[f]].reason;
    } else if (const auto own = space.own_score(f)) {
      r.score = own->value;
      r.reason = own->reason;
    }
    return r;
  };
  const double sign = traits.better == Better::lower ? 1 : -1;
  const auto by_own_score = [&](const RankedFeature& a, const RankedFeature& b) {
    if (a.score.has_value() != b.score.has_value()) return a.score.has_value();
    if (a.score && *a.score != *b.score) return sign * *a.score < sign * *b.score;
    return a.feature < b.feature;
  };

  const std::vector<Feature> inside = space.subset();
  std::vector<RankedFeature> kept, joined, never, left;
  for (Feature f = 0; f < data.features(); ++f) {
    const bool selected = std::binary_search(inside.begin(), inside.end(), f);
    (selected ? (step_of[f] ? joined : kept) : (step_of[f] ? left : never)).push_back(ranked(f, selected));
  }
  const auto by_step = [&](const RankedFeature& a, const RankedFeature& b) {
    return *step_of[a.feature] < *step_of[b.feature];
  };
  std::sort(kept.begin(), kept.end(), by_own_score);
  std::sort(joined.begin(), joined.end(), by_step);
  std::sort(never.begin(), never.end(), by_own_score);
  std::sort(left.begin(), left.end(),
            [&](const auto& a, const auto& b) { return by_step(b, a); });  // last out first
  std::vector<RankedFeature> all;
  for (auto* part : {&kept, &joined, &left, &never}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

}  // namespace tamis::framework
