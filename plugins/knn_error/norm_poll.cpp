#include "norm_poll.hpp"

#include <algorithm>
#include <tamis/numerics/ties.hpp>

namespace tamis::knn_error {
namespace {

using numerics::kLanes;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNobodyAsks = -1;
constexpr std::size_t kSampleStep = 8;  // one panel in so many bounds the neighbours among all

// A distance of MovedDistances and one that is summed afresh differ by (3 m + 3) 2^-53 of either at most, m
// features; this is more, also where products with it are rounded.
double slack(std::size_t features) {
  return 2 * static_cast<double>(features + 4) * std::numeric_limits<double>::epsilon();
}

}  // namespace

NormPoll::NormPoll(const Poll& poll, Geometry geometry, const numerics::PointPanels& points)
    : poll_(poll),
      geometry_(geometry),
      points_(points),
      slack_(slack(points.features)),
      near_electorate_(poll.folds, poll.neighbours, geometry),
      electorate_(poll.folds, poll.neighbours, geometry),
      near_(kLanes),
      votes_(poll.outcomes.votes().rows) {}

// limits_: no voter is farther away, here or where a feature has left.
void NormPoll::bound(std::size_t panel) {
  limits_.fill(kInfinity);
  numerics::near_points(points_, geometry_, panel, limits_, near_, kSampleStep);
  for (std::size_t q = 0; q < count(panel); ++q) {
    electorate_.elect(panel * kLanes + q, near_[q].distance(), near_[q].position());
    limits_[q] = electorate_.reach();
  }
}

// What no voter exceeds after each move; returns what none exceeds after any of them.
double NormPoll::rank() {
  const std::span<const double> kth = moved_.kth_smallest(poll_.neighbours);
  reach_.assign(kth.begin(), kth.end());
  for (double& reach : reach_) reach = numerics::farthest_tied(reach * (1 + 2 * slack_), geometry_);
  return std::ranges::max(reach_);
}

// In the subset of a column of moved_.
double NormPoll::loss(std::size_t i, std::size_t column, const Features& subset) {
  if (const std::size_t voters = moved_.count(column); voters <= poll_.neighbours) {
    for (std::size_t row = 0; row < votes_.size(); ++row) votes_[row] = moved_.sum(row, column);
    return poll_.outcomes.loss(i, votes_, voters);
  }
  distance_.clear();
  position_.clear();
  for (std::size_t p = 0; p < near_electorate_.position().size(); ++p) {
    if (moved_(p, column) > reach_[column]) continue;
    position_.push_back(near_electorate_.position()[p]);
    distance_.push_back(poll_.samples.distance(geometry_, i, position_.back(), subset));
  }
  return poll_.outcomes.loss(i, electorate_.elect(i, distance_, position_), votes_);
}

void NormPoll::whole(std::size_t panel, std::span<double> losses) {
  bound(panel);
  numerics::near_points(points_, geometry_, panel, limits_, near_);
  for (std::size_t q = 0; q < count(panel); ++q) {
    const std::size_t i = panel * kLanes + q;
    losses[i] =
        poll_.outcomes.loss(i, electorate_.elect(i, near_[q].distance(), near_[q].position()), votes_);
  }
}

void NormPoll::without_each(std::size_t panel, const numerics::PointLines& lines,
                            std::span<const double> known, std::span<const std::size_t> places,
                            std::span<const Features> subsets, const Matrix& losses,
                            std::span<double> reach) {
  std::copy_n(known.begin() + static_cast<std::ptrdiff_t>(panel * kLanes), count(panel), limits_.begin());
  if (limits_[0] == kInfinity) bound(panel);
  for (double& limit : limits_) limit *= 1 + slack_;
  numerics::near_points_but_one(points_, geometry_, panel, limits_, near_);
  for (std::size_t q = 0; q < count(panel); ++q) {
    const std::size_t i = panel * kLanes + q;
    near_electorate_.gather(i, near_[q].distance(), near_[q].position());
    moved_.without_each(lines, geometry_, i, near_electorate_.distance(), near_electorate_.position());
    reach[i] = rank();
    moved_.tally(reach_, poll_.outcomes.votes());
    for (std::size_t c = 0; c < places.size(); ++c) losses(i, c) = loss(i, places[c], subsets[c]);
  }
}

// A second look is taken where a candidate moves neighbours beyond what the first one saw.
void NormPoll::with_each(std::size_t panel, const numerics::PointLines& joining,
                         std::span<const Features> subsets, const Matrix& losses) {
  bound(panel);
  for (bool again = true; again;) {
    again = false;
    numerics::near_points(points_, geometry_, panel, limits_, near_);
    for (std::size_t q = 0; q < count(panel); ++q) {
      if (limits_[q] < 0) continue;
      const std::size_t i = panel * kLanes + q;
      near_electorate_.gather(i, near_[q].distance(), near_[q].position());
      moved_.with_each(joining, geometry_, i, near_electorate_.distance(), near_electorate_.position());
      const double farthest = rank();
      if (farthest > limits_[q]) {
        limits_[q] = farthest;
        again = true;
        continue;
      }
      limits_[q] = kNobodyAsks;
      moved_.tally(reach_, poll_.outcomes.votes());
      for (std::size_t c = 0; c < subsets.size(); ++c) losses(i, c) = loss(i, c, subsets[c]);
    }
  }
}

}  // namespace tamis::knn_error
