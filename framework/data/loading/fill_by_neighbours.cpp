#include "fill_by_neighbours.hpp"

#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/numerics/near_points.hpp>
#include <tamis/numerics/partial_distances.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace tamis::framework {
namespace {

constexpr std::size_t kNearest = 5;   // as in scikit-learn
constexpr double kAsNear = 1 + 1e-9;  // distances this close, relatively, are equal: z-scores are rounded

/// z-scores of the known cells; 0 in a constant column. Missing ones stay NaN.
numerics::PointPanels z_scores(std::span<const double> values, std::span<const char> learnt_from,
                               std::span<const std::string> names) {
  const std::size_t n = learnt_from.size(), d = names.size();
  std::vector<double> z(values.size());
  parallel_for(d, [&](std::uint64_t j) {
    const std::span<const double> column = values.subspan(j * n, n);
    const CentreAndScale units = centre_and_scale(known_cells(column, learnt_from), 0, names[j]);
    for (std::size_t i = 0; i < n; ++i) z[j * n + i] = (column[i] - units.centre) / units.scale;
  });
  std::vector<Feature> all(d);
  std::iota(all.begin(), all.end(), Feature{0});
  return numerics::make_panels({z.data(), n, d}, all);
}

/// The coordinates of one point, one after the other.
std::vector<double> point_of(const numerics::PointPanels& points, std::size_t i) {
  std::vector<double> point;
  const double* const panel = points.panel(i / numerics::kLanes);
  for (std::size_t f = 0; f < points.features; ++f)
    point.push_back(panel[f * numerics::kLanes + i % numerics::kLanes]);
  return point;
}

/// Samples by their distance from one, sorted as far as anybody asks.
class ByDistance {
 public:
  using Entry = std::pair<double, numerics::Sample>;
  explicit ByDistance(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  std::size_t size() const { return entries_.size(); }
  const Entry& at(std::size_t k) {
    if (k >= sorted_) {
      const std::size_t end = std::min(size(), 2 * k + kAtFirst);
      const auto place = [&](std::size_t e) { return entries_.begin() + static_cast<std::ptrdiff_t>(e); };
      std::partial_sort(place(sorted_), place(end), entries_.end());
      sorted_ = end;
    }
    return entries_[k];
  }

 private:
  static constexpr std::size_t kAtFirst = 32;
  std::vector<Entry> entries_;
  std::size_t sorted_ = 0;
};

/// Of one sample, those that are learnt from and share a feature with it.
ByDistance distances_from(std::size_t sample, const numerics::PointPanels& points,
                          std::span<const char> learnt_from) {
  const std::vector<double> point = point_of(points, sample);
  std::vector<ByDistance::Entry> entries;
  double distances[numerics::kLanes];
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t lane = i % numerics::kLanes;
    if (lane == 0)
      numerics::partial_distances(point.data(), points.panel(i / numerics::kLanes), points.features,
                                  Geometry::l2, distances);
    if (learnt_from[i] && !std::isnan(distances[lane]))
      entries.emplace_back(distances[lane], static_cast<numerics::Sample>(i));
  }
  return ByDistance(std::move(entries));
}

/// The mean of a column over the nearest samples that know it; NaN if there is none.
double mean_of_nearest(std::span<const double> column, ByDistance& others) {
  std::vector<std::pair<double, double>> near;  // distance and value
  for (std::size_t k = 0; k < others.size(); ++k) {
    const auto [distance, sample] = others.at(k);
    if (std::isnan(column[sample])) continue;
    if (near.size() >= kNearest && distance > near[kNearest - 1].first * kAsNear) break;
    near.emplace_back(distance, column[sample]);
  }
  if (near.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(near);  // by value where distances are equal, so that the order of rows does not matter
  double sum = 0;
  for (const auto& [distance, value] : near) sum += value;
  return sum / static_cast<double>(near.size());
}

}  // namespace

std::vector<double> known_cells(std::span<const double> column, std::span<const char> learnt_from) {
  std::vector<double> known;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (learnt_from[i] && !std::isnan(column[i])) known.push_back(column[i]);
  if (!known.empty()) return known;
  std::ranges::copy_if(column, std::back_inserter(known), [](double x) { return !std::isnan(x); });
  return known;
}

void fill_by_neighbours(std::span<double> values, std::span<const char> learnt_from,
                        std::span<const std::string> names) {
  const std::size_t n = learnt_from.size(), d = names.size();
  const numerics::PointPanels points = z_scores(values, learnt_from, names);
  struct Filled {
    std::size_t feature;
    double value;
  };
  std::vector<std::vector<Filled>> filled(n);  // written when all are known: no gap is filled by another
  parallel_for(n, [&](std::uint64_t i) {
    for (std::size_t j = 0; j < d; ++j)
      if (std::isnan(values[j * n + i])) filled[i].push_back({j, 0});
    if (filled[i].empty()) return;
    ByDistance others = distances_from(i, points, learnt_from);
    for (auto& [feature, value] : filled[i]) value = mean_of_nearest(values.subspan(feature * n, n), others);
  });
  for (std::size_t i = 0; i < n; ++i)
    for (const auto& [feature, value] : filled[i]) values[feature * n + i] = value;
}

}  // namespace tamis::framework
