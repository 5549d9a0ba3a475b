/// \file memory.hpp
/// What a run has computed, kept for the same run when it is begun again.
#pragma once

#include <tamis/rng.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The name of something that was computed: 128 bits of a digest of all that it depends on.
struct MemoryKey {
  std::uint64_t high = 0, low = 0;

  /// The name of a part of it.
  MemoryKey with(std::uint64_t part) const { return {Rng::combine(high, part), Rng::combine(low, ~part)}; }
  auto operator<=>(const MemoryKey&) const = default;
};

/// Keeps what costs more to compute than to read. Safe to call from several threads.
class Memory {
 public:
  virtual ~Memory() = default;
  /// Whether there is something to recall, or worth keeping yet: to name a thing the data are digested.
  virtual bool is_awake() const = 0;
  /// What an earlier run kept under the key.
  virtual std::optional<std::string> recall(const MemoryKey& key) = 0;
  /// \param bytes  for recall(), in a later run. A memory that is full is no reason to fail.
  virtual void keep(const MemoryKey& key, std::string_view bytes) = 0;
};

}  // namespace tamis::framework
