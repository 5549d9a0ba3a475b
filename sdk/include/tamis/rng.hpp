/// \file rng.hpp
/// Random numbers that are the same on every platform: a generator and distributions of our own, since those of the standard
/// library differ between implementations. Streams are keyed, never shared, so a result does not depend on the order of
/// threads.
#pragma once

#include <tamis/component.hpp>
#include <tamis/matrix.hpp>
#include <tamis/runtime.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tamis {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014, DOI 10.1145/2660193.2660195): 64-bit state, period 2^64.
class Rng {
 public:
  /// Any seed is good, also 0, 1, 2 ...
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

  /// The next 64 bits.
  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    return mix(state_);
  }
  /// Uniform on [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Uniform on 0..n-1, without bias; n >= 1.
  constexpr std::uint64_t below(std::uint64_t n) {
    const std::uint64_t reject_under = (0 - n) % n;  // 2^64 mod n
    for (;;) {
      const std::uint64_t draw = next();
      if (draw >= reject_under) return draw % n;
    }
  }

  /// Puts items into a random order; all orders are equally likely (Fisher, Yates). O(items).
  template <class Items>
  constexpr void shuffle(Items&& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  /// A bijective scrambling of 64 bits.
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// Combines two keys. `with` may be an index: streams of neighbouring indices are unrelated.
  static constexpr std::uint64_t combine(std::uint64_t key, std::uint64_t with) {
    return mix(key ^ (with + 0x9E3779B97F4A7C15u + (key << 6) + (key >> 2)));
  }

 private:
  std::uint64_t state_;
};

/// The stream of (the run's seed, the component's place in the config, `subset` in any order, `stream`).
inline Rng stream(const Runtime& runtime, const Component& component, std::span<const Feature> subset = {},
                  std::uint64_t stream = 0) {
  std::uint64_t key = Rng::mix(runtime.seed() + 1);
  for (char c : component.path()) key = Rng::combine(key, static_cast<unsigned char>(c));
  std::vector<Feature> sorted(subset.begin(), subset.end());
  std::sort(sorted.begin(), sorted.end());
  for (Feature f : sorted) key = Rng::combine(key, f);
  return Rng(Rng::combine(key, stream));
}

}  // namespace tamis
