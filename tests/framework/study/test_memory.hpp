/// \file test_memory.hpp
/// The memory of a run that a test looks into.
#pragma once

#include <tamis/framework/kernel/memory.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tamis::framework::test {

/// Recalls what it was given at the beginning, and keeps what comes in its order.
class TestMemory final : public Memory {
 public:
  using Piece = std::pair<MemoryKey, std::string>;
  std::vector<Piece> kept;
  std::size_t recalled = 0;

  TestMemory() = default;
  TestMemory(const std::vector<Piece>& earlier, std::size_t n)
      : earlier_(earlier.begin(), earlier.begin() + static_cast<std::ptrdiff_t>(n)) {}

  bool is_awake() const override { return true; }
  std::optional<std::string> recall(const MemoryKey& key) override {
    const std::scoped_lock lock(mutex_);
    const auto found = earlier_.find(key);
    if (found == earlier_.end()) return std::nullopt;
    ++recalled;
    return found->second;
  }
  void keep(const MemoryKey& key, std::string_view bytes) override {
    const std::scoped_lock lock(mutex_);
    kept.emplace_back(key, bytes);
  }
  /// Whether each of the pieces was given to it, or kept.
  bool knows(const std::vector<Piece>& pieces) const {
    std::map<MemoryKey, std::string> all = earlier_;
    all.insert(kept.begin(), kept.end());
    return std::all_of(pieces.begin(), pieces.end(),
                       [&](const Piece& p) { return all.at(p.first) == p.second; });
  }

 private:
  std::mutex mutex_;
  std::map<MemoryKey, std::string> earlier_;
};

}  // namespace tamis::framework::test
