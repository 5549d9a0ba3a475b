#include "norm_neighbour_search.hpp"

#include <algorithm>
#include <tamis/numerics/ties.hpp>

namespace tamis::knn_error {
namespace {

using numerics::kLanes;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kDone = -1;
constexpr std::size_t kSampleStep = 8;  // one panel in so many bounds the neighbours among all

// A distance of DistancesAfterMove and one that is summed afresh differ by (3 m + 3) 2^-53 of either at most,
// m features; this is more, also where products with it are rounded.
double slack(std::size_t features) {
  return 2 * static_cast<double>(features + 4) * std::numeric_limits<double>::epsilon();
}

}  // namespace

NormNeighbourSearch::NormNeighbourSearch(const CrossValidation& cv, Geometry geometry,
                                         const numerics::PointPanels& points)
    : cv_(cv),
      geometry_(geometry),
      points_(points),
      slack_(slack(points.features)),
      near_neighbours_(cv.folds, cv.neighbours, geometry),
      nearest_(cv.folds, cv.neighbours, geometry),
      near_(kLanes),
      votes_(cv.targets.contributions().rows) {}

// limits_: no voter is farther away, here or where a feature has left.
void NormNeighbourSearch::bound(std::size_t panel) {
  limits_.fill(kNoLimit);
  numerics::near_points(points_, geometry_, panel, limits_, near_, kSampleStep);
  for (std::size_t q = 0; q < count(panel); ++q) {
    nearest_.nearest(panel * kLanes + q, near_[q].distance(), near_[q].position());
    limits_[q] = nearest_.kth_distance();
  }
}

// What no voter exceeds after each move; returns what none exceeds after any of them.
double NormNeighbourSearch::rank() {
  const std::span<const double> kth = moved_.kth_smallest(cv_.neighbours);
  kth_distances_.assign(kth.begin(), kth.end());
  for (double& distance : kth_distances_)
    distance = numerics::farthest_tied(distance * (1 + 2 * slack_), geometry_);
  return std::ranges::max(kth_distances_);
}

// In the subset of a column of moved_.
double NormNeighbourSearch::loss(std::size_t i, std::size_t column, const Coordinates& subset) {
  if (const std::size_t voters = moved_.count(column); voters <= cv_.neighbours) {
    for (std::size_t row = 0; row < votes_.size(); ++row) votes_[row] = moved_.sum(row, column);
    return cv_.targets.loss(i, votes_, voters);
  }
  distance_.clear();
  position_.clear();
  for (std::size_t p = 0; p < near_neighbours_.position().size(); ++p) {
    if (moved_(p, column) > kth_distances_[column]) continue;
    position_.push_back(near_neighbours_.position()[p]);
    distance_.push_back(distance(geometry_, i, position_.back(), subset));
  }
  return cv_.targets.loss(i, nearest_.nearest(i, distance_, position_), votes_);
}

void NormNeighbourSearch::whole(std::size_t panel, std::span<double> losses) {
  bound(panel);
  numerics::near_points(points_, geometry_, panel, limits_, near_);
  for (std::size_t q = 0; q < count(panel); ++q) {
    const std::size_t i = panel * kLanes + q;
    losses[i] = cv_.targets.loss(i, nearest_.nearest(i, near_[q].distance(), near_[q].position()), votes_);
  }
}

void NormNeighbourSearch::removing_each(std::size_t panel, const numerics::PaddedPointRows& rows,
                                        std::span<const double> known, std::span<const std::size_t> places,
                                        std::span<const Coordinates> subsets, const Matrix& losses,
                                        std::span<double> bounds) {
  std::copy_n(known.begin() + static_cast<std::ptrdiff_t>(panel * kLanes), count(panel), limits_.begin());
  if (limits_[0] == kNoLimit) bound(panel);
  for (double& limit : limits_) limit *= 1 + slack_;
  numerics::near_points_but_one(points_, geometry_, panel, limits_, near_);
  for (std::size_t q = 0; q < count(panel); ++q) {
    const std::size_t i = panel * kLanes + q;
    near_neighbours_.gather(i, near_[q].distance(), near_[q].position());
    moved_.removing_each(rows, geometry_, i, near_neighbours_.distance(), near_neighbours_.position());
    bounds[i] = rank();
    moved_.sum_within(kth_distances_, cv_.targets.contributions());
    for (std::size_t c = 0; c < places.size(); ++c) losses(i, c) = loss(i, places[c], subsets[c]);
  }
}

// A second look is taken where a candidate moves neighbours beyond what the first one saw.
void NormNeighbourSearch::adding_each(std::size_t panel, const numerics::PaddedPointRows& joining,
                                      std::span<const Coordinates> subsets, const Matrix& losses) {
  bound(panel);
  for (bool again = true; again;) {
    again = false;
    numerics::near_points(points_, geometry_, panel, limits_, near_);
    for (std::size_t q = 0; q < count(panel); ++q) {
      if (limits_[q] < 0) continue;
      const std::size_t i = panel * kLanes + q;
      near_neighbours_.gather(i, near_[q].distance(), near_[q].position());
      moved_.adding_each(joining, geometry_, i, near_neighbours_.distance(), near_neighbours_.position());
      const double farthest = rank();
      if (farthest > limits_[q]) {
        limits_[q] = farthest;
        again = true;
        continue;
      }
      limits_[q] = kDone;
      moved_.sum_within(kth_distances_, cv_.targets.contributions());
      for (std::size_t c = 0; c < subsets.size(); ++c) losses(i, c) = loss(i, c, subsets[c]);
    }
  }
}

}  // namespace tamis::knn_error
