#include "electorate.hpp"

#include <algorithm>
#include <limits>

namespace tamis::knn_error {

void Electorate::gather(std::size_t i, std::span<const double> distance, std::span<const Sample> position) {
  distance_.resize(distance.size());
  position_.resize(distance.size());
  std::size_t count = 0;
  for (std::size_t p = 0; p < distance.size(); ++p) {
    distance_[count] = distance[p];
    position_[count] = position[p];
    count += folds_[position[p]] != folds_[i] ? 1 : 0;
  }
  distance_.resize(count);
  position_.resize(count);
}

void Electorate::keep_nearest(double slack) {
  reach_ = std::numeric_limits<double>::infinity();
  if (distance_.size() <= k_) return;
  sorting_ = distance_;
  const auto last = sorting_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
  std::nth_element(sorting_.begin(), last, sorting_.end());
  reach_ = *last;
  const double limit = reach_ * (1 + slack);
  std::size_t count = 0;
  for (std::size_t p = 0; p < distance_.size(); ++p) {
    if (distance_[p] > limit) continue;
    distance_[count] = distance_[p];
    position_[count++] = position_[p];
  }
  distance_.resize(count);
  position_.resize(count);
}

std::span<const Sample> Electorate::elect(std::size_t i, std::span<const double> distance,
                                          std::span<const Sample> position) {
  gather(i, distance, position);
  keep_nearest(0);
  return position_;
}

std::span<const Sample> Electorate::elect(std::size_t i, std::span<const double> distance,
                                          std::span<const Sample> position, double slack,
                                          const std::function<double(Sample)>& exact) {
  gather(i, distance, position);
  keep_nearest(2 * slack);
  if (position_.size() > k_) {
    for (std::size_t p = 0; p < position_.size(); ++p) distance_[p] = exact(position_[p]);
    keep_nearest(0);
  }
  return position_;
}

}  // namespace tamis::knn_error
