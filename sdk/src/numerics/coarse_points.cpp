#include "kernels.hpp"

#include <cmath>
#include <tamis/numerics/coarse_points.hpp>
#include <tamis/numerics/total_order.hpp>

namespace tamis::numerics {
namespace {

constexpr double kMostSteps = 255;

struct Spread {
  double low, width;
};

// Between the tails of 1/256 at either end, from a sample of the values.
Spread spread_of(std::span<const double> x) {
  constexpr std::size_t kLooked = 1024, kTail = 256;
  std::vector<double> some;
  for (std::size_t i = 0, step = (x.size() + kLooked - 1) / kLooked; i < x.size(); i += step)
    some.push_back(x[i]);
  const std::size_t tail = some.size() / kTail;
  const auto low = some.begin() + static_cast<std::ptrdiff_t>(tail),
             high = some.end() - 1 - (low - some.begin());
  std::nth_element(some.begin(), low, some.end(), TotalOrder());
  const double from = *low;
  std::nth_element(some.begin(), high, some.end(), TotalOrder());
  return {from, *high - from};
}

}  // namespace

CoarsePoints::CoarsePoints(std::span<const std::span<const double>> coordinates, std::size_t fixed)
    : size_(coordinates[0].size()),
      coordinates_(coordinates.size()),
      fixed_(fixed),
      stride_((size_ + kBytesAtOnce - 1) / kBytesAtOnce * kBytesAtOnce),
      codes_(stride_ * coordinates_) {
  std::vector<Spread> spreads;
  double widest = 0;
  for (std::span<const double> x : coordinates) {
    spreads.push_back(spread_of(x));
    widest = std::max(widest, spreads.back().width);
  }
  step_ = std::isnormal(widest / kMostSteps) && std::isnormal(kMostSteps / widest) ? widest / kMostSteps : 1;
  const double steps = 1 / step_;
  for (std::size_t f = 0; f < coordinates_; ++f)
    for (std::size_t p = 0; p < size_; ++p)
      codes_[f * stride_ + p] = static_cast<std::uint8_t>(
          std::clamp((coordinates[f][p] - spreads[f].low) * steps, 0.0, kMostSteps));
}

CoarsePoints::Look::Look(const CoarsePoints& points)
    : points_(points),
      largest_(points.stride_),
      second_(points.stride_),
      query_(points.coordinates_),
      list_(points.stride_) {}

void CoarsePoints::Look::from(std::size_t query) {
  const CoarsePoints& p = points_;
  for (std::size_t f = 0; f < p.coordinates_; ++f) query_[f] = p.codes_[f * p.stride_ + query];
  kernels().coarse_look({p.codes_.data(), p.stride_, p.coordinates_, p.coordinates_ - p.fixed_, query_.data(),
                         largest_.data(), second_.data()});
}

std::span<Sample> CoarsePoints::Look::list(const std::uint8_t* bytes, double most, std::size_t first,
                                           std::size_t last) {
  const auto limit = static_cast<std::uint8_t>(std::min(most, kMostSteps));
  return {list_.data(), kernels().coarse_list(bytes, first, last, 0, limit, list_.data())};
}

std::span<const Sample> CoarsePoints::Look::within_but_one(double distance) {
  // bytes differ by less than the coordinates in steps and one more; the division rounds
  return list(second_.data(), distance / points_.step_ * (1 + 1e-12) + 1, 0, points_.size_);
}

std::span<const Sample> CoarsePoints::Look::nearest(std::size_t count, std::size_t first, std::size_t last) {
  count = std::min(count, last - first);
  std::span<Sample> found = list(largest_.data(), usual_, first, last);
  for (; found.size() < count; found = list(largest_.data(), usual_, first, last)) usual_ = 1.25 * usual_ + 1;
  if (found.size() > count) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count - 1), found.end(),
                     [&](Sample a, Sample b) { return largest_[a] < largest_[b]; });
    found = found.first(count);
    usual_ = largest_[found.back()];
  }
  return found;
}

}  // namespace tamis::numerics
