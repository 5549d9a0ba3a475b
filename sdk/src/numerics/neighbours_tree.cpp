// A k-d tree (Bentley 1975, DOI 10.1145/361002.361007) by nanoflann, made exact to the bit.
#include <nanoflann.hpp>
#include <tamis/numerics/neighbours.hpp>

namespace tamis::numerics::detail {
namespace {

struct Cloud {
  const PointRows& points;
  std::size_t kdtree_get_point_count() const { return points.size(); }
  double kdtree_get_pt(std::size_t i, std::size_t f) const { return points.row(i)[f]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

// nanoflann's own metrics sum in groups of four.
template <bool kSquares>
struct InOrder {
  using ElementType = double;
  using DistanceType = double;
  const Cloud& cloud;
  explicit InOrder(const Cloud& c) : cloud(c) {}
  double evalMetric(const double* a, std::uint32_t b, std::size_t features) const {
    const double* const other = cloud.points.row(b);
    double sum = 0;
    for (std::size_t f = 0; f < features; ++f) sum += accum_dist(a[f], other[f], f);
    return sum;
  }
  static double accum_dist(double a, double b, std::size_t) {
    const double difference = a - b;
    return kSquares ? difference * difference : std::abs(difference);
  }
};

// nanoflann drops a point unless its distance is below worstDist(), and a branch by a bound that it updates
// by rounded additions. Each addition is off by at most 2 ulp of the bound, and a path has some thousand of
// them in the worst case, so a limit larger by 1e-10 loses nothing; the list itself decides exactly, ties by
// index included.
class Results {
 public:
  using DistanceType = double;
  Results(BestK& best, const PointRows& candidates, Sample self)
      : best_(best), candidates_(candidates), self_(self) {}
  bool full() const { return best_.full(); }
  bool addPoint(double distance, std::uint32_t i) {
    if (const Sample id = candidates_.ids[i]; id != self_) best_.offer(distance, id);
    return true;
  }
  double worstDist() const {
    if (!best_.full()) return std::numeric_limits<double>::infinity();
    return best_.worst() * (1 + 1e-10) + std::numeric_limits<double>::denorm_min();
  }

 private:
  BestK& best_;
  const PointRows& candidates_;
  Sample self_;
};

template <bool kSquares>
NeighbourLists search(const PointRows& queries, const PointRows& candidates, std::size_t k,
                      const Runtime& runtime) {
  constexpr std::size_t kLeaf = 12;
  constexpr std::uint64_t kQueries = 128;
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<InOrder<kSquares>, Cloud, -1, std::uint32_t>;
  NeighbourLists lists = make_lists(queries.ids, candidates.ids, k);
  if (lists.index.empty()) return lists;
  const Cloud cloud{candidates};
  const Tree tree(static_cast<int>(candidates.features), cloud,
                  nanoflann::KDTreeSingleIndexAdaptorParams(kLeaf));
  runtime.parallel_for(
      queries.size(),
      [&](std::uint64_t q) {
        BestK best(lists, q);
        if (lists.start[q] == lists.start[q + 1]) return;
        Results results(best, candidates, queries.ids[q]);
        tree.findNeighbors(results, queries.row(q), nanoflann::SearchParams());
      },
      kQueries);
  return lists;
}

}  // namespace

NeighbourLists search_tree(const PointRows& queries, const PointRows& candidates, std::size_t k,
                           Geometry geometry, const Runtime& runtime) {
  return geometry == Geometry::l2 ? search<true>(queries, candidates, k, runtime)
                                  : search<false>(queries, candidates, k, runtime);
}

}  // namespace tamis::numerics::detail
