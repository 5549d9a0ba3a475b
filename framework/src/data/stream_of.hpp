/// \file stream_of.hpp
/// Random numbers of a part of the config.
#pragma once

#include <tamis/rng.hpp>

#include <cstdint>
#include <string_view>

namespace tamis::framework {

/// The stream of (the run's seed, the key of a config), keyed as those of components are.
inline Rng stream_of(std::uint64_t seed, std::string_view key_path) {
  std::uint64_t key = Rng::mix(seed + 1);
  for (const char c : key_path) key = Rng::combine(key, static_cast<unsigned char>(c));
  return Rng(key);
}

}  // namespace tamis::framework
