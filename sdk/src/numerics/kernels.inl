// The kernels of one path; included inside its namespace after vector8.inl and screen.inl. kQueries,
// kTilePanels (distances) and kClassTile, kColumnSub (memberships) are chosen by the path to fill its
// registers; they do not change a bit, since every sum keeps its own order. Where two sums are kept for a
// distance, half as many queries fill them.

// What one feature adds to a distance.
template <int kSum>
TAMIS_INLINE V8 term(const V8& a, const V8& b) {
  const V8 difference = a - b;
  if constexpr (kSum == 0) return difference * difference;
  return magnitude(difference);
}

// Two parts of a distance make the whole.
template <int kSum>
TAMIS_INLINE V8 together(const V8& a, const V8& b) {
  if constexpr (kSum == 2) return larger(a, b);
  return a + b;
}

template <int kSum>
TAMIS_INLINE V8 add_feature(const V8& sum, const V8& a, const V8& b) {
  return together<kSum>(sum, term<kSum>(a, b));
}

// The distance as a plain loop sums it, so with the same bits here, in the k-d tree and in that loop.
template <int kSum>
struct InAll {
  V8 sum = zero();
  TAMIS_INLINE_MEMBER void add(const V8& a, const V8& b) { sum = add_feature<kSum>(sum, a, b); }
  TAMIS_INLINE_MEMBER const V8& distance() const { return sum; }
};

// Without the largest term: nothing is subtracted, so nothing cancels.
template <int kSum>
struct ButOne {
  V8 rest = zero(), largest = zero();
  TAMIS_INLINE_MEMBER void add(const V8& a, const V8& b) {
    const V8 added = term<kSum>(a, b);
    rest = together<kSum>(rest, smaller(largest, added));
    largest = larger(largest, added);
  }
  TAMIS_INLINE_MEMBER const V8& distance() const { return rest; }
};

// Partial sums never fall: once all of them reach their limits, no candidate of the tile is of interest.
template <class Partial, int kQueries, int kPanels>
static void distance_tile(const DistanceTile& t) {
  constexpr std::size_t kCheckEvery = 32;
  Partial partial[kQueries][kPanels];
  const double* const queries = t.queries + t.first_query;
  const double* panel[kPanels];
  for (int p = 0; p < kPanels; ++p) panel[p] = t.panels[p];

  unsigned hits[kQueries];
  for (std::size_t f = 0;;) {
    const std::size_t end = f + kCheckEvery < t.features ? f + kCheckEvery : t.features;
    for (; f < end; ++f) {
      V8 candidate[kPanels];
      for (int p = 0; p < kPanels; ++p) candidate[p] = load(panel[p] + 8 * f);
      for (int q = 0; q < kQueries; ++q) {
        const V8 query = splat(queries[8 * f + q]);
        for (int p = 0; p < kPanels; ++p) partial[q][p].add(query, candidate[p]);
      }
    }
    unsigned any = 0;
    for (int q = 0; q < kQueries; ++q) {
      const V8 limit = splat(t.limits[q]);
      hits[q] = 0;
      for (int p = 0; p < kPanels; ++p) hits[q] |= below(partial[q][p].distance(), limit) << (8 * p);
      any |= hits[q];
    }
    if (any == 0 || f == t.features) break;
  }
  for (int q = 0; q < kQueries; ++q) {
    t.hits[q] = hits[q];
    if (hits[q] != 0)
      for (int p = 0; p < kPanels; ++p)
        store(t.distances + (q * kMaxPanels + p) * 8, partial[q][p].distance());
  }
}

// A term is NaN where a cell is missing, and NaN is above nothing.
template <int kSum>
static void shared_tile(const SharedTile& t) {
  const V8 below_all = splat(-1.0), one = splat(1.0);
  V8 sum = zero(), shared = zero();
  for (std::size_t f = 0; f < t.features; ++f) {
    const V8 added = term<kSum>(splat(t.query[f]), load(t.panel + 8 * f));
    sum = together<kSum>(sum, where_below(below_all, added, added, zero()));
    shared = shared + where_below(below_all, added, one, zero());
  }
  store(t.sums, sum);
  store(t.shared, shared);
}

