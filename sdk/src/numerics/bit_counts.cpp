#include "bit_counts.hpp"

#include <tamis/numerics/simd.hpp>

#include <limits>

namespace tamis::numerics {

const BitCounting& bit_counting() {
  // measured on a Xeon: 0.04 and 0.25 ns a word, 0.4 ns to add 1 to a count
  static constexpr BitCounting wide{vpopcnt::count_common, 0.1}, one{popcnt::count_common, 0.9},
      none{nullptr, std::numeric_limits<double>::infinity()};
  __builtin_cpu_init();
  if (simd_path() == SimdPath::avx512 && __builtin_cpu_supports("avx512vpopcntdq")) return wide;
  if (simd_path() != SimdPath::sse2 && __builtin_cpu_supports("popcnt")) return one;
  return none;
}

}  // namespace tamis::numerics
