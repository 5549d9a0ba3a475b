#include "ksg_removals.hpp"

#include <tamis/numerics/coarse_points.hpp>
#include <tamis/numerics/distances_after_move.hpp>
#include <tamis/numerics/total_order.hpp>

namespace tamis::mutual_information {
namespace {

using numerics::Sample;

// Samples class by class, and what is needed of them in that order.
struct Arranged {
  std::vector<std::uint32_t> order;  // the sample in each place
  numerics::PaddedPointRows lines;
  numerics::CoarsePoints coarse;

  Arranged(KsgColumns features, const KsgTarget& target)
      : order(samples_by_class(target)), lines(lines_of(features)), coarse(coarse_of(features, target)) {}

 private:
  numerics::PaddedPointRows lines_of(KsgColumns features) const {
    const std::size_t width = numerics::padded(features.size());
    numerics::PaddedPointRows out{features.size(), width, numerics::AlignedArray(order.size() * width)};
    for (std::size_t p = 0; p < order.size(); ++p)
      for (std::size_t f = 0; f < features.size(); ++f)
        out.values[p * width + f] = features[f]->value[order[p]];
    return out;
  }
  numerics::CoarsePoints coarse_of(KsgColumns features, const KsgTarget& target) const {
    std::vector<std::vector<double>> columns;
    const auto arrange = [&](const KsgColumn& column) {
      columns.emplace_back();
      for (std::uint32_t i : order) columns.back().push_back(column.value[i]);
    };
    for (const KsgColumn* feature : features) arrange(*feature);
    if (!target.has_classes()) arrange(target.output);
    const std::vector<std::span<const double>> views(columns.begin(), columns.end());
    return numerics::CoarsePoints(views, columns.size() - features.size());
  }
};

// The two largest differences of samples near one, as far as they may matter.
class Near {
 public:
  // Empty, with room for so many.
  void clear(std::size_t room) {
    size_ = 0;
    if (first_.size() >= room) return;
    first_.resize(room), second_.resize(room), which_.resize(room);
  }
  // Without a branch: who stays is hard to foresee.
  void add_if(bool stays, double first, double second, std::uint32_t feature) {
    first_[size_] = first, second_[size_] = second, which_[size_] = feature;
    size_ += stays ? 1 : 0;
  }
  void spread(std::size_t features, numerics::DistancesAfterMove& over) const {
    over.removing_each(features, std::span(first_).first(size_), std::span(second_).first(size_),
                       std::span(which_).first(size_));
  }

 private:
  std::size_t size_ = 0;
  std::vector<double> first_, second_;
  std::vector<std::uint32_t> which_;
};

// The balls of one sample in all subsets. One per thread.
class Removals {
 public:
  Removals(const Arranged& at, const KsgTarget& target) : at_(at), target_(target), look_(at.coarse) {}

  // out[f * samples] is the ball without feature f.
  void balls(std::uint32_t place, BallCounts* out) {
    const std::uint32_t i = at_.order[place];
    const std::size_t k = target_.neighbours(i), d = at_.lines.features;
    look_.from(place);
    gather(place, bound(place, k));
    joint_.spread(d, in_target_);
    limits_.clear();
    for (double radius : in_target_.kth_smallest(k)) limits_.push_back(inside_limit(radius));
    in_target_.count_within(limits_);
    features_.spread(d, in_features_);
    in_features_.count_within(limits_);
    std::uint32_t near = 0;
    for (std::size_t f = 0; f < d; ++f) {
      if (f == 0 || limits_[f] != limits_[f - 1]) near = target_.count_near(i, limits_[f]);
      out[f * target_.size()] = {static_cast<std::uint32_t>(1 + in_target_.count(f)),
                                 static_cast<std::uint32_t>(1 + in_features_.count(f)), near};
    }
  }

 private:
  double joint_distance(std::uint32_t place, std::uint32_t other, double distance) const {
    return target_.joint_distance(at_.order[place], at_.order[other], distance);
  }
  // Of k samples in features and target together, the farthest: no ball reaches farther.
  double bound(std::uint32_t place, std::size_t k) {
    const auto [first, last] = target_.class_range(at_.order[place]);
    const std::span<const Sample> places = look_.nearest(k + 1, first, last);
    differences_.find(at_.lines, place, places);
    distances_.clear();
    for (std::size_t e = 0; e < places.size(); ++e)
      if (places[e] != place) distances_.push_back(joint_distance(place, places[e], differences_.first[e]));
    const auto kth = distances_.begin() + static_cast<std::ptrdiff_t>(k - 1);
    std::nth_element(distances_.begin(), kth, distances_.end(), numerics::TotalOrder());
    return *kth;
  }
  // The samples that are at most so far away without some feature.
  void gather(std::uint32_t place, double bound) {
    const std::span<const Sample> places = look_.within_but_one(bound);
    differences_.find(at_.lines, place, places);
    features_.clear(places.size());
    joint_.clear(places.size());
    for (std::size_t e = 0; e < places.size(); ++e) {
      const double first = differences_.first[e], second = differences_.second[e];
      const double joint = joint_distance(place, places[e], second);
      const bool other = places[e] != place;
      features_.add_if(other & (second <= bound), first, second, differences_.which[e]);
      joint_.add_if(other & (joint <= bound), joint_distance(place, places[e], first), joint,
                    differences_.which[e]);
    }
  }

  const Arranged& at_;
  const KsgTarget& target_;
  numerics::CoarsePoints::Look look_;
  numerics::LargestDifferences differences_;
  Near joint_, features_;  // near in features and target, and in the features
  numerics::DistancesAfterMove in_target_, in_features_;
  std::vector<double> distances_, limits_;
};

}  // namespace

std::vector<double> information_without_one(KsgColumns features, const KsgTarget& target,
                                            const Runtime& runtime) {
  constexpr std::uint64_t kSamplesPerBlock = 128;
  const std::size_t n = target.size();
  const Arranged arranged(features, target);
  std::vector<BallCounts> inside(features.size() * n);
  runtime.parallel_blocks(
      n,
      [&](std::uint64_t begin, std::uint64_t end) {
        Removals removals(arranged, target);
        for (std::uint64_t p = begin; p < end; ++p)
          removals.balls(static_cast<std::uint32_t>(p), inside.data() + p);
      },
      kSamplesPerBlock);
  std::vector<double> out;
  for (std::size_t f = 0; f < features.size(); ++f)
    out.push_back(target.information(std::span(inside).subspan(f * n, n)));
  return out;
}

}  // namespace tamis::mutual_information
