#include "norm_neighbour_search.hpp"

#include <numeric>

namespace tamis::knn_error {
namespace {

using numerics::kLanes;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kPanelsPerBlock = 4;  // of samples, between two looks at whether to stop
constexpr std::size_t kJoiningAtOnce = 64;  // candidates whose distances a thread holds

std::size_t panels_of(const CrossValidation& cv) { return numerics::padded(cv.samples.size()) / kLanes; }

Features sorted(Subset subset) {
  Features features(subset.begin(), subset.end());
  std::ranges::sort(features);
  return features;
}

Features after(const Features& subset, Move move, Feature candidate) {
  Features features = subset;
  if (move == Move::remove) std::erase(features, candidate);
  if (move == Move::add) features.insert(std::ranges::lower_bound(features, candidate), candidate);
  return features;
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

void losses_of_whole(const CrossValidation& cv, Geometry geometry, const Features& subset,
                     std::span<double> losses, const Runtime& runtime) {
  each_panel(
      cv, geometry, cv.samples.panels(subset),
      [&](NormNeighbourSearch& search, std::size_t panel) { search.whole(panel, losses); }, runtime);
}

// What is known of neighbours after a removal before they are looked for.
std::vector<double> known_bounds(const CrossValidation& cv, const KthDistanceBounds& bounds,
                                 const Features& subset) {
  if (std::ranges::includes(bounds.features, subset)) return bounds.distance;
  return std::vector<double>(cv.samples.size(), kInfinity);
}

void losses_by_norm(const CrossValidation& cv, Geometry geometry, const Features& subset, Move move,
                    std::span<const Feature> candidates, std::span<const Features> subsets, Matrix losses,
                    KthDistanceBounds& bounds, const Runtime& runtime) {
  // No neighbours bound those after the first feature, which are soon found afresh.
  if (move == Move::whole || subset.empty()) {
    for (std::size_t c = 0; c < subsets.size(); ++c)
      losses_of_whole(cv, geometry, subsets[c], losses.column(c), runtime);
    return;
  }
  const numerics::PointPanels points = cv.samples.panels(subset);
  if (move == Move::remove) {
    std::vector<std::size_t> places;
    for (Feature f : candidates)
      places.push_back(static_cast<std::size_t>(std::ranges::lower_bound(subset, f) - subset.begin()));
    const numerics::PaddedPointRows rows = cv.samples.padded_rows(subset);
    const std::vector<double> known = known_bounds(cv, bounds, subset);
    KthDistanceBounds next{subset, std::vector<double>(cv.samples.size())};
    each_panel(
        cv, geometry, points,
        [&](NormNeighbourSearch& search, std::size_t panel) {
          search.removing_each(panel, rows, known, places, subsets, losses, next.distance);
        },
        runtime);
    bounds = std::move(next);
    return;
  }
  for (std::size_t begin = 0; begin < candidates.size(); begin += kJoiningAtOnce) {
    const std::size_t count = std::min(kJoiningAtOnce, candidates.size() - begin);
    const numerics::PaddedPointRows joining = cv.samples.padded_rows(candidates.subspan(begin, count));
    const Matrix out(losses.column(begin).data(), losses.rows, count);
    each_panel(
        cv, geometry, points,
        [&](NormNeighbourSearch& search, std::size_t panel) {
          search.adding_each(panel, joining, subsets.subspan(begin, count), out);
        },
        runtime);
  }
}

// All distances in one subset by what the metric says; 0 where there is no feature.
void losses_by_metric(const CrossValidation& cv, const PointMetric& metric, const Features& subset,
                      std::span<double> losses, const Runtime& runtime) {
  const std::size_t n = cv.samples.size();
  const Eigen::MatrixXd points = cv.samples.points(subset);
  std::vector<Sample> everyone(n);
  std::iota(everyone.begin(), everyone.end(), Sample{0});
  runtime.parallel_for(
      panels_of(cv),
      [&](std::uint64_t panel) {
        const std::size_t first = panel * kLanes, count = std::min(kLanes, n - first);
        NeighboursWithTies nearest(cv.folds, cv.neighbours, metric.geometry());
        Eigen::MatrixXd distances = Eigen::MatrixXd::Zero(n, count);
        std::vector<double> votes(cv.targets.contributions().rows);
        const Matrix out = view(distances);
        if (!subset.empty())
          metric.distances({points.col(first).data(), subset.size(), count}, view(points), out);
        for (std::size_t q = 0; q < count; ++q) {
          const std::size_t i = first + q;
          for (double distance : out.column(q))
            if (!(distance >= 0))
              throw NumericError("a distance from this sample is " + std::to_string(distance) +
                                     ", and must be 0 or more; use another metric",
                                 at_sample(cv.samples.ids()[i]));
          losses[i] = cv.targets.loss(i, nearest.nearest(i, out.column(q), everyone), votes);
        }
      },
      1);
}

}  // namespace

void losses_after_move(const CrossValidation& cv, const PointMetric& metric, Subset subset, Move move,
                       std::span<const Feature> candidates, Matrix losses, KthDistanceBounds& bounds,
                       const Runtime& runtime) {
  const Features features = sorted(subset);
  std::vector<Features> subsets;
  if (move == Move::whole) subsets.push_back(features);
  for (Feature c : candidates) subsets.push_back(after(features, move, c));
  if (metric.geometry() != Geometry::general)
    return losses_by_norm(cv, metric.geometry(), features, move, candidates, subsets, losses, bounds,
                          runtime);
  for (std::size_t c = 0; c < subsets.size(); ++c)
    losses_by_metric(cv, metric, subsets[c], losses.column(c), runtime);
}

}  // namespace tamis::knn_error
