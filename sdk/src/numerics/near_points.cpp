#include "sum_of.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tamis/numerics/near_points.hpp>

namespace tamis::numerics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The kernels ask for `not (distance >= limit)`: NaN lets all points through, 0 none.
double exclusive(double limit) {
  if (limit < 0) return 0;
  return limit == kInfinity ? std::numeric_limits<double>::quiet_NaN() : std::nextafter(limit, kInfinity);
}

// The lanes of a panel that are points, without the query.
unsigned others(const PointPanels& points, std::size_t panel, std::size_t query) {
  const std::size_t first = panel * kLanes, count = std::min(kLanes, points.size() - first);
  unsigned lanes = (1u << count) - 1u;
  if (query / kLanes == panel) lanes &= ~(1u << query % kLanes);
  return lanes;
}

void by_tiles(const DistanceTiles& tiles, const PointPanels& points, Geometry geometry, std::size_t panel,
              std::span<const double> limits, std::span<NearPoints> out, std::size_t step) {
  const auto* const tile = tiles.tile[sum_of(geometry)];
  const std::size_t first = panel * kLanes, count = std::min(kLanes, points.size() - first);
  double exclusive_limits[kLanes] = {};  // 0 where nobody asks: every distance has reached it
  for (std::size_t q = 0; q < count; ++q) {
    exclusive_limits[q] = exclusive(limits[q]);
    out[q].clear();
  }
  double distances[kLanes * kMaxPanels * kLanes];
  std::uint32_t hits[kLanes];
  for (std::size_t p = 0; p < points.panels();) {
    std::size_t place[kMaxPanels] = {}, n_panels = 0;
    const double* panels[kMaxPanels];
    for (; n_panels < tiles.panels && p < points.panels(); p += step) {
      place[n_panels] = p;
      panels[n_panels++] = points.panel(p);
    }
    for (std::size_t q = 0; q < count; q += tiles.queries) {
      tile[n_panels - 1](
          {points.panel(panel), q, panels, points.features, exclusive_limits + q, distances, hits});
      for (std::size_t r = 0; r < std::min(tiles.queries, count - q); ++r) {
        if (hits[r] == 0) continue;
        for (std::size_t t = 0; t < n_panels; ++t)
          if (const unsigned mine = hits[r] >> (8 * t) & others(points, place[t], first + q + r); mine != 0)
            out[q + r].append(distances + (r * kMaxPanels + t) * kLanes,
                              static_cast<Sample>(place[t] * kLanes), mine);
      }
    }
  }
}

}  // namespace

PointPanels make_panels(ConstMatrix values, std::span<const Feature> features) {
  PointPanels panels;
  panels.ids.resize(values.rows);
  for (std::size_t i = 0; i < values.rows; ++i) panels.ids[i] = static_cast<Sample>(i);
  panels.features = features.size();
  panels.values = AlignedArray(padded(values.rows) * features.size());
  for (std::size_t f = 0; f < features.size(); ++f) {
    const Column x = values.column(features[f]);
    for (std::size_t i = 0; i < x.size(); ++i)
      panels.values[(i / kLanes * features.size() + f) * kLanes + i % kLanes] = x[i];
  }
  return panels;
}

void near_points(const PointPanels& points, Geometry geometry, std::size_t panel,
                 std::span<const double> limits, std::span<NearPoints> out, std::size_t step) {
  by_tiles(kernels().distances, points, geometry, panel, limits, out, step);
}

void near_points_but_one(const PointPanels& points, Geometry geometry, std::size_t panel,
                         std::span<const double> limits, std::span<NearPoints> out) {
  by_tiles(kernels().distances_but_one, points, geometry, panel, limits, out, 1);
}

void near_points_without_each(const PointPanels& points, Geometry geometry, std::size_t query, double limit,
                              std::span<NearPoints> out) {
  near_points_without_each(points, geometry, query, {}, {&limit, 1}, out);
}

