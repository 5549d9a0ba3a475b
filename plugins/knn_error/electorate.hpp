/// \file electorate.hpp
/// Of the points near a sample, those that vote.
#pragma once

#include <tamis/numerics/near_points.hpp>

namespace tamis::knn_error {

using numerics::Sample;

/// The voters on a sample are its k nearest outside its fold, and every other one that is as near as the last
/// of them: which of several equally near samples comes first is a matter of their order, and decides
/// nothing. All vote where there are k or fewer. Holds scratch: one per thread.
class Electorate {
 public:
  /// \param folds  of each sample; outlives this object.
  Electorate(std::span<const std::uint32_t> folds, std::size_t k) : folds_(folds), k_(k) {}

  /// Of points with their distances, all that may vote among them. In the order of `position`.
  std::span<const Sample> elect(std::size_t i, std::span<const double> distance,
                                std::span<const Sample> position);

  /// The same where each distance d may be d (1 - slack) .. d (1 + slack), and `exact(j)` says what it is. It
  /// is asked where that decides, so the voters are those of the exact distances.
  template <class Exact>
  std::span<const Sample> elect(std::size_t i, std::span<const double> distance,
                                std::span<const Sample> position, double slack, const Exact& exact) {
    gather(i, distance, position);
    keep_nearest(2 * slack);
    if (position_.size() > k_) {
      for (std::size_t p = 0; p < position_.size(); ++p) distance_[p] = exact(position_[p]);
      keep_nearest(0);
    }
    return position_;
  }

  /// The distance of the last voter that elect() found; infinity where it found k or fewer points.
  double reach() const { return reach_; }

 private:
  void gather(std::size_t i, std::span<const double> distance, std::span<const Sample> position);
  void keep_nearest(double slack);

  std::span<const std::uint32_t> folds_;
  std::size_t k_;
  double reach_ = 0;
  std::vector<double> distance_, sorting_;
  std::vector<Sample> position_;
};

}  // namespace tamis::knn_error
