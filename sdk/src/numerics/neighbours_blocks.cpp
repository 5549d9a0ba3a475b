// All queries against all candidates, in blocks that stay in the cache.
#include "sum_of.hpp"

#include <tamis/numerics/neighbours.hpp>

#include <bit>
#include <numeric>

namespace tamis::numerics::detail {
namespace {

// A block of queries meets a block of candidates that fits a quarter of a megabyte, well inside a core's
// second level of cache, before either moves on.
constexpr std::uint64_t kQueryPanels = 8;
constexpr std::size_t kCandidateBytes = 256 * 1024;

// Eight queries and their lists.
class QueryPanel {
 public:
  QueryPanel(const PointPanels& queries, std::size_t panel, NeighbourLists& lists)
      : values_(queries.panel(panel)),
        first_(panel * kLanes),
        count_(std::min(kLanes, queries.size() - first_)),
        ids_(queries.ids.data() + first_) {
    best_.reserve(count_);
    for (std::size_t q = 0; q < count_; ++q) best_.emplace_back(lists, first_ + q);
    for (std::size_t q = 0; q < kLanes; ++q) limits_[q] = limit(q);
  }

  // Candidates come in ascending order of index, so one at the limit is never better than the list's last:
  // `below` may be strict.
  void meet(const DistanceTiles& tiles, Geometry geometry, const PointPanels& candidates, std::size_t first,
            std::size_t n_panels) {
    const double* panels[kMaxPanels];
    for (std::size_t p = 0; p < n_panels; ++p) panels[p] = candidates.panel(first + p);
    double distances[kLanes * kMaxPanels * kLanes];
    std::uint32_t hits[kLanes];
    for (std::size_t q = 0; q < count_; q += tiles.queries) {
      tiles.tile[sum_of(geometry)][n_panels - 1](
          {values_, q, panels, candidates.features, limits_ + q, distances, hits});
      for (std::size_t r = 0; r < std::min(tiles.queries, count_ - q); ++r)
        if (hits[r] != 0)
          take(q + r, hits[r], distances + r * kMaxPanels * kLanes, candidates, first * kLanes);
    }
  }

 private:
  void take(std::size_t q, std::uint32_t hits, const double* distances, const PointPanels& candidates,
            std::size_t first) {
    for (; hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(hits));
      if (first + lane >= candidates.size()) break;  // the padding of the last panel
      if (const Sample id = candidates.ids[first + lane]; id != ids_[q]) best_[q].offer(distances[lane], id);
    }
    limits_[q] = limit(q);
  }
  double limit(std::size_t q) const {
    if (q >= count_) return 0;  // nobody asks: every distance has reached it
    return best_[q].full() ? best_[q].worst() : std::numeric_limits<double>::quiet_NaN();
  }

  const double* values_;
  std::size_t first_, count_;
  const Sample* ids_;
  std::vector<BestK> best_;
  double limits_[kLanes];
};

}  // namespace

NeighbourLists search_blocks(const PointPanels& queries, const PointPanels& candidates, std::size_t k,
                             Geometry geometry, const Runtime& runtime) {
  NeighbourLists lists = make_lists(queries.ids, candidates.ids, k);
  if (lists.index.empty()) return lists;
  const DistanceTiles& tiles = kernels().distances;
  const std::size_t panel_bytes = std::max<std::size_t>(1, candidates.features) * kLanes * sizeof(double);
  const std::size_t block = std::max<std::size_t>(kCandidateBytes / panel_bytes / kMaxPanels, 1) * kMaxPanels;
  runtime.parallel_blocks(
      queries.panels(),
      [&](std::uint64_t first_query, std::uint64_t last_query) {
        std::vector<QueryPanel> asked;
        for (std::uint64_t p = first_query; p < last_query; ++p) asked.emplace_back(queries, p, lists);
        for (std::size_t first = 0; first < candidates.panels(); first += block) {
          const std::size_t last = std::min(first + block, candidates.panels());
          for (QueryPanel& panel : asked)
            for (std::size_t c = first; c < last; c += tiles.panels)
              panel.meet(tiles, geometry, candidates, c, std::min(tiles.panels, last - c));
        }
      },
      kQueryPanels);
  return lists;
}

NeighbourLists search_metric(const PointRows& queries, const PointRows& candidates, std::size_t k,
                             const Distance& distance, const Runtime& runtime) {
  constexpr std::size_t kFrom = 32, kTo = 256;
  NeighbourLists lists = make_lists(queries.ids, candidates.ids, k);
  const std::size_t d = candidates.features;
  std::vector<Feature> features(distance.features.begin(), distance.features.end());
  if (features.empty()) {
    features.resize(d);
    std::iota(features.begin(), features.end(), Feature{0});
  }
  runtime.parallel_blocks(
      queries.size(),
      [&](std::uint64_t first, std::uint64_t last) {
        std::vector<BestK> best;
        for (std::uint64_t q = first; q < last; ++q) best.emplace_back(lists, q);
        std::vector<double> distances((last - first) * kTo);
        for (std::size_t c = 0; c < candidates.size(); c += kTo) {
          const std::size_t count = std::min(kTo, candidates.size() - c);
          distance.metric->feature_distances(features, ConstMatrix(queries.row(first), d, last - first),
                                             ConstMatrix(candidates.row(c), d, count),
                                             Matrix(distances.data(), count, last - first));
          for (std::uint64_t q = first; q < last; ++q)
            for (std::size_t j = 0; j < count; ++j)
              if (candidates.ids[c + j] != queries.ids[q])
                best[q - first].offer(distances[(q - first) * count + j], candidates.ids[c + j]);
        }
      },
      kFrom);
  return lists;
}

}  // namespace tamis::numerics::detail