void near_points_without_each(const PointPanels& points, Geometry geometry, std::size_t query,
                              std::span<const std::uint16_t> group, std::span<const double> limits,
                              std::span<NearPoints> out, std::size_t first) {
  const std::size_t d = points.features, last = first + out.size();
  for (NearPoints& list : out) list.clear();
  AlignedArray scratch(d * kLanes), distances(d * kLanes);
  std::vector<std::uint32_t> hits(d);
  std::vector<double> exclusive_limits;
  for (double limit : limits) exclusive_limits.push_back(exclusive(limit));
  double lane_limits[kLanes];
  std::fill_n(lane_limits, kLanes, exclusive_limits[0]);
  const auto tile = kernels().without_each[sum_of(geometry)];
  const double* const at = points.panel(query / kLanes) + query % kLanes;
  for (std::size_t p = 0; p < points.panels(); ++p) {
    for (std::size_t i = p * kLanes; i < std::min(group.size(), (p + 1) * kLanes); ++i)
      lane_limits[i % kLanes] = exclusive_limits[group[i]];
    if (!tile({at, points.panel(p), d, first, last, lane_limits, scratch.data(), distances.data(),
               hits.data()}))
      continue;
    const unsigned lanes = others(points, p, query);
    for (std::size_t f = first; f < last; ++f)
      if (const unsigned mine = hits[f] & lanes; mine != 0)
        out[f - first].append(distances.data() + f * kLanes, static_cast<Sample>(p * kLanes), mine);
  }
}

void farthest_without_each(const PointPanels& points, Geometry geometry, std::size_t query,
                           std::span<double> out) {
  const std::size_t d = points.features;
  AlignedArray scratch(d * kLanes), distances(d * kLanes);
  std::vector<std::uint32_t> hits(d);
  double everywhere[kLanes];
  std::fill_n(everywhere, kLanes, exclusive(kInfinity));
  const auto tile = kernels().without_each[sum_of(geometry)];
  const double* const at = points.panel(query / kLanes) + query % kLanes;
  std::ranges::fill(out, 0.0);
  for (std::size_t p = 0; p < points.panels(); ++p) {
    tile({at, points.panel(p), d, 0, d, everywhere, scratch.data(), distances.data(), hits.data()});
    const std::size_t count = std::min(kLanes, points.size() - p * kLanes);  // the query is at distance 0
    for (std::size_t f = 0; f < d; ++f)
      for (std::size_t lane = 0; lane < count; ++lane)
        out[f] = std::max(out[f], distances[f * kLanes + lane]);
  }
}

void near_points_with_each(const PointPanels& points, const PointPanels& joining, Geometry geometry,
                           std::size_t query, std::span<const double> limits, std::span<NearPoints> out) {
  const std::size_t candidates = joining.features;
  for (NearPoints& list : out) list.clear();
  AlignedArray distances(candidates * kLanes);
  std::vector<std::uint32_t> hits(candidates);
  std::vector<double> exclusive_limits;
  for (double limit : limits) exclusive_limits.push_back(exclusive(limit));
  const auto tile = kernels().with_each[sum_of(geometry)];
  const std::size_t panel = query / kLanes, lane = query % kLanes;
  for (std::size_t p = 0; p < points.panels(); ++p) {
    tile({points.panel(panel) + lane, points.panel(p), points.features, joining.panel(panel) + lane,
          joining.panel(p), candidates, exclusive_limits.data(), distances.data(), hits.data()});
    const unsigned lanes = others(points, p, query);
    for (std::size_t c = 0; c < candidates; ++c)
      if (const unsigned mine = hits[c] & lanes; mine != 0)
        out[c].append(distances.data() + c * kLanes, static_cast<Sample>(p * kLanes), mine);
  }
}

DistanceBuckets::DistanceBuckets(std::span<const double> distances, std::size_t points_per_bucket,
                                 std::size_t most) {
  constexpr double kNearest = 0x1p-40;  // nearer than this part of the farthest is all in the first bucket
  constexpr std::size_t kFewest = 16;
  double low = 0, high = 0;
  kernels().extremes(distances.data(), distances.size(), &low, &high);
  low_ = std::max(low, high * kNearest);
  const std::uint64_t range = std::bit_cast<std::uint64_t>(high) - std::bit_cast<std::uint64_t>(low_);
  const std::size_t wanted = std::clamp(std::bit_ceil(distances.size() / points_per_bucket), kFewest, most);
  shift_ =
      std::max(0, static_cast<int>(std::bit_width(range)) - static_cast<int>(std::bit_width(wanted - 1)));
  count_ = (range >> shift_) + 1;
}

void DistanceBuckets::cumulate(std::span<const double> distances, std::span<const Sample> position,
                               const double* lines, std::size_t width, std::span<std::uint8_t> bucket,
                               std::span<double> sums) const {
  kernels().bucket_sums({distances.size(), distances.data(), position.data(), low_, shift_, lines, width,
                         count_, bucket.data(), sums.data()});
}

std::size_t DistanceBuckets::places_in(std::span<const std::uint8_t> bucket, std::size_t count,
                                       std::uint8_t which, std::span<std::uint32_t> places) {
  static_assert(kPadding >= kBytesAtOnce);
  return kernels().coarse_list(bucket.data(), 0, count, which, 0, places.data());
}

}  // namespace tamis::numerics
