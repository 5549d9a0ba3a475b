#include "ksg_space.hpp"

#include "ksg_line_search.hpp"

#include <array>

namespace tamis::mutual_information {
namespace {

using numerics::kLanes;

constexpr std::uint64_t kBlocksAtOnce = 32;

// For every sample, how many others are at most limit[i] away in the features.
void count_features(KsgColumns features, const KsgTarget& target, std::span<const double> limit,
                    std::span<BallCounts> inside, const Runtime& runtime) {
  if (features.size() == 1) {
    const LineSearch line(features[0]->sorted.value);
    for (std::size_t i = 0; i < inside.size(); ++i)
      inside[i].features = line.count_within(features[0]->value[i], limit[i]);
    return;
  }
  const StripIndex space(features, {}, target.has_classes() ? target.k * target.classes() : target.k);
  runtime.parallel_blocks(
      space.blocks(),
      [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t block = begin; block < end; ++block) {
          const std::span<const std::uint32_t> points = space.points(block);
          std::array<double, kLanes> limits{}, counts;
          for (std::size_t q = 0; q < points.size(); ++q) limits[q] = limit[points[q]];
          space.count_within(block, limits, counts);
          for (std::size_t q = 0; q < points.size(); ++q)
            inside[points[q]].features = static_cast<std::uint32_t>(counts[q]);
        }
      },
      kBlocksAtOnce);
}

/// `take(block, points, nearest)` for each block of `joint`: rank r of its sample q is nearest[r * kLanes +
/// q], up to the k-th neighbour with k = neighbours(sample, times).
template <class Take>
void each_block(const StripIndex& joint, const KsgTarget& target, std::size_t times, const Take& take,
                const Runtime& runtime) {
  runtime.parallel_blocks(
      joint.blocks(),
      [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<double> nearest;
        for (std::uint64_t block = begin; block < end; ++block) {
          const std::span<const std::uint32_t> points = joint.points(block);
          nearest.resize((target.neighbours(points[0], times) + 1) * kLanes);
          joint.nearest_distances(block, nearest);
          take(block, points, std::span<const double>(nearest));
        }
      },
      kBlocksAtOnce);
}

}  // namespace

StripIndex joint_strips(KsgColumns features, const KsgTarget& target, std::size_t per_ball) {
  if (target.has_classes()) return StripIndex(features, target.label, per_ball);
  std::vector<const KsgColumn*> both(features.begin(), features.end());
  both.push_back(&target.output);
  return StripIndex(both, {}, per_ball);
}

std::vector<double> joint_reach(KsgColumns features, const KsgTarget& target, std::size_t times,
                                const Runtime& runtime) {
  const StripIndex joint = joint_strips(features, target, times * target.k);
  std::vector<double> reach(target.size());
  each_block(
      joint, target, times,
      [&](std::uint64_t, std::span<const std::uint32_t> points, std::span<const double> nearest) {
        for (std::size_t q = 0; q < points.size(); ++q)
          reach[points[q]] = nearest[nearest.size() - kLanes + q];
      },
      runtime);
  return reach;
}

double information_in_space(KsgColumns features, const KsgTarget& target, const Runtime& runtime) {
  std::vector<double> limit(target.size());
  std::vector<BallCounts> inside(target.size());
  const StripIndex joint = joint_strips(features, target, target.k);
  each_block(
      joint, target, 1,
      [&](std::uint64_t block, std::span<const std::uint32_t> points, std::span<const double> nearest) {
        const std::size_t k = nearest.size() / kLanes - 1;
        std::array<double, kLanes> only_copies, copies;
        for (std::size_t q = 0; q < points.size(); ++q) {
          const std::uint32_t i = points[q];
          const double radius = nearest[k * kLanes + q];
          limit[i] = inside_limit(radius);
          only_copies[q] = radius > 0 ? -1 : 0;
          inside[i].target = target.count_near(i, limit[i]);
          for (std::size_t r = 0; r < k; ++r) inside[i].joint += nearest[r * kLanes + q] <= limit[i] ? 1 : 0;
        }
        if (std::ranges::find(only_copies, 0.0) == only_copies.end()) return;
        joint.count_within(block, only_copies, copies);  // there may be more of them than k
        for (std::size_t q = 0; q < points.size(); ++q)
          if (only_copies[q] == 0) inside[points[q]].joint = static_cast<std::uint32_t>(copies[q]);
      },
      runtime);
  count_features(features, target, limit, inside, runtime);
  return target.information(inside);
}

}  // namespace tamis::mutual_information