// What a lane comes to without the feature that parts it most is the least of its distances. It never falls
// while features are added, so most panels are left before all are.
template <int kSum>
TAMIS_INLINE bool may_hit_without_one(const WithoutEachTile& t) {
  constexpr std::size_t kCheckEvery = 8;
  const V8 loose = load(t.limits) * splat(1 + 1e-9);  // the distances themselves are added in another order
  ButOne<kSum> least;
  for (std::size_t f = 0; f < t.features;) {
    const std::size_t end = f + kCheckEvery < t.features ? f + kCheckEvery : t.features;
    for (; f < end; ++f) least.add(splat(t.query[8 * f]), load(t.panel + 8 * f));
    if (below(least.distance(), loose) == 0) return false;
  }
  return true;
}

template <int kSum>
static bool without_each_tile(const WithoutEachTile& t) {
  if (!may_hit_without_one<kSum>(t)) return false;
  V8 after = zero();
  for (std::size_t f = t.features; f-- > t.first;) {
    store(t.scratch + 8 * f, after);
    after = add_feature<kSum>(after, splat(t.query[8 * f]), load(t.panel + 8 * f));
  }
  const V8 limit = load(t.limits);
  V8 before = zero();
  unsigned any = 0;
  for (std::size_t f = 0; f < t.first; ++f)
    before = add_feature<kSum>(before, splat(t.query[8 * f]), load(t.panel + 8 * f));
  for (std::size_t f = t.first; f < t.last; ++f) {
    const V8 distance = together<kSum>(before, load(t.scratch + 8 * f));
    t.hits[f] = below(distance, limit);
    any |= t.hits[f];
    if (t.hits[f] != 0) store(t.distances + 8 * f, distance);
    before = add_feature<kSum>(before, splat(t.query[8 * f]), load(t.panel + 8 * f));
  }
  return any != 0;
}

template <int kSum>
static void with_each_tile(const WithEachTile& t) {
  V8 shared = zero();
  for (std::size_t f = 0; f < t.features; ++f)
    shared = add_feature<kSum>(shared, splat(t.query[8 * f]), load(t.panel + 8 * f));
  for (std::size_t c = 0; c < t.candidates; ++c) {
    const V8 distance =
        add_feature<kSum>(shared, splat(t.joining_query[8 * c]), load(t.joining_panel + 8 * c));
    t.hits[c] = below(distance, splat(t.limits[c]));
    if (t.hits[c] != 0) store(t.distances + 8 * c, distance);
  }
}

// A term that is the largest leaves the rest; any other is less than half of the whole, so that one bit
// cancels at most.
template <int kSum>
static void lines_without_each(const MovedLines& moved) {
  const MovedLines m = moved;
  for (std::size_t p = 0; p < m.points; ++p) {
    const double* const line = m.lines + m.index[p] * m.width;
    double* const out = m.out + p * m.width;
    V8 most = zero();
    for (std::size_t f = 0; f < m.width; f += 8) {
      const V8 added = term<kSum>(load(m.query + f), load(line + f));
      store(out + f, added);
      most = larger(most, added);
    }
    const V8 largest = splat(greatest(most)), rest = splat(m.distance[p]);
    const V8 whole = together<kSum>(rest, largest);
    for (std::size_t f = 0; f < m.width; f += 8) {
      const V8 added = load(out + f);
      store(out + f, where_below(added, largest, kSum == 2 ? largest : whole - added, rest));
    }
  }
}

template <int kSum>
static void lines_with_each(const MovedLines& moved) {
  const MovedLines m = moved;
  for (std::size_t p = 0; p < m.points; ++p) {
    const double* const line = m.lines + m.index[p] * m.width;
    for (std::size_t c = 0; c < m.width; c += 8)
      store(m.out + p * m.width + c,
            add_feature<kSum>(splat(m.distance[p]), load(m.query + c), load(line + c)));
  }
}

