#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/partial_distances.hpp>

namespace tamis::numerics {

// Milliseconds for tree / blocks on two cores with AVX-512, normal points, k = 5 (neighbours_benchmark):
//
//   n \ d        2           4           6           8          10          12
//     500   0.15/0.19   0.24/0.20   0.46/0.28   0.62/0.26   0.80/0.27   0.88/0.27
//    2000   0.64/1.4     1.5/1.7     3.6/1.9     5.6/2.0     8.0/2.2      10/2.3
//   10000    3.9/17      9.6/21       25/25       70/29      108/31      179/35
//   30000     13/120      31/151      97/189     281/221     846/244    1210/264
//
// Blocks take n^2, the tree about n log n, and doubles with each feature: they meet near n = 125 * 2^d.
//
// Blocks / screen on one core; on the left k = 5, on the right d = 100:
//
//   n \ d      8        16        32        64       128      n \ k   n / 200    n / 50    n / 32     n / 8
//     200  .04/.05   .05/.06   .07/.07   .11/.10   .20/.17
//     500  .37/.46   .45/.51   .56/.55   .80/.64   1.4/.9
//    1000  1.2/1.2   1.5/1.4   1.9/1.5   2.9/1.8   4.9/2.5    1000   4.0/2.2   5.3/4.9   6.2/6.8     15/20
//    2000  3.4/3.0   4.5/3.3   6.4/3.8    10/5.1    18/7.7    4000     64/35    102/96   131/136   588/410
//
// The screen saves a part of each of n d products, and pays for a query and for each of its k neighbours:
// they meet near n d = 3000 k, for k of 5 and more. With AVX2 and SSE2 it wins earlier.
NeighbourAlgorithm choose_algorithm(std::size_t candidates, std::size_t k, std::size_t features,
                                    Geometry geometry) {
  constexpr std::size_t kMostFeatures = 12, kScreenedPerNeighbour = 3000, kFewNeighbours = 5;
  const bool indexed = geometry == Geometry::l1 || geometry == Geometry::l2;
  if (indexed && features <= kMostFeatures && candidates >= std::size_t{125} << features)
    return NeighbourAlgorithm::kd_tree;
  const bool screened = geometry == Geometry::l2 &&
                        candidates * features / kScreenedPerNeighbour >= std::max(k, kFewNeighbours);
  return screened ? NeighbourAlgorithm::float_filter : NeighbourAlgorithm::brute_force;
}

double neighbours_cost(std::size_t n, std::size_t features, Geometry geometry) {
  const auto points = static_cast<double>(n), d = static_cast<double>(features);
  if (geometry == Geometry::general) return points * points * d;
  switch (choose_algorithm(n, 5, features, geometry)) {
    case NeighbourAlgorithm::brute_force:
      return 0.1 * points * points * d;
    case NeighbourAlgorithm::float_filter:
      return 0.04 * points * points * d;
    case NeighbourAlgorithm::kd_tree:
      break;
  }
  return points * std::log2(points + 1) * 8 * std::exp2(d / 2);
}

namespace detail {

NeighbourLists make_lists(std::span<const Sample> queries, std::span<const Sample> candidates,
                          std::size_t k) {
  NeighbourLists lists;
  lists.start.reserve(queries.size() + 1);
  lists.start.push_back(0);
  auto candidate = candidates.begin();
  for (Sample q : queries) {
    while (candidate != candidates.end() && *candidate < q) ++candidate;
    const bool itself = candidate != candidates.end() && *candidate == q;
    lists.start.push_back(lists.start.back() + std::min(k, candidates.size() - (itself ? 1 : 0)));
  }
  lists.index.resize(lists.start.back());
  lists.distance.resize(lists.start.back());
  return lists;
}

namespace {

// Squares of such values, and their sums over any number of features, neither overflow nor lose all digits;
// nanoflann computes middles of boxes and lower bounds, and would go astray with infinities.
bool tame(const Points& points) {
  const double *begin = points.values.data(), *end = begin + points.values.size();
  return std::all_of(begin, end, [](double x) { return std::abs(x) < 1e140; });
}

// Puts the lists of `rest` where `screened` left gaps.
NeighbourLists merged(Screened screened, const NeighbourLists& rest) {
  for (std::size_t r = 0; r < screened.left.size(); ++r) {
    const auto to = static_cast<std::ptrdiff_t>(screened.lists.start[screened.left[r]]);
    std::ranges::copy(rest.indices(r), screened.lists.index.begin() + to);
    std::ranges::copy(rest.distances(r), screened.lists.distance.begin() + to);
  }
  return std::move(screened.lists);
}

}  // namespace
}  // namespace detail

NeighbourLists nearest_neighbours(const Dataset& data, std::span<const Sample> queries,
                                  std::span<const Sample> candidates, std::size_t k, Distance distance,
                                  const Runtime& runtime, NeighbourAlgorithm algorithm) {
  if (data.has_missing()) {
    if (distance.metric) require_partial_distances(data, *distance.metric);
    return detail::search_partial(gather_rows(data, queries, runtime),
                                  gather_panels(data, candidates, runtime), k, distance.geometry, runtime);
  }
  // Queries that are the candidates are gathered once.
  const bool same = std::ranges::equal(queries, candidates);
  std::optional<detail::Screened> screened;
  if (distance.geometry == Geometry::general || algorithm != NeighbourAlgorithm::brute_force) {
    const PointRows to = gather_rows(data, candidates, runtime);
    const PointRows from = same ? PointRows{} : gather_rows(data, queries, runtime);
    const PointRows& asked = same ? to : from;
    if (distance.geometry == Geometry::general) return detail::search_metric(asked, to, k, distance, runtime);
    if (algorithm == NeighbourAlgorithm::kd_tree && detail::tame(to) && detail::tame(asked))
      return detail::search_tree(asked, to, k, distance.geometry, runtime);
    if (algorithm == NeighbourAlgorithm::float_filter && distance.geometry == Geometry::l2)
      screened = detail::search_screen(asked, to, k, runtime);
  }
  if (screened) {
    if (screened->left.empty()) return std::move(screened->lists);
    std::vector<Sample> left;
    for (std::size_t q : screened->left) left.push_back(queries[q]);
    const NeighbourLists rest =
        nearest_neighbours(data, left, candidates, k, distance, runtime, NeighbourAlgorithm::brute_force);
    return detail::merged(std::move(*screened), rest);
  }
  const PointPanels to = gather_panels(data, candidates, runtime);
  const PointPanels from = same ? PointPanels{} : gather_panels(data, queries, runtime);
  return detail::search_blocks(same ? to : from, to, k, distance.geometry, runtime);
}

NeighbourLists nearest_neighbours(const Dataset& data, std::span<const Sample> queries,
                                  std::span<const Sample> candidates, std::size_t k, Distance distance,
                                  const Runtime& runtime) {
  return nearest_neighbours(data, queries, candidates, k, distance, runtime,
                            choose_algorithm(candidates.size(), k, data.features(), distance.geometry));
}

NeighbourLists nearest_neighbours(const Dataset& data, std::size_t k, Distance distance,
                                  const Runtime& runtime) {
  const std::vector<Sample> all = all_samples(data);
  return nearest_neighbours(data, all, all, k, distance, runtime);
}

}  // namespace tamis::numerics
