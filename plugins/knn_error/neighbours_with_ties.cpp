#include "neighbours_with_ties.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tamis/numerics/ties.hpp>
#include <tamis/numerics/total_order.hpp>

namespace tamis::knn_error {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// The k-th smallest of at least k values, which are put into another order.
double kth_smallest(std::vector<double>& values, std::size_t k) {
  constexpr std::size_t kFew = 8;
  if (k > kFew) {
    const auto kth = values.begin() + static_cast<std::ptrdiff_t>(k - 1);
    std::nth_element(values.begin(), kth, values.end(), numerics::TotalOrder());
    return *kth;
  }
  std::array<double, kFew> smallest;  // ascending; sorted in without a branch, which would be hard to foresee
  smallest.fill(kFar);
  for (double v : values)
    for (std::size_t s = 0; s < k; ++s) {
      const double least = std::min(smallest[s], v);
      v = std::max(smallest[s], v);
      smallest[s] = least;
    }
  return smallest[k - 1];
}

}  // namespace

void NeighboursWithTies::gather(std::size_t i, std::span<const double> distance,
                                std::span<const Sample> position) {
  distance_.resize(distance.size());
  position_.resize(distance.size());
  std::size_t count = 0;
  for (std::size_t p = 0; p < distance.size(); ++p) {  // without a branch: who may vote is hard to foresee
    distance_[count] = distance[p];
    position_[count] = position[p];
    count += folds_[position[p]] != folds_[i] ? 1 : 0;
  }
  distance_.resize(count);
  position_.resize(count);
}

void NeighboursWithTies::keep_nearest() {
  kth_distance_ = kFar;
  if (distance_.size() <= k_) return;
  sorting_ = distance_;
  kth_distance_ = numerics::farthest_tied(kth_smallest(sorting_, k_), geometry_);
  std::size_t count = 0;
  for (std::size_t p = 0; p < distance_.size(); ++p) {
    distance_[count] = distance_[p];
    position_[count] = position_[p];
    count += distance_[p] <= kth_distance_ ? 1 : 0;
  }
  distance_.resize(count);
  position_.resize(count);
}

std::span<const Sample> NeighboursWithTies::nearest(std::size_t i, std::span<const double> distance,
                                                    std::span<const Sample> position) {
  gather(i, distance, position);
  keep_nearest();
  return position_;
}

}  // namespace tamis::knn_error