// A number takes its place among the smallest, ascending, without a branch: it would be hard to foresee.
TAMIS_INLINE void sort_in(V8& smallest, V8& v) {
  const V8 least = smaller(smallest, v);
  v = larger(smallest, v);
  smallest = least;
}

// The k smallest stay in registers.
template <int kRank>
static void few_ranks(const ColumnRanks& r) {
  for (std::size_t c = 0; c < r.width; c += 8) {
    V8 smallest[kRank];
    for (V8& s : smallest) s = splat(__builtin_inf());
    for (std::size_t p = 0; p < r.points; ++p) {
      V8 v = load(r.lines + p * r.width + c);
      for (V8& s : smallest) sort_in(s, v);
    }
    store(r.out + c, smallest[kRank - 1]);
  }
}

static void column_ranks(const ColumnRanks& r) {
  static constexpr void (*kFew[])(const ColumnRanks&) = {few_ranks<1>, few_ranks<2>, few_ranks<3>,
                                                         few_ranks<4>, few_ranks<5>, few_ranks<6>,
                                                         few_ranks<7>, few_ranks<8>};
  if (r.k <= sizeof kFew / sizeof *kFew) return kFew[r.k - 1](r);
  double* const last = r.scratch + (r.k - 1) * 8;
  for (std::size_t c = 0; c < r.width; c += 8) {
    for (double* s = r.scratch; s <= last; s += 8) store(s, splat(__builtin_inf()));
    for (std::size_t p = 0; p < r.points; ++p) {
      V8 v = load(r.lines + p * r.width + c);
      if (below(v, load(last)) == 0) continue;
      for (double* s = r.scratch; s <= last; s += 8) {
        V8 smallest = load(s);
        sort_in(smallest, v);
        store(s, smallest);
      }
    }
    store(r.out + c, load(last));
  }
}

// Where lines are not beyond their limits, the amount is added.
TAMIS_INLINE void add_within(double* sums, const double* limits, const double* line, std::size_t width,
                             double amount) {
  for (std::size_t c = 0; c < width; c += 8)
    store(sums + c, load(sums + c) + where_below(load(limits + c), load(line + c), zero(), splat(amount)));
}

#include "line_walk.inl"

static void column_tally(const ColumnTally& tally) {
  const ColumnTally t = tally;  // in registers: stores could change what is behind a reference
  for (std::size_t c = 0; c < t.width; c += 8) store(t.counts + c, zero());
  for (std::size_t p = 0; p < t.points; ++p) {
    const double* const line = t.lines + p * t.width;
    unsigned beyond = 0xFF;  // most points are, in every column
    for (std::size_t c = 0; c < t.width; c += 8) beyond &= below(load(t.limits + c), load(line + c));
    if (beyond == 0xFF) continue;
    add_within(t.counts, t.limits, line, t.width, 1.0);
    const std::uint64_t first = t.row_start[t.index[p]], last = t.row_start[t.index[p] + 1];
    for (std::uint64_t e = first; e < last; ++e)
      add_within(t.sums + t.row[e] * t.width, t.limits, line, t.width, t.amount[e]);
  }
}

static void column_counts(const ColumnCounts& tally) {
  const ColumnCounts t = tally;
  for (std::size_t c = 0; c < t.width; c += 8) {
    const V8 limits = load(t.limits + c);
    V8 counts = zero();
    for (std::size_t p = 0; p < t.points; ++p)
      counts = counts + where_below(limits, load(t.lines + p * t.width + c), zero(), splat(1.0));
    store(t.counts + c, counts);
  }
}

