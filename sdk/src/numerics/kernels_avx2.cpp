// The kernels for processors with AVX2 and FMA.
#include "kernels.hpp"

#include <immintrin.h>

namespace tamis::numerics::avx2 {
namespace {

using Reg = __m256d;
constexpr int kWidth = 4;
constexpr int kQueries = 4, kTilePanels = 1;                  // 8 of 16 registers hold sums
constexpr int kClassTile = 2, kColumnSub = 2;                 // 8 of 16
constexpr int kScreenTileQueries = 4, kScreenTilePanels = 1;  // 8 of 16
constexpr int kStepTileQueries = 4;                           // 8 of 16

inline Reg reg_load(const double* p) { return _mm256_loadu_pd(p); }
inline void reg_store(double* p, Reg v) { _mm256_storeu_pd(p, v); }
inline Reg reg_splat(double x) { return _mm256_set1_pd(x); }
inline Reg reg_add(Reg a, Reg b) { return _mm256_add_pd(a, b); }
inline Reg reg_sub(Reg a, Reg b) { return _mm256_sub_pd(a, b); }
inline Reg reg_mul(Reg a, Reg b) { return _mm256_mul_pd(a, b); }
inline Reg reg_div(Reg a, Reg b) { return _mm256_div_pd(a, b); }
inline Reg reg_max(Reg a, Reg b) { return _mm256_max_pd(a, b); }
inline Reg reg_min(Reg a, Reg b) { return _mm256_min_pd(a, b); }
inline Reg reg_where_below(Reg a, Reg b, Reg x, Reg y) {
  return _mm256_blendv_pd(y, x, _mm256_cmp_pd(a, b, _CMP_LT_OQ));
}
inline Reg reg_abs(Reg a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
inline unsigned reg_below(Reg a, Reg b) {
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_NGE_UQ)));
}
inline unsigned reg_less(Reg a, Reg b) {
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ)));
}
// 2^a of integers: they lie in the last bits of a sum with 2^52, from where they are shifted into the exponent.
inline Reg reg_power_of_two(Reg a) {
  return _mm256_castsi256_pd(
      _mm256_slli_epi64(_mm256_castpd_si256(reg_add(a, reg_splat(0x1p52 + 1023))), 52));
}
inline double reg_lowest(Reg a) { return _mm256_cvtsd_f64(a); }
// Each lane gets that of the lane whose number differs in one bit.
template <int kDistance>
inline Reg reg_swapped(Reg a) {
  if constexpr (kDistance == 2) return _mm256_permute2f128_pd(a, a, 0x01);
  return _mm256_permute_pd(a, 0b0101);
}

using FloatReg = __m256;
constexpr int kFloatWidth = 8;
inline FloatReg reg_load(const float* p) { return _mm256_loadu_ps(p); }
inline void reg_store(float* p, FloatReg v) { _mm256_storeu_ps(p, v); }
inline FloatReg reg_splat(float x) { return _mm256_set1_ps(x); }
inline FloatReg reg_sub(FloatReg a, FloatReg b) { return _mm256_sub_ps(a, b); }
inline FloatReg reg_multiply_add(FloatReg a, FloatReg b, FloatReg sum) { return _mm256_fmadd_ps(a, b, sum); }
inline unsigned reg_reaches(FloatReg a, FloatReg b) {
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GE_OQ)));
}

#include "integers256.inl"

using WordReg = __m256i;
constexpr int kWordWidth = 16;
inline WordReg reg_load(const std::uint16_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
inline WordReg word_zero() { return _mm256_setzero_si256(); }
inline WordReg word_splat(std::uint32_t two) { return _mm256_set1_epi32(static_cast<int>(two)); }
inline WordReg word_add(WordReg a, WordReg b) { return _mm256_add_epi16(a, b); }
inline WordReg word_max(WordReg a, WordReg b) { return _mm256_max_epi16(a, b); }
inline void word_add_to(std::uint32_t* sums, WordReg words) {
  __m256i* const to = reinterpret_cast<__m256i*>(sums);
  const __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(words)),
                high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(words, 1));
  _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to), low));
  _mm256_storeu_si256(to + 1, _mm256_add_epi32(_mm256_loadu_si256(to + 1), high));
}

#include "vector8.inl"

#include "screen.inl"

#include "steps.inl"

#include "kernels.inl"

}  // namespace

const Kernels kKernels = kTable;

}  // namespace tamis::numerics::avx2
