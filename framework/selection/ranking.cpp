#include <tamis/framework/selection/ranking.hpp>

#include <algorithm>

namespace tamis::framework {

std::vector<FoundEvidence> evidence_of(const RankedFeature& f) {
  std::vector<FoundEvidence> found;
  if (f.cost) found.push_back({"cost", "cost", *f.cost});
  if (f.p_value) found.push_back({"p_value", "p", *f.p_value});
  if (f.corrected_p) found.push_back({"corrected_p", "corrected p", *f.corrected_p});
  if (f.w) found.push_back({"w", "W", *f.w});
  if (f.e_value) found.push_back({"e_value", "e", *f.e_value});
  return found;
}

std::vector<RankedFeature> rank_features(const KernelSpace& space, const Dataset& data, Subset always,
                                         const Traits& traits) {
  std::vector<std::optional<std::size_t>> step_of(data.features());
  for (std::size_t s = 0; s < space.path().size(); ++s)
    step_of[space.path()[s].feature] = s;  // the last one counts

  // places are sorted, not features with their names: there may be a million
  struct Place {
    Feature feature;
    std::optional<double> score;
  };
  const auto scored = [&](Feature f) -> std::optional<ReasonedScore> {
    if (!step_of[f]) return space.feature_score(f);
    const PathStep& step = space.path()[*step_of[f]];
    return ReasonedScore{step.score, step.reason};
  };
  const double sign = traits.better == Better::lower ? 1 : -1;
  const auto by_own_score = [&](const Place& a, const Place& b) {
    if (a.score.has_value() != b.score.has_value()) return a.score.has_value();
    if (a.score && *a.score != *b.score) return sign * *a.score < sign * *b.score;
    return a.feature < b.feature;
  };
  const auto by_step = [&](const Place& a, const Place& b) {
    return *step_of[a.feature] < *step_of[b.feature];
  };

  const std::vector<Feature> inside = space.subset();
  std::vector<Place> kept, joined, never, left;
  for (Feature f = 0; f < data.features(); ++f) {
    const bool selected = std::binary_search(inside.begin(), inside.end(), f);
    const auto found = scored(f);
    (selected ? (step_of[f] ? joined : kept) : (step_of[f] ? left : never))
        .push_back({f, found ? std::optional(found->value) : std::nullopt});
  }
  std::sort(kept.begin(), kept.end(), by_own_score);
  std::sort(joined.begin(), joined.end(), by_step);
  std::sort(never.begin(), never.end(), by_own_score);
  std::sort(left.begin(), left.end(),
            [&](const Place& a, const Place& b) { return by_step(b, a); });  // last out first
  std::vector<RankedFeature> all;
  all.reserve(data.features());
  for (const auto* part : {&kept, &joined, &left, &never})
    for (const Place& place : *part) {
      const bool selected = part == &kept || part == &joined;
      const bool wanted = std::binary_search(always.begin(), always.end(), place.feature);
      const auto found = scored(place.feature);
      all.push_back({place.feature, std::string(data.feature_name(place.feature)), selected, wanted,
                     place.score, found ? found->reason : ""});
      if (const std::string& limit = space.why_refused(place.feature); !selected && !limit.empty())
        all.back().reason = limit;
    }
  return all;
}

}  // namespace tamis::framework