// The two largest of four numbers in each lane.
TAMIS_INLINE void join_largest(Reg& most, Reg& next, Reg other_most, Reg other_next) {
  next = reg_max(reg_min(most, other_most), reg_max(next, other_next));
  most = reg_max(most, other_most);
}
// And of all lanes, in each of them.
template <int kDistance>
TAMIS_INLINE void fold_largest(Reg& most, Reg& next) {
  if constexpr (kDistance > 0) {
    join_largest(most, next, reg_swapped<kDistance>(most), reg_swapped<kDistance>(next));
    fold_largest<kDistance / 2>(most, next);
  }
}

static void largest_two(const LargestTwo& largest) {
  constexpr unsigned kAll = (1u << kWidth) - 1u;
  const LargestTwo l = largest;
  for (std::size_t p = 0; p < l.points; ++p) {
    const double* const line = l.lines + l.index[p] * l.width;
    V8 first = zero(), second = zero();
    for (std::size_t f = 0; f < l.width; f += 8) {
      const V8 apart = magnitude(load(l.query + f) - load(line + f));
      store(l.scratch + f, apart);
      second = larger(second, smaller(first, apart));
      first = larger(first, apart);
    }
    Reg most = first.r[0], next = second.r[0];
    for (int i = 1; i < kRegs; ++i) join_largest(most, next, first.r[i], second.r[i]);
    fold_largest<kWidth / 2>(most, next);
    l.first[p] = reg_lowest(most);
    l.second[p] = reg_lowest(next);
    std::uint32_t which = 0;  // without a branch: it is hard to foresee
    for (std::size_t f = 0; f < l.width; f += 8) {
      unsigned reached = 0;
      for (int i = 0; i < kRegs; ++i)
        reached |= (~reg_below(reg_load(l.scratch + f + i * kWidth), most) & kAll) << (i * kWidth);
      const auto here =
          static_cast<std::uint32_t>(f) + static_cast<std::uint32_t>(__builtin_ctz(reached | 0x100u));
      which = reached != 0 ? here : which;
    }
    l.which[p] = which;
  }
}

#include "coarse.inl"

static void extremes(const double* values, std::size_t n, double* least, double* greatest) {
  V8 high = splat(values[0]), low = zero() - high;  // of the negated numbers
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const V8 v = load(values + i);
    high = larger(high, v);
    low = larger(low, zero() - v);
  }
  double highs[8], lows[8];
  store(highs, high);
  store(lows, low);
  *greatest = highs[0];
  *least = 0.0 - lows[0];  // never -0, whose bits are not near those of 0
  for (std::size_t lane = 1; lane < 8; ++lane) {
    if (highs[lane] > *greatest) *greatest = highs[lane];
    if (0.0 - lows[lane] < *least) *least = 0.0 - lows[lane];
  }
  for (; i < n; ++i) {
    if (values[i] > *greatest) *greatest = values[i];
    if (values[i] < *least) *least = values[i];
  }
}

// Points at even and at odd places have sums of their own: an addition need not wait for the one before it
// where many points in a row are of one bucket.
template <std::size_t kWidthOrZero>
TAMIS_INLINE void add_lines(const BucketSums& b) {
  const std::size_t width = kWidthOrZero != 0 ? kWidthOrZero : b.width;
  for (std::size_t p = 0; p < b.points; ++p) {
    const double* const line = b.lines + b.index[p] * width;
    double* const sums = b.sums + (p % 2 * b.buckets + b.bucket[p]) * width;
    for (std::size_t w = 0; w < width; w += 8) store(sums + w, load(sums + w) + load(line + w));
  }
}

