/// \file stream_of.hpp
/// Random numbers of a part of the config.
#pragma once

#include <tamis/rng.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace tamis::framework {

/// The stream of (the run's seed, the key of a config), keyed as those of components are.
inline Rng stream_of(std::uint64_t seed, std::string_view key_path) {
  std::uint64_t key = Rng::mix(seed + 1);
  for (const char c : key_path) key = Rng::combine(key, static_cast<unsigned char>(c));
  return Rng(key);
}

/// A seed for the i-th part of its kind, from 0: of the stream of "what[i + 1]".
inline std::uint64_t seed_of(std::uint64_t seed, std::string_view what, std::uint64_t i) {
  return stream_of(seed, fmt::format("{}[{}]", what, i + 1)).next();
}

}  // namespace tamis::framework
