// Sums of absolute differences of whole numbers (rounded_points.hpp); included inside a path's namespace, which
// defines WordReg, kWordWidth, kStepTileQueries and their reg_* functions. The rule of vector8.inl holds: no function
// of the standard library.

// sum |a - b| = 2 sum max(a, b) - sum a - sum b, in which only the maxima depend on the pair.

constexpr int kWordRegs = static_cast<int>(kStepCandidates) / kWordWidth;

static void step_tile(const StepTile& tile) {
  const StepTile t = tile;  // in registers: stores could change what is behind a reference
  for (std::size_t k = 0; k < kStepQueries * kStepCandidates; ++k) t.sums[k] = 0;
  for (std::size_t first = 0; first < kStepQueries; first += kStepTileQueries)
    for (std::size_t f = 0; f < t.features;) {
      WordReg sum[kStepTileQueries][kWordRegs];
      for (int q = 0; q < kStepTileQueries; ++q)
        for (int r = 0; r < kWordRegs; ++r) sum[q][r] = word_zero();
      const std::size_t end = f + kStepsAtOnce < t.features ? f + kStepsAtOnce : t.features;
      for (; f < end; ++f) {
        WordReg candidate[kWordRegs];
        for (int r = 0; r < kWordRegs; ++r)
          candidate[r] = reg_load(t.candidates + f * kStepCandidates + r * kWordWidth);
        for (int q = 0; q < kStepTileQueries; ++q) {
          const WordReg query = word_splat(t.queries[f * kStepQueries + first + q]);
          for (int r = 0; r < kWordRegs; ++r) sum[q][r] = word_add(sum[q][r], word_max(candidate[r], query));
        }
      }
      for (int q = 0; q < kStepTileQueries; ++q)
        for (int r = 0; r < kWordRegs; ++r)
          word_add_to(t.sums + (first + q) * kStepCandidates + r * kWordWidth, sum[q][r]);
    }
  for (std::size_t q = 0; q < kStepQueries; ++q) {
    std::uint32_t* const sums = t.sums + q * kStepCandidates;
    for (std::size_t c = 0; c < kStepCandidates; ++c)
      sums[c] = 2 * sums[c] - t.of_query[q] - t.of_candidate[c];
    t.least[q] = least_of_32(sums);
  }
}