static void bucket_sums(const BucketSums& sums) {
  const BucketSums b = sums;  // in registers: stores could change what is behind a reference
  const auto low = __builtin_bit_cast(std::uint64_t, b.low);
  for (std::size_t p = 0; p < b.points; ++p) {
    const double d = b.distance[p] > b.low ? b.distance[p] : b.low;
    const std::uint64_t bucket = (__builtin_bit_cast(std::uint64_t, d) - low) >> b.shift;
    b.bucket[p] = static_cast<std::uint8_t>(bucket < b.buckets ? bucket : b.buckets - 1);
  }
  const std::size_t half = b.buckets * b.width;
  for (std::size_t w = 0; w < 2 * half; w += 8) store(b.sums + w, zero());
  if (b.width == 8)
    add_lines<8>(b);
  else if (b.width == 16)
    add_lines<16>(b);
  else
    add_lines<0>(b);
  for (std::size_t w = 0; w < b.width; w += 8) {
    V8 sum = zero();
    for (double* at = b.sums + w; at < b.sums + half; at += b.width) {
      sum = sum + (load(at) + load(at + half));
      store(at, sum);
    }
  }
}

// From `chunk` on, until one of the vectors of columns from `first` on has no open column left. Returns the
// chunk that comes next.
template <int kVectors>
TAMIS_INLINE std::size_t add_chunks(const ChunkSums& s, std::size_t first, std::size_t chunk,
                                    unsigned* open) {
  V8 sum[kVectors], enough[kVectors];
  for (int v = 0; v < kVectors; ++v) {
    sum[v] = load(s.sums + first + 8 * v);
    enough[v] = load(s.enough + first + 8 * v);
  }
  std::size_t p = chunk == 0 ? 0 : s.ends[chunk - 1];
  for (bool all_open = true; all_open && chunk < s.chunks; ++chunk) {
    V8 before[kVectors];
    for (int v = 0; v < kVectors; ++v) before[v] = sum[v];
    V8 odd[kVectors] = {};  // every other point: an addition need not wait for the one before it
    const std::size_t end = s.ends[chunk];
    for (; p + 2 <= end; p += 2) {
      const double* const line = s.lines + s.index[p] * s.width + first;
      const double* const next = s.lines + s.index[p + 1] * s.width + first;
      for (int v = 0; v < kVectors; ++v) {
        sum[v] = sum[v] + load(line + 8 * v);
        odd[v] = odd[v] + load(next + 8 * v);
      }
    }
    for (int v = 0; v < kVectors; ++v) {
      if (p < end) sum[v] = sum[v] + load(s.lines + s.index[p] * s.width + first + 8 * v);
      sum[v] = sum[v] + odd[v];
    }
    p = end;
    for (int v = 0; v < kVectors; ++v) {
      unsigned reached = open[v] & ~below(sum[v], enough[v]);
      if (reached == 0) continue;
      open[v] &= ~reached;
      all_open = all_open && open[v] != 0;
      double started[8];
      store(started, before[v]);
      for (; reached != 0; reached &= reached - 1) {
        const auto lane = static_cast<std::size_t>(__builtin_ctz(reached)),
                   c = first + 8 * static_cast<std::size_t>(v) + lane;
        s.sums[c] = started[lane];
        s.chunk[c] = static_cast<std::uint32_t>(chunk);
      }
    }
  }
  for (int v = 0; v < kVectors; ++v) {
    double rest[8];
    store(rest, sum[v]);
    for (std::size_t lane = 0; lane < 8; ++lane)
      if (open[v] >> lane & 1u) s.sums[first + 8 * static_cast<std::size_t>(v) + lane] = rest[lane];
  }
  return chunk;
}

static void chunk_sums(const ChunkSums& s) {
  unsigned open[2] = {};
  for (std::size_t c = 0; c < s.columns; ++c) {
    const bool reached = s.sums[c] >= s.enough[c];
    s.chunk[c] = reached ? 0 : static_cast<std::uint32_t>(s.chunks);
    if (!reached) open[c / 8] |= 1u << c % 8;
  }
  const std::size_t chunk = open[0] != 0 && open[1] != 0 ? add_chunks<2>(s, 0, 0, open) : 0;
  for (std::size_t v = 0; v < 2; ++v)
    if (open[v] != 0) add_chunks<1>(s, 8 * v, chunk, open + v);
}

