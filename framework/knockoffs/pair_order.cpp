#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/pair_order.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tamis::framework {

PairOrder::PairOrder(ConstMatrix x, ConstMatrix knockoffs, Rng rng) {
  if (x.rows != knockoffs.rows || x.cols != knockoffs.cols)
    throw DataError(fmt::format(
        "the features are a table of {} x {} and their knockoffs one of {} x {}: give tables of the "
        "same size",
        x.rows, x.cols, knockoffs.rows, knockoffs.cols));
  for (std::uint64_t j = 0; j < x.cols; ++j) {
    const Column original = x.column(j), knockoff = knockoffs.column(j);
    const bool knockoff_is_smaller = std::ranges::lexicographical_compare(knockoff, original);
    const bool coin = (rng.next() >> 63) != 0;
    exchanged_.push_back(knockoff_is_smaller != coin);
  }
}

DenseMatrix PairOrder::arranged(ConstMatrix x, ConstMatrix knockoffs) const {
  const std::uint64_t p = exchanged_.size();
  DenseMatrix both(x.rows, 2 * p);
  for (std::uint64_t j = 0; j < p; ++j) {
    std::ranges::copy((exchanged_[j] ? knockoffs : x).column(j), both.view().column(j).begin());
    std::ranges::copy((exchanged_[j] ? x : knockoffs).column(j), both.view().column(p + j).begin());
  }
  return both;
}

std::vector<double> PairOrder::undone(std::span<const double> importances) const {
  std::vector<double> z(importances.begin(), importances.end());
  const std::size_t p = exchanged_.size();
  for (std::size_t j = 0; j < p; ++j)
    if (exchanged_[j]) std::swap(z[j], z[p + j]);
  return z;
}

}  // namespace tamis::framework
