// The kernels for processors with AVX-512 F, DQ and BW: all that have it, but for the first (Knights Landing).
#include "kernels.hpp"

#include <immintrin.h>

namespace tamis::numerics::avx512 {
namespace {

using Reg = __m512d;
constexpr int kWidth = 8;
constexpr int kQueries = 8, kTilePanels = 2;                  // 16 of 32 registers hold sums
constexpr int kClassTile = 5, kColumnSub = 4;                 // 20 of 32
constexpr int kScreenTileQueries = 8, kScreenTilePanels = 2;  // 16 of 32
constexpr int kStepTileQueries = 4;                           // 4 of 32

inline Reg reg_load(const double* p) { return _mm512_loadu_pd(p); }
inline void reg_store(double* p, Reg v) { _mm512_storeu_pd(p, v); }
inline Reg reg_splat(double x) { return _mm512_set1_pd(x); }
inline Reg reg_add(Reg a, Reg b) { return _mm512_add_pd(a, b); }
inline Reg reg_sub(Reg a, Reg b) { return _mm512_sub_pd(a, b); }
inline Reg reg_mul(Reg a, Reg b) { return _mm512_mul_pd(a, b); }
inline Reg reg_div(Reg a, Reg b) { return _mm512_div_pd(a, b); }
// Masked with all ones: GCC 12 warns of an uninitialised value inside the plain _mm512_max_pd.
inline Reg reg_max(Reg a, Reg b) { return _mm512_maskz_max_pd(0xFF, a, b); }
inline Reg reg_min(Reg a, Reg b) { return _mm512_maskz_min_pd(0xFF, a, b); }
inline Reg reg_where_below(Reg a, Reg b, Reg x, Reg y) {
  return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ), y, x);
}
inline Reg reg_abs(Reg a) { return _mm512_abs_pd(a); }
inline unsigned reg_below(Reg a, Reg b) {
  return static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_NGE_UQ));
}
inline unsigned reg_less(Reg a, Reg b) { return static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)); }
// 2^a of integers: they lie in the last bits of a sum with 2^52, from where they are shifted into the exponent.
inline Reg reg_power_of_two(Reg a) {
  return _mm512_castsi512_pd(
      _mm512_maskz_slli_epi64(0xFF, _mm512_castpd_si512(reg_add(a, reg_splat(0x1p52 + 1023))), 52));
}
inline double reg_lowest(Reg a) { return _mm512_cvtsd_f64(a); }
// Each lane gets that of the lane whose number differs in one bit.
template <int kDistance>
inline Reg reg_swapped(Reg a) {
  if constexpr (kDistance == 4) return _mm512_maskz_shuffle_f64x2(0xFF, a, a, 0b01'00'11'10);
  if constexpr (kDistance == 2) return _mm512_maskz_permutex_pd(0xFF, a, 0b01'00'11'10);
  return _mm512_maskz_permute_pd(0xFF, a, 0b01010101);
}

using FloatReg = __m512;
constexpr int kFloatWidth = 16;
inline FloatReg reg_load(const float* p) { return _mm512_loadu_ps(p); }
inline void reg_store(float* p, FloatReg v) { _mm512_storeu_ps(p, v); }
inline FloatReg reg_splat(float x) { return _mm512_set1_ps(x); }
inline FloatReg reg_sub(FloatReg a, FloatReg b) { return _mm512_sub_ps(a, b); }
inline FloatReg reg_multiply_add(FloatReg a, FloatReg b, FloatReg sum) { return _mm512_fmadd_ps(a, b, sum); }
inline unsigned reg_reaches(FloatReg a, FloatReg b) {
  return static_cast<unsigned>(_mm512_cmp_ps_mask(a, b, _CMP_GE_OQ));
}

#include "integers256.inl"

using WordReg = __m512i;
constexpr int kWordWidth = 32;
inline WordReg reg_load(const std::uint16_t* p) { return _mm512_loadu_si512(p); }
inline WordReg word_zero() { return _mm512_setzero_si512(); }
inline WordReg word_splat(std::uint32_t two) { return _mm512_set1_epi32(static_cast<int>(two)); }
inline WordReg word_add(WordReg a, WordReg b) { return _mm512_add_epi16(a, b); }
inline WordReg word_max(WordReg a, WordReg b) { return _mm512_max_epi16(a, b); }
inline void word_add_to(std::uint32_t* sums, WordReg words) {
  __m512i* const to = reinterpret_cast<__m512i*>(sums);
  const __m512i low = _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm512_maskz_extracti64x4_epi64(0xFF, words, 0)),
                high = _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm512_maskz_extracti64x4_epi64(0xFF, words, 1));
  _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_loadu_si512(to), low));
  _mm512_storeu_si512(to + 1, _mm512_add_epi32(_mm512_loadu_si512(to + 1), high));
}

#include "vector8.inl"

#include "screen.inl"

#include "steps.inl"

#include "kernels.inl"

}  // namespace

const Kernels kKernels = kTable;

}  // namespace tamis::numerics::avx512