// c = d'f / d'1; denominator = sum_i d_i (f_i - c)^2; numerator = sum over edges of w (f_i - f_j)^2.
// Differences along edges are taken between the values as they are: of close values they are exact, also when
// the origin is far from both. Four partial sums for the nodes (node % 4) and one sum per row for the edges
// hide the latency of an addition and keep rounding errors small.
static void graph_panel(const GraphPanel& g) {
  const V8 origin = load(g.origin);
  V8 part[4] = {zero(), zero(), zero(), zero()};
  for (std::size_t i = 0; i < g.nodes; ++i)
    part[i % 4] = part[i % 4] + splat(g.degree[i]) * (load(g.f + 8 * i) - origin);
  const V8 sum = (part[0] + part[1]) + (part[2] + part[3]);
  double centre[8];
  store(centre, sum);
  for (double& c : centre) c /= g.degree_sum;
  const V8 c = load(centre);

  for (V8& p : part) p = zero();
  for (std::size_t i = 0; i < g.nodes; ++i) {
    const V8 f = (load(g.f + 8 * i) - origin) - c;
    part[i % 4] = part[i % 4] + splat(g.degree[i]) * (f * f);
  }
  store(g.denominator, (part[0] + part[1]) + (part[2] + part[3]));

  for (V8& p : part) p = zero();
  for (std::size_t i = 0; i < g.nodes; ++i) {
    const V8 f = load(g.f + 8 * i);
    V8 row = zero();
    for (std::uint64_t e = g.row_start[i]; e < g.row_start[i + 1]; ++e) {
      const V8 difference = f - load(g.f + 8 * static_cast<std::size_t>(g.column[e]));
      row = row + splat(g.weight[e]) * (difference * difference);
    }
    part[i % 4] = part[i % 4] + row;
  }
  store(g.numerator, (part[0] + part[1]) + (part[2] + part[3]));
}

// P'G for kClasses classes and kColumns columns: lane i % 8 goes on with its sum of p_ik g_i,
// in order of samples.
template <int kClasses, int kColumns>
static void class_tile(const MembershipBlock& b, std::size_t first_class, std::size_t first_column) {
  V8 sum[kClasses][kColumns];
  const double* p[kClasses];
  const double* x[kColumns];
  V8 shift[kColumns];
  for (int k = 0; k < kClasses; ++k) p[k] = b.memberships + (first_class + k) * b.stride;
  for (int c = 0; c < kColumns; ++c) {
    x[c] = b.columns[first_column + c];
    shift[c] = splat(b.shifts[first_column + c]);
  }
  double* const sums = b.class_sums + (first_class * kColumnTile + first_column) * 8;
  for (int k = 0; k < kClasses; ++k)
    for (int c = 0; c < kColumns; ++c) sum[k][c] = load(sums + (k * kColumnTile + c) * 8);
  for (std::size_t i = 0; i < b.samples; i += 8) {
    V8 g[kColumns];
    for (int c = 0; c < kColumns; ++c) g[c] = load(x[c] + i) - shift[c];
    for (int k = 0; k < kClasses; ++k) {
      const V8 membership = load(p[k] + i);
      for (int c = 0; c < kColumns; ++c) sum[k][c] = sum[k][c] + membership * g[c];
    }
  }
  for (int k = 0; k < kClasses; ++k)
    for (int c = 0; c < kColumns; ++c) store(sums + (k * kColumnTile + c) * 8, sum[k][c]);
}

