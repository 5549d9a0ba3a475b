#include "norm_poll.hpp"

#include <numeric>

namespace tamis::knn_error {
namespace {

using numerics::kLanes;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kPanelsPerBlock = 4;  // of samples, between two looks at whether to stop
constexpr std::size_t kJoiningAtOnce = 64;  // candidates whose distances a thread holds

std::size_t panels_of(const Poll& poll) { return numerics::padded(poll.samples.size()) / kLanes; }

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
void each_panel(const Poll& poll, Geometry geometry, const numerics::PointPanels& points, const Body& body,
                const Runtime& runtime) {
  runtime.parallel_blocks(
      points.panels(),
      [&](std::uint64_t begin, std::uint64_t end) {
        NormPoll search(poll, geometry, points);
        for (std::uint64_t panel = begin; panel < end; ++panel) body(search, panel);
      },
      kPanelsPerBlock);
}

void poll_whole(const Poll& poll, Geometry geometry, const Features& subset, std::span<double> losses,
                const Runtime& runtime) {
  each_panel(
      poll, geometry, poll.samples.panels(subset),
      [&](NormPoll& search, std::size_t panel) { search.whole(panel, losses); }, runtime);
}

// What is known of neighbours after a removal before they are looked for.
std::vector<double> known_reaches(const Poll& poll, const Reaches& reaches, const Features& subset) {
  if (std::ranges::includes(reaches.features, subset)) return reaches.reach;
  return std::vector<double>(poll.samples.size(), kInfinity);
}

void poll_by_norm(const Poll& poll, Geometry geometry, const Features& subset, Move move,
                  std::span<const Feature> candidates, std::span<const Features> subsets, Matrix losses,
                  Reaches& reaches, const Runtime& runtime) {
  // No neighbours bound those after the first feature, which are soon found afresh.
  if (move == Move::whole || subset.empty()) {
    for (std::size_t c = 0; c < subsets.size(); ++c)
      poll_whole(poll, geometry, subsets[c], losses.column(c), runtime);
    return;
  }
  const numerics::PointPanels points = poll.samples.panels(subset);
  if (move == Move::remove) {
    std::vector<std::size_t> places;
    for (Feature f : candidates)
      places.push_back(static_cast<std::size_t>(std::ranges::lower_bound(subset, f) - subset.begin()));
    const numerics::PointLines lines = poll.samples.lines(subset);
    const std::vector<double> known = known_reaches(poll, reaches, subset);
    Reaches next{subset, std::vector<double>(poll.samples.size())};
    each_panel(
        poll, geometry, points,
        [&](NormPoll& search, std::size_t panel) {
          search.without_each(panel, lines, known, places, subsets, losses, next.reach);
        },
        runtime);
    reaches = std::move(next);
    return;
  }
  for (std::size_t begin = 0; begin < candidates.size(); begin += kJoiningAtOnce) {
    const std::size_t count = std::min(kJoiningAtOnce, candidates.size() - begin);
    const numerics::PointLines joining = poll.samples.lines(candidates.subspan(begin, count));
    const Matrix out(losses.column(begin).data(), losses.rows, count);
    each_panel(
        poll, geometry, points,
        [&](NormPoll& search, std::size_t panel) {
          search.with_each(panel, joining, subsets.subspan(begin, count), out);
        },
        runtime);
  }
}

// All distances in one subset by what the metric says; 0 where there is no feature.
void poll_by_metric(const Poll& poll, const PointMetric& metric, const Features& subset,
                    std::span<double> losses, const Runtime& runtime) {
  const std::size_t n = poll.samples.size(), m = subset.size();
  const std::vector<double> rows = poll.samples.rows(subset);
  std::vector<Sample> everyone(n);
  std::iota(everyone.begin(), everyone.end(), Sample{0});
  runtime.parallel_for(
      panels_of(poll),
      [&](std::uint64_t panel) {
        const std::size_t first = panel * kLanes, count = std::min(kLanes, n - first);
        Electorate electorate(poll.folds, poll.neighbours, metric.geometry());
        std::vector<double> distances(n * count), votes(poll.outcomes.votes().rows);
        const Matrix out(distances.data(), n, count);
        if (m > 0) metric.distances({rows.data() + first * m, m, count}, {rows.data(), m, n}, out);
        for (std::size_t q = 0; q < count; ++q) {
          const std::size_t i = first + q;
          for (double distance : out.column(q))
            if (!(distance >= 0))
              throw NumericError("a distance from this sample is " + std::to_string(distance) +
                                     ", and must be 0 or more; use another metric",
                                 at_sample(poll.samples.ids()[i]));
          losses[i] = poll.outcomes.loss(i, electorate.elect(i, out.column(q), everyone), votes);
        }
      },
      1);
}

}  // namespace

void poll_move(const Poll& poll, const PointMetric& metric, Subset subset, Move move,
               std::span<const Feature> candidates, Matrix losses, Reaches& reaches, const Runtime& runtime) {
  const Features features = sorted(subset);
  std::vector<Features> subsets;
  if (move == Move::whole) subsets.push_back(features);
  for (Feature c : candidates) subsets.push_back(after(features, move, c));
  if (metric.geometry() != Geometry::general)
    return poll_by_norm(poll, metric.geometry(), features, move, candidates, subsets, losses, reaches,
                        runtime);
  for (std::size_t c = 0; c < subsets.size(); ++c)
    poll_by_metric(poll, metric, subsets[c], losses.column(c), runtime);
}

}  // namespace tamis::knn_error
