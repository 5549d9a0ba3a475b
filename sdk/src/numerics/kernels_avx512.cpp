// The kernels for processors with AVX-512 F and DQ.
#include "kernels.hpp"

#include <immintrin.h>

namespace tamis::numerics::avx512 {
namespace {

using Reg = __m512d;
constexpr int kWidth = 8;
constexpr int kQueries = 8, kTilePanels = 2;   // 16 of 32 registers hold sums
constexpr int kClassTile = 5, kColumnSub = 4;  // 20 of 32

inline Reg reg_load(const double* p) { return _mm512_loadu_pd(p); }
inline void reg_store(double* p, Reg v) { _mm512_storeu_pd(p, v); }
inline Reg reg_splat(double x) { return _mm512_set1_pd(x); }
inline Reg reg_add(Reg a, Reg b) { return _mm512_add_pd(a, b); }
inline Reg reg_sub(Reg a, Reg b) { return _mm512_sub_pd(a, b); }
inline Reg reg_mul(Reg a, Reg b) { return _mm512_mul_pd(a, b); }
// Masked with all ones: GCC 12 warns of an uninitialised value inside the plain _mm512_max_pd.
inline Reg reg_max(Reg a, Reg b) { return _mm512_maskz_max_pd(0xFF, a, b); }
inline Reg reg_abs(Reg a) { return _mm512_abs_pd(a); }
inline unsigned reg_below(Reg a, Reg b) {
  return static_cast<unsigned>(_mm512_cmp_pd_mask(a, b, _CMP_NGE_UQ));
}

#include "vector8.inl"

#include "kernels.inl"

}  // namespace

const Kernels kKernels = kTable;

}  // namespace tamis::numerics::avx512
