#include "kernels.hpp"

#include <cmath>
#include <tamis/numerics/coarse_points.hpp>

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
  std::nth_element(some.begin(), low, some.end());
  const double from = *low;
  std::nth_element(some.begin(), high, some.end());
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
  step_ = widest > 0 && widest < std::numeric_limits<double>::infinity() ? widest / kMostSteps : 1;
  for (std::size_t f = 0; f < coordinates_; ++f)
    for (std::size_t p = 0; p < size_; ++p)
      codes_[f * stride_ + p] = static_cast<std::uint8_t>(
          std::clamp((coordinates[f][p] - spreads[f].low) / step_, 0.0, kMostSteps));
}

CoarsePoints::Look::Look(const CoarsePoints& points)
    : points_(points), largest_(points.stride_), second_(points.stride_), query_(points.coordinates_) {}

void CoarsePoints::Look::from(std::size_t query) {
  const CoarsePoints& p = points_;
  for (std::size_t f = 0; f < p.coordinates_; ++f) query_[f] = p.codes_[f * p.stride_ + query];
  kernels().coarse_look({p.codes_.data(), p.stride_, p.coordinates_, p.coordinates_ - p.fixed_, query_.data(),
                         largest_.data(), second_.data()});
}

void CoarsePoints::Look::within_but_one(double distance, std::vector<Sample>& out) const {
  // bytes differ by less than the coordinates in steps and one more; the division rounds
  const double most = std::min(distance / points_.step_ * (1 + 1e-12) + 1, kMostSteps);
  out.resize(points_.size_ + kBytesAtOnce);
  out.resize(
      kernels().coarse_list(second_.data(), 0, points_.size_, static_cast<std::uint8_t>(most), out.data()));
}

void CoarsePoints::Look::nearest(std::size_t count, std::size_t first, std::size_t last,
                                 std::vector<Sample>& out) {
  for (;; usual_ += usual_ / 4 + 1) {
    const unsigned most = std::min(usual_, 255u);
    out.resize(last - first + kBytesAtOnce);
    out.resize(
        kernels().coarse_list(largest_.data(), first, last, static_cast<std::uint8_t>(most), out.data()));
    if (out.size() >= std::min(count, last - first) || most == 255) break;
  }
  if (out.size() <= count) return;
  const auto end = out.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(out.begin(), end - 1, out.end(),
                   [&](Sample a, Sample b) { return largest_[a] < largest_[b]; });
  out.erase(end, out.end());
  usual_ = largest_[out.back()];
}

}  // namespace tamis::numerics
