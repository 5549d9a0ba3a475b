#include "kernels.hpp"

#include <algorithm>
#include <array>
#include <tamis/numerics/rough_order.hpp>
#include <tamis/numerics/total_order.hpp>
#include <tuple>
#include <utility>

namespace tamis::numerics {

void RoughOrder::assign(const NearPoints& near) {
  constexpr std::size_t kPointsPerBucket = 2, kMostBuckets = 2048;
  size_ = near.size();
  ends_.clear();
  if (size_ == 0) return;
  distance_.resize(size_);
  position_.resize(size_);
  nearest_.resize(size_);
  const std::span<const double> distance = near.distance();
  const DistanceBuckets buckets(distance, kPointsPerBucket, kMostBuckets);
  std::array<std::uint32_t, kMostBuckets> next;  // where the next point of a bucket goes
  std::fill_n(next.begin(), buckets.count(), 0u);
  for (const double d : distance) ++next[buckets.of(d)];
  std::uint32_t before = 0, begin = 0;
  for (std::size_t b = 0; b < buckets.count(); ++b) {
    before += std::exchange(next[b], before);
    if (before - begin >= kFewest || (b + 1 == buckets.count() && before > begin))
      ends_.push_back(begin = before);
  }
  for (std::size_t p = 0; p < size_; ++p) {
    const std::uint32_t to = next[buckets.of(distance[p])]++;
    distance_[to] = distance[p];
    position_[to] = near.position()[p];
  }
  is_sorted_.assign(ends_.size(), false);
}

void RoughOrder::fetch(std::size_t chunk) const {
  if (chunk >= ends_.size()) return;
  const std::size_t begin = chunk == 0 ? 0 : ends_[chunk - 1];
  for (std::size_t p = begin; p < ends_[chunk]; p += 64 / sizeof(double))
    __builtin_prefetch(distance_.data() + p);
  __builtin_prefetch(nearest_.data() + begin);
}

RoughOrder::Chunk RoughOrder::sorted(std::size_t chunk) {
  const std::size_t begin = chunk == 0 ? 0 : ends_[chunk - 1], count = ends_[chunk] - begin;
  if (!is_sorted_[chunk]) {
    std::vector<std::pair<double, Sample>> points(count);
    for (std::size_t p = 0; p < count; ++p) points[p] = {distance_[begin + p], position_[begin + p]};
    std::sort(points.begin(), points.end(), TotalOrder());
    for (std::size_t p = 0; p < count; ++p) std::tie(distance_[begin + p], nearest_[begin + p]) = points[p];
    is_sorted_[chunk] = true;
  }
  return {{distance_.data() + begin, count}, {nearest_.data() + begin, count}};
}

void cumulate_until(const RoughOrder& points, const double* lines, std::size_t width,
                    std::span<const double> enough, std::span<double> sums, std::span<std::uint32_t> chunk,
                    std::size_t columns) {
  kernels().chunk_sums({points.position().data(), points.ends().data(), points.chunks(), lines, width,
                        columns, enough.data(), sums.data(), chunk.data()});
}

}  // namespace tamis::numerics
