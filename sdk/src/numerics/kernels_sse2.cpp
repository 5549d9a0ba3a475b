// The kernels for every x86-64 processor.
#include "kernels.hpp"

#include <immintrin.h>

namespace tamis::numerics::sse2 {
namespace {

using Reg = __m128d;
constexpr int kWidth = 2;
constexpr int kQueries = 2, kTilePanels = 1;                  // 8 of 16 registers hold sums
constexpr int kClassTile = 2, kColumnSub = 1;                 // 8 of 16
constexpr int kScreenTileQueries = 2, kScreenTilePanels = 1;  // 8 of 16 registers hold sums
constexpr int kStepTileQueries = 2;                           // 8 of 16

inline Reg reg_load(const double* p) { return _mm_loadu_pd(p); }
inline void reg_store(double* p, Reg v) { _mm_storeu_pd(p, v); }
inline Reg reg_splat(double x) { return _mm_set1_pd(x); }
inline Reg reg_add(Reg a, Reg b) { return _mm_add_pd(a, b); }
inline Reg reg_sub(Reg a, Reg b) { return _mm_sub_pd(a, b); }
inline Reg reg_mul(Reg a, Reg b) { return _mm_mul_pd(a, b); }
inline Reg reg_div(Reg a, Reg b) { return _mm_div_pd(a, b); }
inline Reg reg_max(Reg a, Reg b) { return _mm_max_pd(a, b); }
inline Reg reg_min(Reg a, Reg b) { return _mm_min_pd(a, b); }
inline Reg reg_where_below(Reg a, Reg b, Reg x, Reg y) {
  const Reg mask = _mm_cmplt_pd(a, b);
  return _mm_or_pd(_mm_and_pd(mask, x), _mm_andnot_pd(mask, y));
}
inline Reg reg_abs(Reg a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }
inline unsigned reg_below(Reg a, Reg b) {
  return static_cast<unsigned>(_mm_movemask_pd(_mm_cmpnge_pd(a, b)));
}
inline unsigned reg_less(Reg a, Reg b) { return static_cast<unsigned>(_mm_movemask_pd(_mm_cmplt_pd(a, b))); }
// 2^a of integers: they lie in the last bits of a sum with 2^52, from where they are shifted into the exponent.
inline Reg reg_power_of_two(Reg a) {
  return _mm_castsi128_pd(_mm_slli_epi64(_mm_castpd_si128(reg_add(a, reg_splat(0x1p52 + 1023))), 52));
}
inline double reg_lowest(Reg a) { return _mm_cvtsd_f64(a); }
// Each lane gets that of the lane whose number differs in one bit.
template <int kDistance>
inline Reg reg_swapped(Reg a) {
  return _mm_shuffle_pd(a, a, 0b01);
}

using FloatReg = __m128;
constexpr int kFloatWidth = 4;
inline FloatReg reg_load(const float* p) { return _mm_loadu_ps(p); }
inline void reg_store(float* p, FloatReg v) { _mm_storeu_ps(p, v); }
inline FloatReg reg_splat(float x) { return _mm_set1_ps(x); }
inline FloatReg reg_sub(FloatReg a, FloatReg b) { return _mm_sub_ps(a, b); }
inline FloatReg reg_multiply_add(FloatReg a, FloatReg b, FloatReg sum) {
  return _mm_add_ps(sum, _mm_mul_ps(a, b));
}
inline unsigned reg_reaches(FloatReg a, FloatReg b) {
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpge_ps(a, b)));
}

using ByteReg = __m128i;
constexpr int kByteWidth = 16;
inline ByteReg reg_load(const std::uint8_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
inline void reg_store(std::uint8_t* p, ByteReg v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
inline ByteReg reg_splat(std::uint8_t x) { return _mm_set1_epi8(static_cast<char>(x)); }
inline ByteReg reg_max(ByteReg a, ByteReg b) { return _mm_max_epu8(a, b); }
inline ByteReg reg_min(ByteReg a, ByteReg b) { return _mm_min_epu8(a, b); }
// |a - b|: the difference that is not below 0; the other one stops at 0.
inline ByteReg reg_apart(ByteReg a, ByteReg b) {
  return _mm_or_si128(_mm_subs_epu8(a, b), _mm_subs_epu8(b, a));
}
inline unsigned reg_at_most(ByteReg a, ByteReg limit) {
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(a, limit), a)));
}

using WordReg = __m128i;
constexpr int kWordWidth = 8;
inline WordReg reg_load(const std::uint16_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
inline WordReg word_zero() { return _mm_setzero_si128(); }
inline WordReg word_splat(std::uint32_t two) { return _mm_set1_epi32(static_cast<int>(two)); }
inline WordReg word_add(WordReg a, WordReg b) { return _mm_add_epi16(a, b); }
inline WordReg word_max(WordReg a, WordReg b) { return _mm_max_epi16(a, b); }
inline void word_add_to(std::uint32_t* sums, WordReg words) {
  __m128i* const to = reinterpret_cast<__m128i*>(sums);
  const __m128i low = _mm_unpacklo_epi16(words, word_zero()), high = _mm_unpackhi_epi16(words, word_zero());
  _mm_storeu_si128(to, _mm_add_epi32(_mm_loadu_si128(to), low));
  _mm_storeu_si128(to + 1, _mm_add_epi32(_mm_loadu_si128(to + 1), high));
}
// Below 2^31: compared as signed ones.
inline std::uint32_t least_of_32(const std::uint32_t* sums) {
  const __m128i* const from = reinterpret_cast<const __m128i*>(sums);
  __m128i least = _mm_loadu_si128(from);
  for (int r = 1; r < 8; ++r) {
    const __m128i next = _mm_loadu_si128(from + r), smaller = _mm_cmplt_epi32(next, least);
    least = _mm_or_si128(_mm_and_si128(smaller, next), _mm_andnot_si128(smaller, least));
  }
  alignas(16) std::uint32_t lanes[4];
  _mm_store_si128(reinterpret_cast<__m128i*>(lanes), least);
  const std::uint32_t a = lanes[0] < lanes[1] ? lanes[0] : lanes[1],
                      b = lanes[2] < lanes[3] ? lanes[2] : lanes[3];
  return a < b ? a : b;
}

#include "vector8.inl"

#include "screen.inl"

#include "steps.inl"

#include "kernels.inl"

}  // namespace

const Kernels kKernels = kTable;

}  // namespace tamis::numerics::sse2
