// All queries against all candidates, where cells are missing.
#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/partial_distances.hpp>

#include <cmath>

namespace tamis::numerics::detail {
namespace {

constexpr std::uint64_t kQueries = 32;  // that a panel of candidates meets while it is in the cache

// Drops what was not found from the end of each list.
void shorten(NeighbourLists& lists, const std::vector<std::size_t>& found) {
  std::uint64_t to = 0;
  for (std::size_t q = 0; q < found.size(); ++q) {
    const std::uint64_t from = lists.start[q];
    lists.start[q] = to;
    for (std::size_t e = 0; e < found[q]; ++e, ++to) {
      lists.index[to] = lists.index[from + e];
      lists.distance[to] = lists.distance[from + e];
    }
  }
  lists.start.back() = to;
  lists.index.resize(to);
  lists.distance.resize(to);
}

}  // namespace

NeighbourLists search_partial(const PointRows& queries, const PointPanels& candidates, std::size_t k,
                              Geometry geometry, const Runtime& runtime) {
  NeighbourLists lists = make_lists(queries.ids, candidates.ids, k);
  std::vector<std::size_t> found(queries.size());
  runtime.parallel_blocks(
      queries.size(),
      [&](std::uint64_t first, std::uint64_t last) {
        std::vector<BestK> best;
        for (std::uint64_t q = first; q < last; ++q) best.emplace_back(lists, q);
        double distances[kLanes];
        for (std::size_t p = 0; p < candidates.panels(); ++p)
          for (std::uint64_t q = first; q < last; ++q) {
            partial_distances(queries.row(q), candidates.panel(p), candidates.features, geometry, distances);
            const std::size_t begin = p * kLanes, end = std::min(begin + kLanes, candidates.size());
            for (std::size_t c = begin; c < end; ++c)
              if (candidates.ids[c] != queries.ids[q] && !std::isnan(distances[c - begin]))
                best[q - first].offer(distances[c - begin], candidates.ids[c]);
          }
        for (std::uint64_t q = first; q < last; ++q) found[q] = best[q - first].size();
      },
      kQueries);
  shorten(lists, found);
  return lists;
}

}  // namespace tamis::numerics::detail
