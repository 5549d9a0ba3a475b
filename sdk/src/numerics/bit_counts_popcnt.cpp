// By the instruction that counts the bits of one word. No function of the standard library may be used here, see vector8.inl.
#include "bit_counts.hpp"

namespace tamis::numerics::popcnt {

void count_common(const BitSets& sets, const BitSets& others, std::size_t words, std::uint32_t* out) {
  for (std::size_t a = 0; a < sets.sets; ++a)
    for (std::size_t b = 0; b < others.sets; ++b) {
      const std::uint64_t* const x = sets.bits + a * words;
      const std::uint64_t* const z = others.bits + b * words;
      std::uint64_t common = 0;
      for (std::size_t block = 0; block < words; block += kBlockOfWords)
        for (std::size_t w = block; w < block + kBlockOfWords; ++w)
          common += static_cast<std::uint64_t>(__builtin_popcountll(x[w] & z[w]));
      *out++ = static_cast<std::uint32_t>(common);
    }
}

}  // namespace tamis::numerics::popcnt
