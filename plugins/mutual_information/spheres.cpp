#include "spheres.hpp"

#include "binary_search.hpp"

#include <algorithm>
#include <array>

namespace tamis::mutual_information {
namespace {

constexpr std::size_t kSmall = 32;  // as few points are sorted

// The sphere that holds all points and is not satisfied.
Sphere farthest(const numerics::NearPoints& points, double mass) {
  Sphere sphere{0, mass, 0};
  for (std::size_t p = 0; p < points.size(); ++p)
    if (points.distance()[p] >= sphere.distance)
      sphere.distance = points.distance()[p], sphere.last = points.position()[p];
  return sphere;
}

// The sphere that is satisfied by a point of this chunk, and holds `mass` before it.
Sphere end_in(const numerics::RoughOrder::Chunk& chunk, const double* column, std::size_t width, double mass,
              double enough) {
  std::size_t p = 0;
  mass += column[chunk.position[0] * width];
  // the chunk was added up in another order, which may round otherwise: its last point ends the sphere then
  while (mass < enough && p + 1 < chunk.position.size()) mass += column[chunk.position[++p] * width];
  return {chunk.distance[p], mass, chunk.position[p]};
}

}  // namespace

bool SphereGrower::grow(const numerics::NearPoints& near, const Weights& weights,
                        std::span<const SphereGoal> goals, std::span<Sphere> out) {
  weights_ = &weights;
  goals_ = goals;
  out_ = out;
  open_.clear();
  for (std::size_t g = 0; g < goals.size(); ++g)
    if (!goals[g].is_hopeless()) open_.push_back({g, goals[g].start, 0});
  descend(near, open_, 0);
  bool all = true;
  for (std::size_t g = 0; g < goals.size(); ++g)
    all = all && (goals[g].is_hopeless() || out[g].mass >= goals[g].enough);
  return all;
}

void SphereGrower::sort_and_sum(const numerics::NearPoints& points, std::span<Open> open) {
  std::size_t left = open.size();
  const auto close_satisfied = [&](double distance, numerics::Sample last) {
    for (std::size_t o = 0; o < left;)
      if (open[o].mass >= goals_[open[o].goal].enough) {
        out_[open[o].goal] = {distance, open[o].mass, last};
        std::swap(open[o], open[--left]);
      } else {
        ++o;
      }
  };
  close_satisfied(0, 0);  // by the centre alone
  // more points than a few are all at one distance, and in the order of their indices already
  std::array<std::uint8_t, kSmall> order;
  for (std::size_t p = 0; p < std::min(points.size(), kSmall); ++p) {
    std::size_t at = p;
    for (; at > 0 && points.distance()[p] < points.distance()[order[at - 1]]; --at) order[at] = order[at - 1];
    order[at] = static_cast<std::uint8_t>(p);
  }
  for (std::size_t p = 0; p < points.size() && left > 0; ++p) {
    const std::size_t at = points.size() <= kSmall ? order[p] : p;
    const double* const weight = weights_->of(points.position()[at]);
    for (Open& o : open.first(left)) o.mass += weight[goals_[o.goal].column];
    close_satisfied(points.distance()[at], points.position()[at]);
  }
  for (const Open& o : open.first(left)) out_[o.goal] = farthest(points, o.mass);
}

void SphereGrower::descend(const numerics::NearPoints& points, std::span<Open> open, std::size_t depth) {
  if (points.size() <= kSmall) return sort_and_sum(points, open);
  const numerics::DistanceBuckets buckets(points.distance());
  if (buckets.count() == 1) return sort_and_sum(points, open);

  const std::size_t width = weights_->width(), n_buckets = buckets.count();
  if (levels_.size() == depth) levels_.emplace_back();
  Level& level = levels_[depth];
  level.bucket_of.resize(
      std::max(level.bucket_of.size(), points.size() + numerics::DistanceBuckets::kPadding));
  sums_.resize(std::max(sums_.size(), 2 * n_buckets * width));
  buckets.cumulate(points.distance(), points.position(), weights_->of(0), width, level.bucket_of, sums_);

  // the bucket in which each goal is satisfied
  std::size_t crossing = 0;
  for (Open at : open) {
    const SphereGoal& goal = goals_[at.goal];
    const auto held = [&](std::size_t b) { return at.mass + sums_[b * width + goal.column]; };
    // weights are not negative, so that sums never fall
    at.bucket = first_without(0, n_buckets, [&](std::size_t b) { return held(b) < goal.enough; });
    if (at.bucket == n_buckets) {
      out_[at.goal] = farthest(points, held(n_buckets - 1));
    } else {
      if (at.bucket > 0) at.mass = held(at.bucket - 1);
      open[crossing++] = at;
    }
  }
  open = open.first(crossing);
  std::ranges::sort(open, [](const Open& a, const Open& b) {
    return a.bucket < b.bucket || (a.bucket == b.bucket && a.goal < b.goal);
  });

  level.places.resize(std::max(level.places.size(), points.size()));
  for (std::size_t first = 0; first < open.size();) {
    const std::size_t bucket = open[first].bucket;
    std::size_t last = first;
    while (last < open.size() && open[last].bucket == bucket) ++last;
    const std::size_t count = numerics::DistanceBuckets::places_in(
        level.bucket_of, points.size(), static_cast<std::uint8_t>(bucket), level.places);
    level.inside.clear();
    for (const std::uint32_t place : std::span(level.places).first(count))
      level.inside.append(points.distance()[place], points.position()[place]);
    descend(level.inside, open.subspan(first, last - first), depth + 1);
    first = last;
  }
}

bool grow(numerics::RoughOrder& near, const Weights& weights, std::span<const SphereGoal> goals,
          std::span<Sphere> out) {
  constexpr std::size_t kAtOnce = 16;
  bool all = true;
  for (std::size_t first = 0; first < weights.width(); first += kAtOnce) {
    const std::size_t columns = std::min(kAtOnce, weights.width() - first);
    const auto is_here = [&](const SphereGoal& g) { return g.column - first < columns && !g.is_hopeless(); };
    std::array<double, kAtOnce> enough{}, sums{};
    std::array<std::uint32_t, kAtOnce> chunks{};
    for (const SphereGoal& g : goals)
      if (is_here(g)) {
        enough[g.column - first] = g.enough;
        sums[g.column - first] = g.start;
      }
    numerics::cumulate_until(near, weights.of(0) + first, weights.width(), enough, sums, chunks, columns);
    for (const std::uint32_t chunk : std::span(chunks).first(columns)) near.fetch(chunk);
    for (std::size_t g = 0; g < goals.size(); ++g) {
      const SphereGoal& goal = goals[g];
      if (!is_here(goal)) continue;
      const std::size_t c = goal.column - first;
      if (goal.start >= goal.enough) {
        out[g] = {0, goal.start, 0};  // by the centre alone
      } else if (chunks[c] == near.chunks()) {
        const numerics::RoughOrder::Chunk last = near.sorted(near.chunks() - 1);
        out[g] = {last.distance.back(), sums[c], last.position.back()};
        all = false;
      } else {
        out[g] = end_in(near.sorted(chunks[c]), weights.of(0) + goal.column, weights.width(), sums[c],
                        goal.enough);
      }
    }
  }
  return all;
}

}  // namespace tamis::mutual_information
