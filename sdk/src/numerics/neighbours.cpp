#include <tamis/numerics/neighbours.hpp>

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
Search choose_search(std::size_t candidates, std::size_t features, Geometry geometry) {
  constexpr std::size_t kMostFeatures = 12;
  const bool indexed = geometry == Geometry::l1 || geometry == Geometry::l2;
  return indexed && features <= kMostFeatures && candidates >= std::size_t{125} << features ? Search::tree
                                                                                            : Search::blocks;
}

double neighbours_cost(std::size_t n, std::size_t features, Geometry geometry) {
  const auto points = static_cast<double>(n), d = static_cast<double>(features);
  if (geometry == Geometry::general) return points * points * d;
  if (choose_search(n, features, geometry) == Search::blocks) return 0.1 * points * points * d;
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

}  // namespace
}  // namespace detail

NeighbourLists nearest_neighbours(const Dataset& data, std::span<const Sample> queries,
                                  std::span<const Sample> candidates, std::size_t k, Distance distance,
                                  const Runtime& runtime, Search search) {
  // Queries that are the candidates are gathered once.
  const bool same = std::ranges::equal(queries, candidates);
  if (distance.geometry == Geometry::general || search == Search::tree) {
    const PointRows to = gather_rows(data, candidates, runtime);
    const PointRows from = same ? PointRows{} : gather_rows(data, queries, runtime);
    const PointRows& asked = same ? to : from;
    if (distance.geometry == Geometry::general)
      return detail::search_metric(asked, to, k, *distance.metric, runtime);
    if (detail::tame(to) && detail::tame(asked))
      return detail::search_tree(asked, to, k, distance.geometry, runtime);
  }
  const PointPanels to = gather_panels(data, candidates, runtime);
  const PointPanels from = same ? PointPanels{} : gather_panels(data, queries, runtime);
  return detail::search_blocks(same ? to : from, to, k, distance.geometry, runtime);
}

NeighbourLists nearest_neighbours(const Dataset& data, std::span<const Sample> queries,
                                  std::span<const Sample> candidates, std::size_t k, Distance distance,
                                  const Runtime& runtime) {
  return nearest_neighbours(data, queries, candidates, k, distance, runtime,
                            choose_search(candidates.size(), data.features(), distance.geometry));
}

NeighbourLists nearest_neighbours(const Dataset& data, std::size_t k, Distance distance,
                                  const Runtime& runtime) {
  const std::vector<Sample> all = all_samples(data);
  return nearest_neighbours(data, all, all, k, distance, runtime);
}

}  // namespace tamis::numerics
