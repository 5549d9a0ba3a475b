#include "votes.hpp"

#include <array>
#include <numeric>

namespace tamis::knn_error {
namespace {

using numerics::kLanes;
using numerics::NearPoints;
using Features = std::vector<Feature>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kPanelsPerBlock = 4;  // of samples, between two looks at whether to stop
constexpr std::size_t kSampleStep = 8;      // one panel in so many bounds the neighbours among all
constexpr std::size_t kJoiningAtOnce = 64;  // candidates whose lists of near points a thread holds

std::size_t panels_of(const Poll& poll) { return numerics::padded(poll.samples.size()) / kLanes; }

// Sums of m terms in another order differ by m + 1 roundings at most; twice that, for products with it.
double slack(std::size_t features) {
  return 2 * static_cast<double>(features + 4) * std::numeric_limits<double>::epsilon();
}

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

// The neighbours of a panel of samples in one subset by a norm, and in those that differ by one feature.
class NormPoll {
 public:
  NormPoll(const Poll& poll, Geometry geometry, const numerics::PointPanels& points)
      : poll_(poll),
        geometry_(geometry),
        points_(points),
        slack_(slack(points.features)),
        electorate_(poll.folds, poll.neighbours),
        votes_(poll.outcomes.classes()),
        near_(kLanes) {}

  void find(std::size_t panel) {
    panel_ = panel;
    std::array<double, kLanes> limits;
    limits.fill(kInfinity);
    numerics::near_points(points_, geometry_, panel, limits, near_, kSampleStep);
    for (std::size_t q = 0; q < count(); ++q) {
      electorate_.elect(first() + q, near_[q].distance(), near_[q].position());
      limits[q] = electorate_.reach();
    }
    numerics::near_points(points_, geometry_, panel, limits, near_);
  }
  std::size_t first() const { return panel_ * kLanes; }
  std::size_t count() const { return std::min(kLanes, poll_.samples.size() - first()); }

  double whole(std::size_t i) { return loss(i, elect(i)); }

  /// losses(i, c) in subsets[c], which lacks the feature at places[c] of this subset.
  void without_each(std::size_t i, std::span<const std::size_t> places, std::span<const Features> subsets,
                    const Matrix& losses) {
    elect(i);
    moved_.resize(points_.features);
    numerics::near_points_without_each(points_, geometry_, i, electorate_.reach() * (1 + slack_), moved_);
    for (std::size_t c = 0; c < places.size(); ++c)
      losses(i, c) = moved_loss(i, moved_[places[c]], subsets[c]);
  }

  /// losses(i, c) in subsets[c], which has feature c of `joining` besides.
  void with_each(std::size_t i, const numerics::PointPanels& joining, std::span<const Features> subsets,
                 const Matrix& losses) {
    const NearPoints& near = near_[i - first()];
    const auto value = [&](std::size_t j, std::size_t c) {
      return joining.panel(j / kLanes)[c * kLanes + j % kLanes];
    };
    limits_.resize(joining.features);
    moved_.resize(joining.features);
    for (std::size_t c = 0; c < limits_.size(); ++c) {
      joined_.assign(near.distance().begin(), near.distance().end());
      for (std::size_t p = 0; p < near.size(); ++p)
        joined_[p] = joined(geometry_, joined_[p], value(i, c) - value(near.position()[p], c));
      electorate_.elect(i, joined_, near.position());
      limits_[c] = electorate_.reach() * (1 + slack_);
    }
    numerics::near_points_with_each(points_, joining, geometry_, i, limits_, moved_);
    for (std::size_t c = 0; c < limits_.size(); ++c) losses(i, c) = moved_loss(i, moved_[c], subsets[c]);
  }

 private:
  std::span<const Sample> elect(std::size_t i) {
    const NearPoints& near = near_[i - first()];
    return electorate_.elect(i, near.distance(), near.position());
  }
  double loss(std::size_t i, std::span<const Sample> voters) {
    return poll_.outcomes.loss(i, voters, votes_);
  }
  double moved_loss(std::size_t i, const NearPoints& near, const Features& subset) {
    return loss(i, electorate_.elect(i, near.distance(), near.position(), slack_, [&](Sample j) {
      return poll_.samples.distance(geometry_, i, j, subset);
    }));
  }

  const Poll& poll_;
  Geometry geometry_;
  const numerics::PointPanels& points_;
  double slack_;
  Electorate electorate_;
  std::vector<double> votes_;
  std::size_t panel_ = 0;
  std::vector<NearPoints> near_, moved_;
  std::vector<double> joined_, limits_;
};

// body(search, i) for every sample i, after its neighbours in `points` were found.
template <class Body>
void each_sample(const Poll& poll, Geometry geometry, const numerics::PointPanels& points, const Body& body,
                 const Runtime& runtime) {
  runtime.parallel_blocks(
      panels_of(poll),
      [&](std::uint64_t begin, std::uint64_t end) {
        NormPoll search(poll, geometry, points);
        for (std::uint64_t panel = begin; panel < end; ++panel) {
          search.find(panel);
          for (std::size_t i = search.first(); i < search.first() + search.count(); ++i) body(search, i);
        }
      },
      kPanelsPerBlock);
}

void poll_whole(const Poll& poll, Geometry geometry, const Features& subset, std::span<double> losses,
                const Runtime& runtime) {
  each_sample(
      poll, geometry, poll.samples.panels(subset),
      [&](NormPoll& search, std::size_t i) { losses[i] = search.whole(i); }, runtime);
}

void poll_by_norm(const Poll& poll, Geometry geometry, const Features& subset, Move move,
                  std::span<const Feature> candidates, std::span<const Features> subsets, Matrix losses,
                  const Runtime& runtime) {
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
    each_sample(
        poll, geometry, points,
        [&](NormPoll& search, std::size_t i) { search.without_each(i, places, subsets, losses); }, runtime);
    return;
  }
  for (std::size_t begin = 0; begin < candidates.size(); begin += kJoiningAtOnce) {
    const std::size_t count = std::min(kJoiningAtOnce, candidates.size() - begin);
    const numerics::PointPanels joining = poll.samples.panels(candidates.subspan(begin, count));
    const Matrix out(losses.column(begin).data(), losses.rows, count);
    each_sample(
        poll, geometry, points,
        [&](NormPoll& search, std::size_t i) {
          search.with_each(i, joining, subsets.subspan(begin, count), out);
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
        Electorate electorate(poll.folds, poll.neighbours);
        std::vector<double> distances(n * count), votes(poll.outcomes.classes());
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
               std::span<const Feature> candidates, Matrix losses, const Runtime& runtime) {
  const Features features = sorted(subset);
  std::vector<Features> subsets;
  if (move == Move::whole) subsets.push_back(features);
  for (Feature c : candidates) subsets.push_back(after(features, move, c));
  if (metric.geometry() != Geometry::general)
    return poll_by_norm(poll, metric.geometry(), features, move, candidates, subsets, losses, runtime);
  for (std::size_t c = 0; c < subsets.size(); ++c)
    poll_by_metric(poll, metric, subsets[c], losses.column(c), runtime);
}

}  // namespace tamis::knn_error