template <int kColumns>
TAMIS_INLINE void square_sums(const MembershipBlock& b, std::size_t first_column) {
  V8 sum[kColumns], square[kColumns], weighted[kColumns], shift[kColumns];
  const double* x[kColumns];
  for (int c = 0; c < kColumns; ++c) {
    x[c] = b.columns[first_column + c];
    shift[c] = splat(b.shifts[first_column + c]);
    sum[c] = load(b.sums + (first_column + c) * 8);
    square[c] = load(b.sums + (kColumnTile + first_column + c) * 8);
    weighted[c] = load(b.sums + (2 * kColumnTile + first_column + c) * 8);
  }
  for (std::size_t i = 0; i < b.samples; i += 8) {
    const V8 degree = load(b.degrees + i);
    for (int c = 0; c < kColumns; ++c) {
      const V8 g = load(x[c] + i) - shift[c];
      const V8 g2 = g * g;
      sum[c] = sum[c] + g;
      square[c] = square[c] + g2;
      weighted[c] = weighted[c] + degree * g2;
    }
  }
  for (int c = 0; c < kColumns; ++c) {
    store(b.sums + (first_column + c) * 8, sum[c]);
    store(b.sums + (kColumnTile + first_column + c) * 8, square[c]);
    store(b.sums + (2 * kColumnTile + first_column + c) * 8, weighted[c]);
  }
}

static void memberships(const MembershipBlock& b) {
  for (std::size_t c = 0; c < kColumnTile; c += kColumnSub) {
    square_sums<kColumnSub>(b, c);
    std::size_t k = 0;
    for (; k + kClassTile <= b.classes; k += kClassTile) class_tile<kClassTile, kColumnSub>(b, k, c);
    for (; k < b.classes; ++k) class_tile<1, kColumnSub>(b, k, c);
  }
}

// Each sample goes to the sums of lane sample % 8, as in class_tile; leaving out p = 0 changes no bit, since
// a sum that starts from +0 is never -0.
static void sparse_memberships(const SparseMembershipBlock& b) {
  for (std::size_t i = 0; i < b.samples; ++i) {
    const std::size_t lane = i % 8;
    const V8 g = load(b.g + 8 * i);
    const V8 g2 = g * g;
    const V8 terms[3] = {g, g2, splat(b.degrees[i]) * g2};
    for (std::size_t s = 0; s < 3; ++s) {
      double* const to = b.sums + (s * 8 + lane) * 8;
      store(to, load(to) + terms[s]);
    }
    for (std::uint64_t e = b.row_start[i]; e < b.row_start[i + 1]; ++e) {
      double* const to = b.class_sums + (b.classes[e] * std::size_t{8} + lane) * 8;
      store(to, load(to) + splat(b.values[e]) * g);
    }
  }
}

static void em_rounds(const EmCells& c) {
  const std::size_t l = c.classes, n = c.cells;
  const double *const flips = c.flips, *const q = c.q;
  double *const p = c.p, *const factor = c.factor;
  for (int r = 0; r < c.rounds; ++r) {
    for (std::size_t k = 0; k < n * l; k += 8) store(factor + k, zero());
    for (std::size_t y = 0; y < l; ++y)
      for (std::size_t k = 0; k < n; k += 8) {
        V8 seen = zero();
        for (std::size_t s = 0; s < l; ++s) seen = seen + load(p + s * n + k) * splat(flips[s * l + y]);
        const V8 here = load(q + y * n + k);
        const V8 ratio = where_below(zero(), here, here / seen, zero());
        for (std::size_t s = 0; s < l; ++s)
          store(factor + s * n + k, load(factor + s * n + k) + ratio * splat(flips[s * l + y]));
      }
    for (std::size_t k = 0; k < n * l; k += 8) store(p + k, load(p + k) * load(factor + k));
  }
}

// exponential() of exp.hpp, with the same bits, of numbers that are at most 0.
TAMIS_INLINE V8 exponential(const V8& x) {
  const V8 m = ceiling(x * splat(detail::kLog2E) - splat(0.5));  // towards 0
  const V8 high = x - m * splat(detail::kLn2High), low = m * splat(detail::kLn2Low);
  const V8 r = high - low;
  V8 q = zero();
  for (const double c : detail::kTaylor) q = q * r + splat(c);
  const V8 y = splat(1.0) + (high + (r * r * q - low));
  // two factors, so that only the last one rounds where the result is not a normal number
  const V8 value = y * power_of_two(m + splat(200.0)) * splat(0x1p-200);
  return where_below(x, splat(detail::kZeroBelow), zero(), value);
}

