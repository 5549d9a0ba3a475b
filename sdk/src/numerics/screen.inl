// Inner products of floats, as tiles of a matrix product; included inside a path's namespace, which defines
// FloatReg, kFloatWidth, their reg_* functions and the tile that fills its registers. The rule of vector8.inl
// holds: no function of the standard library.

constexpr int kFloatRegs = 16 / kFloatWidth;

struct F16 {
  FloatReg r[kFloatRegs];
};

TAMIS_INLINE F16 load(const float* p) {
  F16 v;
  for (int i = 0; i < kFloatRegs; ++i) v.r[i] = reg_load(p + i * kFloatWidth);
  return v;
}
TAMIS_INLINE void store(float* p, const F16& v) {
  for (int i = 0; i < kFloatRegs; ++i) reg_store(p + i * kFloatWidth, v.r[i]);
}
TAMIS_INLINE F16 splat(float x) {
  F16 v;
  for (int i = 0; i < kFloatRegs; ++i) v.r[i] = reg_splat(x);
  return v;
}
TAMIS_INLINE F16 operator-(const F16& a, const F16& b) {
  F16 v;
  for (int i = 0; i < kFloatRegs; ++i) v.r[i] = reg_sub(a.r[i], b.r[i]);
  return v;
}
TAMIS_INLINE F16 multiply_add(const F16& a, const F16& b, const F16& sum) {
  F16 v;
  for (int i = 0; i < kFloatRegs; ++i) v.r[i] = reg_multiply_add(a.r[i], b.r[i], sum.r[i]);
  return v;
}
// Bit `lane` where a >= b.
TAMIS_INLINE unsigned reaches(const F16& a, const F16& b) {
  unsigned bits = 0;
  for (int i = 0; i < kFloatRegs; ++i) bits |= reg_reaches(a.r[i], b.r[i]) << (i * kFloatWidth);
  return bits;
}

template <int kTileQueries, int kPanels>
TAMIS_INLINE void screen_part(const ScreenTile& t, std::size_t first_query, std::size_t first_panel) {
  const float* const queries = t.queries + first_query;
  const float* panel[kPanels];
  for (int p = 0; p < kPanels; ++p) panel[p] = t.candidates + (first_panel + p) * 16 * t.features;
  F16 sum[kTileQueries][kPanels];
  for (int q = 0; q < kTileQueries; ++q)
    for (int p = 0; p < kPanels; ++p) sum[q][p] = splat(0.0F);
  for (std::size_t f = 0; f < t.features; ++f) {
    F16 candidate[kPanels];
    for (int p = 0; p < kPanels; ++p) candidate[p] = load(panel[p] + 16 * f);
    for (int q = 0; q < kTileQueries; ++q) {
      const F16 query = splat(queries[16 * f + q]);
      for (int p = 0; p < kPanels; ++p) sum[q][p] = multiply_add(query, candidate[p], sum[q][p]);
    }
  }
  for (int p = 0; p < kPanels; ++p) {
    const std::size_t lane = (first_panel + p) * 16;
    const F16 offset = load(t.offsets + lane);
    for (int q = 0; q < kTileQueries; ++q) {
      const F16 score = sum[q][p] - offset;
      const unsigned hits = reaches(score, splat(t.least[first_query + q]));
      t.hits[first_query + q] |= hits << lane;
      if (hits != 0) store(t.scores + (first_query + q) * kScreenCandidates + lane, score);
    }
  }
}

static void screen_tile(const ScreenTile& t) {
  for (std::size_t q = 0; q < kScreenQueries; ++q) t.hits[q] = 0;
  for (std::size_t p = 0; p < kScreenCandidates / kScreenLanes; p += kScreenTilePanels)
    for (std::size_t q = 0; q < kScreenQueries; q += kScreenTileQueries)
      screen_part<kScreenTileQueries, kScreenTilePanels>(t, q, p);
}
