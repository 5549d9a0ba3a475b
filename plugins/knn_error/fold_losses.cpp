#include "norm_neighbour_search.hpp"

#include <tamis/numerics/partial_distances.hpp>

#include <array>
#include <cmath>
#include <numeric>

namespace tamis::knn_error {
namespace {

using numerics::kLanes;

constexpr double kNoLoss = std::numeric_limits<double>::infinity(), kNothingShared = kNoLoss;
constexpr std::size_t kPanelsPerBlock = 4;  // of samples, between two looks at whether to stop

using Features = std::vector<Feature>;

std::size_t panels_of(const CrossValidation& cv) { return numerics::padded(cv.samples.size()) / kLanes; }

Features sorted(Subset subset) {
  Features features(subset.begin(), subset.end());
  std::ranges::sort(features);
  return features;
}

std::size_t place_in(const Features& subset, Feature f) {
  return static_cast<std::size_t>(std::ranges::lower_bound(subset, f) - subset.begin());
}

Features after(const Features& subset, Move move, Feature candidate) {
  Features features = subset;
  const auto at = features.begin() + static_cast<std::ptrdiff_t>(place_in(subset, candidate));
  if (move == Move::remove) features.erase(at);
  if (move == Move::add) features.insert(at, candidate);
  return features;
}

Coordinates coordinates(const Eigen::MatrixXd& values) {
  Coordinates columns;
  for (Eigen::Index j = 0; j < values.cols(); ++j) columns.push_back(values.col(j).data());
  return columns;
}

// body(search, panel) for every panel of samples.
template <class Body>
void each_panel(const CrossValidation& cv, Geometry geometry, const numerics::PointPanels& points,
                const Body& body, const Runtime& runtime) {
  runtime.parallel_blocks(
      points.panels(),
      [&](std::uint64_t begin, std::uint64_t end) {
        NormNeighbourSearch search(cv, geometry, points);
        for (std::uint64_t panel = begin; panel < end; ++panel) body(search, panel);
      },
      kPanelsPerBlock);
}

void losses_of_whole(const CrossValidation& cv, Geometry geometry, ConstMatrix values,
                     std::span<double> losses, const Runtime& runtime) {
  each_panel(
      cv, geometry, panels(values),
      [&](NormNeighbourSearch& search, std::size_t panel) { search.whole(panel, losses); }, runtime);
}

// What is known of neighbours after a removal before they are looked for.
std::vector<double> known_bounds(const CrossValidation& cv, const KthDistanceBounds& bounds,
                                 const Features& subset) {
  if (std::ranges::includes(bounds.features, subset)) return bounds.distance;
  return std::vector<double>(cv.samples.size(), kNoLoss);
}

void losses_of_removals(const CrossValidation& cv, Geometry geometry, const Features& subset,
                        std::span<const Feature> candidates, Matrix losses, KthDistanceBounds& bounds,
                        const Runtime& runtime) {
  const Eigen::MatrixXd values = cv.samples.values(subset);
  std::vector<std::size_t> places;
  std::vector<Coordinates> subsets;
  for (Feature f : candidates) {
    places.push_back(place_in(subset, f));
    subsets.push_back(coordinates(values));
    subsets.back().erase(subsets.back().begin() + static_cast<std::ptrdiff_t>(places.back()));
  }
  const numerics::PaddedPointRows rows = padded_rows(view(values));
  const std::vector<double> known = known_bounds(cv, bounds, subset);
  KthDistanceBounds next{subset, std::vector<double>(cv.samples.size())};
  each_panel(
      cv, geometry, panels(view(values)),
      [&](NormNeighbourSearch& search, std::size_t panel) {
        search.removing_each(panel, rows, known, places, subsets, losses, next.distance);
      },
      runtime);
  bounds = std::move(next);
}

void losses_of_additions(const CrossValidation& cv, Geometry geometry, const Features& subset,
                         std::span<const Feature> candidates, Matrix losses, const Runtime& runtime) {
  const Eigen::MatrixXd values = cv.samples.values(subset), joining = cv.samples.values(candidates);
  const numerics::PaddedPointRows rows = padded_rows(view(joining));
  std::vector<Coordinates> subsets(candidates.size(), coordinates(values));
  for (std::size_t c = 0; c < candidates.size(); ++c)
    subsets[c].insert(subsets[c].begin() + static_cast<std::ptrdiff_t>(place_in(subset, candidates[c])),
                      joining.col(c).data());
  each_panel(
      cv, geometry, panels(view(values)),
      [&](NormNeighbourSearch& search, std::size_t panel) {
        search.adding_each(panel, rows, subsets, losses);
      },
      runtime);
}

// The losses in one subset by all distances, those of a few samples at a time: distances(first, count, out) writes how far each
// sample is from those from `first` on, a column for each of these.
template <class Distances>
void losses_by_distances(const CrossValidation& cv, Geometry geometry, const Distances& distances,
                         std::span<double> losses, const Runtime& runtime) {
  const std::size_t n = cv.samples.size();
  std::vector<Sample> everyone(n);
  std::iota(everyone.begin(), everyone.end(), Sample{0});
  runtime.parallel_for(
      panels_of(cv),
      [&](std::uint64_t panel) {
        const std::size_t first = panel * kLanes, count = std::min(kLanes, n - first);
        NeighboursWithTies nearest(cv.folds, cv.neighbours, geometry);
        Eigen::MatrixXd found = Eigen::MatrixXd::Zero(n, count);
        std::vector<double> votes(cv.targets.contributions().rows);
        const Matrix out = view(found);
        distances(first, count, out);
        for (std::size_t q = 0; q < count; ++q) {
          const std::size_t i = first + q;
          losses[i] = cv.targets.loss(i, nearest.nearest(i, out.column(q), everyone), votes);
        }
      },
      1);
}

// By what the metric says; 0 where there is no feature.
void losses_by_metric(const CrossValidation& cv, const PointMetric& metric, const Features& subset,
                      std::span<double> losses, const Runtime& runtime) {
  const Eigen::MatrixXd points = cv.samples.values(subset).transpose();  // as PointMetric takes them
  const auto distances = [&](std::size_t first, std::size_t count, Matrix out) {
    if (subset.empty()) return;
    metric.feature_distances(subset, {points.col(first).data(), subset.size(), count}, view(points), out);
    for (std::size_t q = 0; q < count; ++q)
      for (double distance : out.column(q))
        if (!(distance >= 0))
          throw NumericError("a distance from this sample is " + std::to_string(distance) +
                                 ", and must be 0 or more; use another metric",
                             at_sample(cv.samples.ids()[first + q]));
  };
  losses_by_distances(cv, metric.geometry(), distances, losses, runtime);
}

// By partial distances. Who shares no feature with a sample is farther away than all who do.
void losses_with_gaps(const CrossValidation& cv, Geometry geometry, const Features& subset,
                      std::span<double> losses, const Runtime& runtime) {
  const Eigen::MatrixXd values = cv.samples.values(subset), points = values.transpose();
  const numerics::PointPanels others = panels(view(values));
  const auto distances = [&](std::size_t first, std::size_t count, Matrix out) {
    std::array<double, kLanes> lanes;
    for (std::size_t q = 0; q < count && !subset.empty(); ++q)
      for (std::size_t p = 0; p < others.panels(); ++p) {
        numerics::partial_distances(points.col(first + q).data(), others.panel(p), subset.size(), geometry,
                                    lanes);
        for (std::size_t j = p * kLanes; j < std::min(others.size(), (p + 1) * kLanes); ++j)
          out(j, q) = std::isnan(lanes[j % kLanes]) ? kNothingShared : lanes[j % kLanes];
      }
  };
  losses_by_distances(cv, geometry, distances, losses, runtime);
}

}  // namespace

void losses_after_move(const CrossValidation& cv, const PointMetric& metric, Subset subset, Move move,
                       std::span<const Feature> candidates, Matrix losses, KthDistanceBounds& bounds,
                       const Runtime& runtime) {
  const Features features = sorted(subset);
  const Geometry geometry = metric.geometry();
  if (geometry == Geometry::general || cv.samples.has_missing()) {
    for (std::size_t c = 0; c < losses.cols; ++c) {
      const Features there = move == Move::whole ? features : after(features, move, candidates[c]);
      if (geometry == Geometry::general)
        losses_by_metric(cv, metric, there, losses.column(c), runtime);
      else
        losses_with_gaps(cv, geometry, there, losses.column(c), runtime);
    }
    return;
  }
  if (move == Move::whole)
    return losses_of_whole(cv, geometry, view(cv.samples.values(features)), losses.column(0), runtime);
  if (move == Move::remove)
    return losses_of_removals(cv, geometry, features, candidates, losses, bounds, runtime);
  if (!features.empty()) return losses_of_additions(cv, geometry, features, candidates, losses, runtime);
  // No neighbours bound those after the first feature, which are soon found afresh.
  const Eigen::MatrixXd joining = cv.samples.values(candidates);
  for (std::size_t c = 0; c < losses.cols; ++c)
    losses_of_whole(cv, geometry, {joining.col(c).data(), losses.rows, 1}, losses.column(c), runtime);
}

}  // namespace tamis::knn_error
