// The kernels of one path; included inside its namespace after vector8.inl and screen.inl. kQueries,
// kTilePanels (distances) and kClassTile, kColumnSub (memberships) are chosen by the path to fill its
// registers; they do not change a bit, since every sum keeps its own order.

template <int kSum>
TAMIS_INLINE V8 add_feature(const V8& sum, const V8& a, const V8& b) {
  const V8 difference = a - b;
  if constexpr (kSum == 0) return sum + difference * difference;
  if constexpr (kSum == 1) return sum + magnitude(difference);
  return larger(sum, magnitude(difference));
}

// Sums run over the features in order, so a distance has the same bits here, in the k-d tree and in a plain
// loop. Partial sums never fall: once all of them reach their limits, no candidate of the tile is of
// interest.
template <int kSum, int kPanels>
static void distance_tile(const DistanceTile& t) {
  constexpr std::size_t kCheckEvery = 32;
  V8 sum[kQueries][kPanels];
  for (int q = 0; q < kQueries; ++q)
    for (int p = 0; p < kPanels; ++p) sum[q][p] = zero();
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
        for (int p = 0; p < kPanels; ++p) sum[q][p] = add_feature<kSum>(sum[q][p], query, candidate[p]);
      }
    }
    unsigned any = 0;
    for (int q = 0; q < kQueries; ++q) {
      const V8 limit = splat(t.limits[q]);
      hits[q] = 0;
      for (int p = 0; p < kPanels; ++p) hits[q] |= below(sum[q][p], limit) << (8 * p);
      any |= hits[q];
    }
    if (any == 0 || f == t.features) break;
  }
  for (int q = 0; q < kQueries; ++q) {
    t.hits[q] = hits[q];
    if (hits[q] != 0)
      for (int p = 0; p < kPanels; ++p) store(t.distances + (q * kMaxPanels + p) * 8, sum[q][p]);
  }
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

// P'G for kClasses classes and kColumns columns: lane i % 8 goes on with its sum of p_ik g_i, in order of
// samples.
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

static_assert(kTilePanels <= static_cast<int>(kMaxPanels));
static constexpr Kernels kTable = {
    kQueries,
    kTilePanels,
    {{distance_tile<0, 1>, distance_tile<0, kTilePanels>},
     {distance_tile<1, 1>, distance_tile<1, kTilePanels>},
     {distance_tile<2, 1>, distance_tile<2, kTilePanels>}},
    screen_tile,
    graph_panel,
    memberships,
    sparse_memberships,
};
