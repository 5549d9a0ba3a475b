// Walks along a line of points (line_walk.hpp), one point at a time beside eight queries; included inside a
// path's namespace after vector8.inl.

// What one point of the line is to the eight queries: how far beyond them along the line, and its distance.
// The queries stay in registers where there are two coordinates only.
template <bool kTwo>
class LineQueries {
 public:
  explicit LineQueries(const LineWalk& walk)
      : w_(walk),
        along_(load(walk.values + walk.query)),
        across_(load(walk.values + walk.stride + walk.query)) {}
  TAMIS_INLINE_MEMBER V8 above(std::size_t p) const { return splat(w_.values[p]) - along_; }
  TAMIS_INLINE_MEMBER V8 beneath(std::size_t p) const { return along_ - splat(w_.values[p]); }
  TAMIS_INLINE_MEMBER V8 beside() const { return larger(splat(w_.low) - across_, across_ - splat(w_.high)); }
  TAMIS_INLINE_MEMBER V8 distance(std::size_t p, const V8& along) const {
    const double* value = w_.values + w_.stride;
    V8 distance = larger(magnitude(along), magnitude(splat(value[p]) - across_));
    if constexpr (!kTwo)
      for (std::size_t f = 2; f < w_.coordinates; ++f) {
        value += w_.stride;
        distance = larger(distance, magnitude(splat(value[p]) - load(value + w_.query)));
      }
    return distance;
  }
  // The first point of the line that is not below the first query, without a branch.
  std::size_t middle() const {
    std::size_t first = w_.begin;
    for (std::size_t length = w_.end - w_.begin; length > 0;) {
      const std::size_t half = (length + 1) / 2;
      first += w_.values[first + half - 1] < w_.values[w_.query] ? half : 0;
      length -= half;
    }
    return first;
  }

 private:
  const LineWalk w_;  // a copy: stores could change what is behind a reference
  V8 along_, across_;
};

// A ball says whether some query still reaches so far, and takes a distance. Nothing reaches a point that is
// infinitely far, or no number: there the walk ends.
template <bool kTwo, class Ball>
TAMIS_INLINE bool walk_from(const LineWalk& walk, Ball& ball) {
  const LineQueries<kTwo> queries(walk);
  const unsigned lanes = walk.lanes;
  if ((ball.reaches(queries.beside()) & lanes) == 0) return false;
  std::size_t right = queries.middle(), left = right;
  for (bool more = true; more;) {
    more = false;
    if (const V8 gap = queries.above(right); (ball.reaches(gap) & lanes) != 0) {
      ball.take(queries.distance(right++, gap));
      more = true;
    }
    if (const V8 gap = queries.beneath(left - 1); (ball.reaches(gap) & lanes) != 0) {
      ball.take(queries.distance(--left, gap));
      more = true;
    }
  }
  return true;
}
template <class Ball>
TAMIS_INLINE bool walk_line(const LineWalk& walk, Ball& ball) {
  return walk.coordinates == 2 ? walk_from<true>(walk, ball) : walk_from<false>(walk, ball);
}

// The smallest stay in registers.
template <int kRanks>
struct FewNearest {
  V8 smallest[kRanks];
  TAMIS_INLINE_MEMBER unsigned reaches(const V8& gap) const { return less(gap, smallest[kRanks - 1]); }
  TAMIS_INLINE_MEMBER void take(V8 distance) {
    for (V8& s : smallest) sort_in(s, distance);
  }
};
struct ManyNearest {
  double* smallest;
  double* last;
  TAMIS_INLINE_MEMBER unsigned reaches(const V8& gap) const { return less(gap, load(last)); }
  TAMIS_INLINE_MEMBER void take(V8 distance) {
    if (below(distance, load(last)) == 0) return;
    for (double* s = smallest; s <= last; s += 8) {
      V8 v = load(s);
      sort_in(v, distance);
      store(s, v);
    }
  }
};

template <int kRanks>
static bool few_nearest_on_line(const LineWalk& walk, double* smallest) {
  FewNearest<kRanks> ball;
  for (int r = 0; r < kRanks; ++r) ball.smallest[r] = load(smallest + 8 * r);
  if (!walk_line(walk, ball)) return false;
  for (int r = 0; r < kRanks; ++r) store(smallest + 8 * r, ball.smallest[r]);
  return true;
}

static bool nearest_on_line(const LineWalk& walk, std::size_t ranks, double* smallest) {
  static constexpr bool (*kFew[])(const LineWalk&, double*) = {
      few_nearest_on_line<1>, few_nearest_on_line<2>, few_nearest_on_line<3>, few_nearest_on_line<4>,
      few_nearest_on_line<5>, few_nearest_on_line<6>, few_nearest_on_line<7>, few_nearest_on_line<8>};
  if (ranks <= sizeof kFew / sizeof *kFew) return kFew[ranks - 1](walk, smallest);
  ManyNearest ball{smallest, smallest + 8 * (ranks - 1)};
  return walk_line(walk, ball);
}

struct WithinLimits {
  V8 limits, counts;
  TAMIS_INLINE_MEMBER unsigned reaches(const V8& gap) const { return ~below(limits, gap); }
  TAMIS_INLINE_MEMBER void take(const V8& distance) {
    counts = counts + where_below(limits, distance, zero(), splat(1.0));
  }
};

static bool count_on_line(const LineWalk& walk, const double* limits, double* counts) {
  WithinLimits ball{load(limits), load(counts)};
  if (!walk_line(walk, ball)) return false;
  store(counts, ball.counts);
  return true;
}