static void link_classes(const LinkedClasses& c) {
  V8 largest = splat(-__builtin_inf()), sum = zero();
  for (std::size_t s = 0; s < c.classes; ++s) {
    const V8 u = splat(c.power[s]) * load(c.log_q + 8 * s) + splat(c.shift[s]);
    largest = larger(largest, u);
    store(c.p + 8 * s, u);
  }
  for (std::size_t s = 0; s < c.classes; ++s) {
    const V8 e = exponential(load(c.p + 8 * s) - largest);
    sum = sum + e;
    store(c.p + 8 * s, e);
  }
  for (std::size_t s = 0; s < c.classes; ++s) store(c.p + 8 * s, load(c.p + 8 * s) / sum);
}

static void link_information(const LinkInformation& c) {
  const std::size_t k = c.classes;
  const V8 weight = load(c.weight);
  std::size_t likely = 0;
  for (std::size_t s = 0; s < k; ++s) {
    const V8 of_one = load(c.p + 8 * s), p = weight * of_one;
    const V8 a = splat(c.power[s]) * load(c.log_q + 8 * s), x = p * a;
    const V8 by_shift = weight * load(c.gamma + 8 * s) - p;
    const V8 counted = where_below(splat(c.unlikely), p, of_one, zero());
    store(c.v + 8 * s, counted * a);
    store(c.v + 8 * (k + s), counted);
    c.slope[s] += total(by_shift * a);
    c.slope[k + s] += total(by_shift);
    double *of_power = c.information + s * 2 * k, *of_shift = c.information + (k + s) * 2 * k;
    of_power[s] += total(x * a);
    of_power[k + s] += total(x);
    of_shift[k + s] += total(p);
    if (less(splat(c.unlikely), p)) c.rows[likely++] = s;
  }
  for (std::size_t r = 0; r < likely; ++r) c.rows[likely + r] = k + c.rows[r];
  for (std::size_t column = 0; column < 2 * likely; ++column) {
    const V8 v = weight * load(c.v + 8 * c.rows[column]);
    double* const information = c.information + c.rows[column] * 2 * k;
    for (std::size_t r = column; r < 2 * likely; ++r)
      information[c.rows[r]] -= total(load(c.v + 8 * c.rows[r]) * v);
  }
}

static_assert(kTilePanels <= static_cast<int>(kMaxPanels));

template <template <int> class Partial, int kQueries, int kPanels>
static constexpr DistanceTiles distance_tiles() {
  return {kQueries,
          kPanels,
          {{distance_tile<Partial<0>, kQueries, 1>, distance_tile<Partial<0>, kQueries, kPanels>},
           {distance_tile<Partial<1>, kQueries, 1>, distance_tile<Partial<1>, kQueries, kPanels>},
           {distance_tile<Partial<2>, kQueries, 1>, distance_tile<Partial<2>, kQueries, kPanels>}}};
}

static constexpr Kernels kTable = {
    distance_tiles<InAll, kQueries, kTilePanels>(),
    distance_tiles<ButOne, kQueries / 2, kTilePanels>(),
    {shared_tile<0>, shared_tile<1>, shared_tile<2>},
    {without_each_tile<0>, without_each_tile<1>, without_each_tile<2>},
    {with_each_tile<0>, with_each_tile<1>, with_each_tile<2>},
    {lines_without_each<0>, lines_without_each<1>, lines_without_each<2>},
    {lines_with_each<0>, lines_with_each<1>, lines_with_each<2>},
    column_ranks,
    column_tally,
    extremes,
    bucket_sums,
    column_counts,
    largest_two,
    coarse_look,
    coarse_list,
    step_tile,
    chunk_sums,
    nearest_on_line,
    count_on_line,
    screen_tile,
    graph_panel,
    memberships,
    sparse_memberships,
    em_rounds,
    link_classes,
    link_information,
};
