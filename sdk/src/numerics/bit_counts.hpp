/// \file bit_counts.hpp
/// How many bits two sets of samples have in common, for many pairs of sets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tamis::numerics {

/// Sets take a multiple of so many words: a vector of the widest copy.
inline constexpr std::size_t kBlockOfWords = 8;
/// The words of a set of samples.
constexpr std::size_t words_of_set(std::size_t samples) {
  return (samples + 64 * kBlockOfWords - 1) / (64 * kBlockOfWords) * kBlockOfWords;
}

/// Sets of samples as bits, `words` each (a multiple of kBlockOfWords), one after the other.
struct BitSets {
  const std::uint64_t* bits;
  std::size_t sets;
};

/// out[a * other.sets + b] = |A_a and B_b|. O(sets * other.sets * words).
using CountCommon = void (*)(const BitSets& sets, const BitSets& others, std::size_t words,
                             std::uint32_t* out);

/// A copy of it for this processor, and what one word costs by it, in the cost of adding 1 to a count in memory. All copies give
/// the same numbers.
struct BitCounting {
  CountCommon count_common;
  double cost_of_word;
};
const BitCounting& bit_counting();

namespace popcnt {
void count_common(const BitSets&, const BitSets&, std::size_t, std::uint32_t*);
}
namespace vpopcnt {
void count_common(const BitSets&, const BitSets&, std::size_t, std::uint32_t*);
}

}  // namespace tamis::numerics
