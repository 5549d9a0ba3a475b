#include "ksg_moves.hpp"

#include "ksg_line.hpp"
#include "ksg_removals.hpp"

#include <tamis/numerics/near_points.hpp>
#include <tamis/numerics/total_order.hpp>

namespace tamis::mutual_information {
namespace {

using numerics::kLanes;
using numerics::NearPoints;

constexpr std::uint64_t kPanelsAtATime = 32;

numerics::PointPanels panels_of(KsgColumns columns, const KsgTarget& target) {
  numerics::PointPanels panels;
  panels.ids = target.samples;
  panels.features = columns.size();
  panels.values = numerics::AlignedArray(numerics::padded(target.size()) * columns.size());
  for (std::size_t f = 0; f < columns.size(); ++f)
    for (std::size_t i = 0; i < target.size(); ++i)
      panels.values[(i / kLanes * columns.size() + f) * kLanes + i % kLanes] = columns[f]->value[i];
  return panels;
}

// The ball of one sample, from a list that holds its k-th neighbour and all that are nearer.
class ListedBall {
 public:
  explicit ListedBall(const KsgTarget& target) : target_(target) {}

  // The distance of the k-th neighbour in features and target; `distance(j, listed)` is that in the features.
  template <class InFeatures>
  double radius(std::uint32_t i, const NearPoints& near, const InFeatures& distance) {
    joint_.clear();
    for (std::size_t e = 0; e < near.size(); ++e) {
      const std::uint32_t j = near.position()[e];
      joint_.push_back(target_.joint_distance(i, j, distance(j, near.distance()[e])));
    }
    const auto kth = joint_.begin() + static_cast<std::ptrdiff_t>(target_.neighbours(i) - 1);
    std::nth_element(joint_.begin(), kth, joint_.end(), numerics::TotalOrder());
    return *kth;
  }
  BallCounts counts(std::uint32_t i, const NearPoints& near) {
    const double limit = inside_limit(radius(i, near, [](std::uint32_t, double listed) { return listed; }));
    return {1 + count_at_most(joint_, limit), 1 + count_at_most(near.distance(), limit),
            target_.count_near(i, limit)};
  }

 private:
  const KsgTarget& target_;
  std::vector<double> joint_;
};

// Of balls that stand subset by subset.
std::vector<double> information_of_each(std::span<const BallCounts> inside, const KsgTarget& target) {
  std::vector<double> out;
  for (std::size_t begin = 0; begin < inside.size(); begin += target.size())
    out.push_back(target.information(inside.subspan(begin, target.size())));
  return out;
}

}  // namespace

double information(KsgColumns features, const KsgTarget& target, const Runtime& runtime) {
  if (features.empty()) return 0;
  if (features.size() == 1 && target.has_classes()) return ross_on_line(*features[0], target);
  return information_in_space(features, target, runtime);
}

std::vector<double> information_without_each(KsgColumns features, const KsgTarget& target,
                                             const Runtime& runtime) {
  if (features.size() > kFewFeatures) return information_without_one(features, target, runtime);
  std::vector<double> out(features.size());
  runtime.parallel_for(features.size(), [&](std::uint64_t f) {
    std::vector<const KsgColumn*> others(features.begin(), features.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(f));
    out[f] = information(others, target, runtime);
  });
  return out;
}

std::vector<double> information_with_each(KsgColumns features, KsgColumns joining, const KsgTarget& target,
                                          const Runtime& runtime) {
  // So many times k neighbours in the features are looked at for k that are near in the joining one too. More
  // bring a closer bound, but cost more than the points that it spares.
  constexpr std::size_t kLookedAt = 4;
  const std::size_t n = target.size();
  const std::vector<double> reach = joint_reach(features, target, kLookedAt, runtime);
  const numerics::PointPanels points = panels_of(features, target), with = panels_of(joining, target);
  std::vector<BallCounts> inside(joining.size() * n);
  runtime.parallel_blocks(
      points.panels(),
      [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<double> limits(joining.size());
        std::vector<NearPoints> looked_at(kLanes), near(joining.size());
        ListedBall ball(target);
        for (std::uint64_t panel = begin; panel < end; ++panel) {
          const auto first = static_cast<std::uint32_t>(panel * kLanes);
          const auto last = static_cast<std::uint32_t>(std::min<std::size_t>(first + kLanes, n));
          numerics::near_points(points, Geometry::linf, panel, std::span(reach).subspan(first, last - first),
                                looked_at);
          for (std::uint32_t i = first; i < last; ++i) {
            for (std::size_t c = 0; c < joining.size(); ++c) {
              const std::vector<double>& x = joining[c]->value;
              limits[c] = ball.radius(i, looked_at[i - first], [&](std::uint32_t j, double listed) {
                return std::max(listed, std::abs(x[j] - x[i]));
              });
            }
            numerics::near_points_with_each(points, with, Geometry::linf, i, limits, near);
            for (std::size_t c = 0; c < joining.size(); ++c) inside[c * n + i] = ball.counts(i, near[c]);
          }
        }
      },
      kPanelsAtATime);
  return information_of_each(inside, target);
}

}  // namespace tamis::mutual_information
