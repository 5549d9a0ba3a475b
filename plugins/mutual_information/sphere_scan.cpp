#include "sphere_scan.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include <array>
#include <map>

namespace tamis::mutual_information {
namespace {

constexpr std::size_t kFew = 512;  // samples that stand for all where no feature says who is near

// Without a guess, one panel in so many is searched first: its spheres bound those of all points.
constexpr std::size_t kSampleStep = 8;

}  // namespace

double enlargement(Geometry geometry, std::size_t d, double ratio) {
  constexpr double kRoom = 3;  // as many points more than are expected to be needed
  const double power = (geometry == Geometry::l2 ? 2.0 : 1.0) / static_cast<double>(d);
  return numerics::exponential(power * numerics::logarithm(ratio * kRoom));
}

GroupLimits::GroupLimits(const Weights& weights, std::size_t samples) : group_(samples) {
  std::map<std::vector<char>, std::uint16_t> group_of;
  for (std::size_t i = 0; i < samples && group_of.size() <= kMostGroups; ++i) {
    std::vector<char> weighs;
    for (std::size_t c = 0; c < weights.width(); ++c) weighs.push_back(weights.of(i)[c] > 0);
    const auto [at, is_new] = group_of.emplace(std::move(weighs), group_of.size());
    if (is_new) columns_.push_back(at->first);
    group_[i] = at->second;
  }
  if (group_of.size() > kMostGroups) {
    columns_.assign(1, std::vector<char>(weights.width(), 1));
    std::ranges::fill(group_, std::uint16_t{0});
  }
  limits_.resize(samples * groups());
}

void GroupLimits::note(std::size_t i, std::span<const SphereGoal> goals, std::span<const Sphere> spheres) {
  for (std::size_t g = 0; g < groups(); ++g) {
    double& limit = limits_[i * groups() + g];
    limit = 0;
    for (std::size_t s = 0; s < spheres.size(); ++s)
      if (!goals[s].is_hopeless() && (columns_[g][goals[s].column] || spheres[s].mass < goals[s].enough))
        limit = std::max(limit, spheres[s].distance * kSlack);
  }
}

void NeighbourCache::clear(std::size_t samples) {
  // where not all lists fit, others may fit the next time: their memory would add up
  if (samples * samples > kMostBytes / numerics::RoughOrder::kBytesPerPoint) lists_.clear();
  lists_.resize(samples);
  for (numerics::RoughOrder& list : lists_) list.clear();
  farthest_.assign(samples, -1);
  used_.assign(samples / kSamplesPerBlock + 1, 0);
}

bool NeighbourCache::keep(std::size_t i, const numerics::NearPoints& near) {
  const auto bytes = [](std::size_t points) { return points * numerics::RoughOrder::kBytesPerPoint; };
  std::size_t& used = used_[i / kSamplesPerBlock];
  used -= bytes(lists_[i].size());
  lists_[i].clear();
  if (used + bytes(near.size()) > kMostBytes / used_.size()) return false;
  lists_[i].assign(near);
  used += bytes(near.size());
  return true;
}

PanelSearch::PanelSearch(const numerics::PointPanels& points, Geometry geometry, const Weights& weights,
                         SearchRadii& reach, NeighbourCache* kept)
    : points_(points),
      geometry_(geometry),
      weights_(weights),
      reach_(reach),
      kept_(kept),
      goals_(numerics::kLanes),
      spheres_(numerics::kLanes),
      near_(numerics::kLanes) {}

void PanelSearch::grow(std::size_t panel) {
  const std::size_t begin = panel * numerics::kLanes,
                    count = std::min(numerics::kLanes, points_.size() - begin);
  constexpr double kDone = -1;
  std::array<double, numerics::kLanes> limits{}, sample_limits{};
  bool any = false, any_sample = false;
  for (std::size_t q = 0; q < count; ++q) {
    spheres_[q].resize(goals_[q].size());
    limits[q] = reach_[begin + q];
    if (kept_ && kept_->of(begin + q).size() > 0) {
      numerics::RoughOrder& list = kept_->of(begin + q);
      limits[q] = grow_in(list, q) || complete(list.size()) ? kDone : kEverywhere;
    }
    sample_limits[q] = limits[q] == kEverywhere ? kEverywhere : kDone;
    any = any || limits[q] != kDone;
    any_sample = any_sample || sample_limits[q] != kDone;
  }
  const auto farthest = [&](std::size_t q) {
    double distance = 0;
    for (std::size_t g = 0; g < spheres_[q].size(); ++g)
      if (!goals_[q][g].is_hopeless()) distance = std::max(distance, spheres_[q][g].distance);
    return distance;
  };
  if (any_sample) {
    numerics::near_points(points_, geometry_, panel, sample_limits, near_, kSampleStep);
    for (std::size_t q = 0; q < count; ++q)
      if (sample_limits[q] != kDone && grow_in(near_[q], q)) limits[q] = farthest(q);
  }
  while (any) {
    numerics::near_points(points_, geometry_, panel, limits, near_);
    any = false;
    for (std::size_t q = 0; q < count; ++q) {
      if (limits[q] == kDone) continue;
      bool grown = complete(near_[q].size());
      if (kept_) {  // for all that follow
        const bool keeps = kept_->keep(begin + q, near_[q]);
        if (!keeps) spare_.assign(near_[q]);
        grown = grow_in(keeps ? kept_->of(begin + q) : spare_, q) || grown;
      } else {
        grown = grow_in(near_[q], q) || grown;
      }
      limits[q] = grown ? kDone : kEverywhere;  // or the guess was too small
      any = any || !grown;
    }
  }
  for (std::size_t q = 0; q < count; ++q) reach_[begin + q] = farthest(q);
  hold_all(panel, count);
}

void PanelSearch::hold_all(std::size_t panel, std::size_t count) {
  const std::size_t begin = panel * numerics::kLanes;
  std::array<double, numerics::kLanes> farthest, limits;
  farthest.fill(-1);
  limits.fill(-1);
  bool any = false;
  for (std::size_t q = 0; q < count; ++q) {
    if (std::ranges::none_of(goals_[q], &SphereGoal::is_hopeless)) continue;
    if (kept_) farthest[q] = kept_->farthest(begin + q);
    if (farthest[q] < 0) limits[q] = kEverywhere;
    any = any || limits[q] == kEverywhere;
  }
  if (any) numerics::near_points(points_, geometry_, panel, limits, near_);
  for (std::size_t q = 0; q < count; ++q) {
    if (limits[q] == kEverywhere) {
      for (double distance : near_[q].distance()) farthest[q] = std::max(farthest[q], distance);
      if (kept_) kept_->farthest(begin + q) = farthest[q];
    }
    mutual_information::hold_all(goals_[q], farthest[q], spheres_[q]);
  }
}

double CandidateBounds::coordinate(std::size_t i, std::size_t feature) const {
  return joining_.panel(i / numerics::kLanes)[feature * numerics::kLanes + i % numerics::kLanes];
}

double CandidateBounds::joined(double distance, double difference) const {
  switch (geometry_) {
    case Geometry::l2:
      return distance + difference * difference;
    case Geometry::linf:
      return std::max(distance, std::abs(difference));
    default:
      return distance + std::abs(difference);
  }
}

void CandidateBounds::find(std::size_t i, const numerics::NearPoints& near, const Weights& weights,
                           bool nowhere, std::span<const SphereGoal> goals, std::span<double> limits) {
  const std::size_t n = joining_.size(), step = std::max<std::size_t>(1, n / kFew);
  spheres_.resize(goals.size());
  for (std::size_t c = 0; c < limits.size(); ++c) {
    const double x = coordinate(i, c);
    with_.clear();
    if (nowhere) {
      for (std::size_t j = 0; j < n; j += step)
        if (j != i) with_.append(joined(0, coordinate(j, c) - x), static_cast<numerics::Sample>(j));
    } else {
      for (std::size_t p = 0; p < near.size(); ++p)
        with_.append(joined(near.distance()[p], coordinate(near.position()[p], c) - x), near.position()[p]);
    }
    limits[c] = kEverywhere;
    if (!grower_.grow(with_, weights, goals, spheres_)) continue;
    limits[c] = 0;
    for (const Sphere& s : spheres_) limits[c] = std::max(limits[c], s.distance * kSlack);
  }
}

}  // namespace tamis::mutual_information
