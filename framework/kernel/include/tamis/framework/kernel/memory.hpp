/// \file memory.hpp
/// A cache of results that lets a run continue after an interruption.
#pragma once

#include <tamis/rng.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The key of a result: 128 bits of a digest of everything that the result depends on.
struct MemoryKey {
  std::uint64_t high = 0, low = 0;

  /// The key of a part of the result.
  MemoryKey with(std::uint64_t part) const { return {Rng::combine(high, part), Rng::combine(low, ~part)}; }
  auto operator<=>(const MemoryKey&) const = default;
};

/// Stores results that cost more to compute than to read. Safe to call from several threads.
class Memory {
 public:
  virtual ~Memory() = default;
  /// Whether it holds results or should store new ones yet. If not, callers save the cost of a key, which is a digest of
  /// the data.
  virtual bool is_awake() const = 0;
  /// The bytes that an earlier run stored under the key.
  virtual std::optional<std::string> recall(const MemoryKey& key) = 0;
  /// \param bytes  for recall(), in a later run. A memory that is full is no reason to fail.
  virtual void keep(const MemoryKey& key, std::string_view bytes) = 0;
};

}  // namespace tamis::framework
