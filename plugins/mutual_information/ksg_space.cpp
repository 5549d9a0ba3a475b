#include "ksg_space.hpp"

#include "binary_search.hpp"

#include <optional>

namespace tamis::mutual_information {

Strips joint_strips(KsgColumns features, const KsgTarget& target, std::size_t per_ball) {
  if (target.has_classes()) return Strips(features, target.label, per_ball);
  std::vector<const KsgColumn*> both(features.begin(), features.end());
  both.push_back(&target.output);
  return Strips(both, {}, per_ball);
}

double information_in_space(KsgColumns features, const KsgTarget& target, const Runtime& runtime) {
  constexpr std::uint64_t kSamplesPerBlock = 256;
  const Strips joint = joint_strips(features, target, target.k);
  std::optional<Strips> space;
  if (features.size() > 1)
    space.emplace(features, std::span<const std::uint32_t>{},
                  target.has_classes() ? target.k * target.classes() : target.k);
  const auto count_features = [&](std::uint32_t i, double limit) {
    return space ? space->count_within(i, limit)
                 : count_on_line(features[0]->sorted.value, features[0]->value[i], limit);
  };
  std::vector<BallCounts> inside(target.size());
  runtime.parallel_blocks(
      inside.size(),
      [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<double> nearest;
        for (std::uint64_t p = begin; p < end; ++p) {
          const std::uint32_t i = joint.order()[p];
          nearest.resize(target.neighbours(i));
          joint.nearest_distances(i, nearest);
          const double radius = nearest.back(), limit = inside_limit(radius);
          // of copies there may be more than k
          const std::uint32_t both =
              radius > 0 ? 1 + count_at_most(nearest, limit) : joint.count_within(i, limit);
          inside[i] = {both, count_features(i, limit), target.count_near(i, limit)};
        }
      },
      kSamplesPerBlock);
  return target.information(inside);
}

}  // namespace tamis::mutual_information
