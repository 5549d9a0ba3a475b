// Eight doubles as one value, in 8 / kWidth registers. Included inside a path's namespace, which defines Reg,
// kWidth and the reg_* functions. No function of the standard library may be used here or in kernels.inl: its
// copy, compiled for AVX-512, could be the one that the linker keeps for the whole program.

#define TAMIS_INLINE_MEMBER inline __attribute__((always_inline))
#define TAMIS_INLINE static TAMIS_INLINE_MEMBER

constexpr int kRegs = 8 / kWidth;

struct V8 {
  Reg r[kRegs];
};

TAMIS_INLINE V8 load(const double* p) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_load(p + i * kWidth);
  return v;
}
TAMIS_INLINE void store(double* p, const V8& v) {
  for (int i = 0; i < kRegs; ++i) reg_store(p + i * kWidth, v.r[i]);
}
TAMIS_INLINE V8 splat(double x) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_splat(x);
  return v;
}
TAMIS_INLINE V8 zero() { return splat(0.0); }
TAMIS_INLINE V8 operator+(const V8& a, const V8& b) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_add(a.r[i], b.r[i]);
  return v;
}
TAMIS_INLINE V8 operator-(const V8& a, const V8& b) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_sub(a.r[i], b.r[i]);
  return v;
}
TAMIS_INLINE V8 operator*(const V8& a, const V8& b) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_mul(a.r[i], b.r[i]);
  return v;
}
TAMIS_INLINE V8 operator/(const V8& a, const V8& b) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_div(a.r[i], b.r[i]);
  return v;
}
TAMIS_INLINE V8 magnitude(const V8& a) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_abs(a.r[i]);
  return v;
}
TAMIS_INLINE V8 larger(const V8& a, const V8& b) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_max(a.r[i], b.r[i]);
  return v;
}
TAMIS_INLINE V8 smaller(const V8& a, const V8& b) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_min(a.r[i], b.r[i]);
  return v;
}
// x where a < b, else y.
TAMIS_INLINE V8 where_below(const V8& a, const V8& b, const V8& x, const V8& y) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_where_below(a.r[i], b.r[i], x.r[i], y.r[i]);
  return v;
}
// The least integer that is not below a, |a| < 2^51: adding this constant rounds to the nearest one.
TAMIS_INLINE V8 ceiling(const V8& a) {
  const V8 shift = splat(0x1.8p52), nearest = (a + shift) - shift;
  return where_below(nearest, a, nearest + splat(1.0), nearest);
}
// 2^a, of integers -1022 <= a <= 1023.
TAMIS_INLINE V8 power_of_two(const V8& a) {
  V8 v;
  for (int i = 0; i < kRegs; ++i) v.r[i] = reg_power_of_two(a.r[i]);
  return v;
}
// add_lanes() of lanes.hpp, with the same bits.
TAMIS_INLINE double total(const V8& a) {
  V8 sum = a;
  for (int half = kRegs / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) sum.r[i] = reg_add(sum.r[i], sum.r[i + half]);
  Reg s = sum.r[0];
  if constexpr (kWidth > 4) s = reg_add(s, reg_swapped<4>(s));
  if constexpr (kWidth > 2) s = reg_add(s, reg_swapped<2>(s));
  return reg_lowest(reg_add(s, reg_swapped<1>(s)));
}
TAMIS_INLINE double greatest(const V8& a) {
  double v[8];
  store(v, a);
  for (int half = 4; half > 0; half /= 2)
    for (int lane = 0; lane < half; ++lane)
      if (v[lane + half] > v[lane]) v[lane] = v[lane + half];
  return v[0];
}
// Bit `lane` where not (a >= b), so also where b is NaN.
TAMIS_INLINE unsigned below(const V8& a, const V8& b) {
  unsigned bits = 0;
  for (int i = 0; i < kRegs; ++i) bits |= reg_below(a.r[i], b.r[i]) << (i * kWidth);
  return bits;
}
// Bit `lane` where a < b, so not where one of them is NaN.
TAMIS_INLINE unsigned less(const V8& a, const V8& b) {
  unsigned bits = 0;
  for (int i = 0; i < kRegs; ++i) bits |= reg_less(a.r[i], b.r[i]) << (i * kWidth);
  return bits;
}
