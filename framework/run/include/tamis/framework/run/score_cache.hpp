/// \file score_cache.hpp
/// Cached scores of a criterion on a data set, in the memory of a run.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/scorer.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The key of the scores of a criterion on a data set: a digest of its options, libraries and random streams, the files
/// that it has read so far, the seed, the data, and the version of tamis. Reads all of these: O(n d), at 2 GB/s.
/// \returns none if a component is the program's own, since it cannot be known whether it is the same next time.
/// \throws DataError  a library cannot be read.
std::optional<MemoryKey> name_of(const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel);

/// The scores of one criterion on one data set in the memory of a run, if the run has one.
class ScoreCache {
 public:
  /// All outlive this object.
  ScoreCache(const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel)
      : criterion_(criterion), data_(data), kernel_(kernel) {}

  /// The key of these scores, once the criterion is prepared; none if nothing is cached.
  std::optional<MemoryKey> name();
  /// Fills in the scores under the key. Returns false, and leaves them as they are, unless so many are cached.
  bool recall(const MemoryKey& key, std::span<double> scores, Reasons* reasons = nullptr) const;
  void keep(const MemoryKey& key, std::span<const double> scores, const Reasons& reasons = {}) const;

 private:
  const Plan& criterion_;
  const LoadedData& data_;
  const KernelRuntime& kernel_;
  bool is_named_ = false;
  std::optional<MemoryKey> name_;
};

/// Takes scores from the cache and stores new ones there: a score is a pure function of what its key names. A call during
/// which the criterion warned is not stored, so that it warns again.
class CachingScorer final : public Scorer {
 public:
  /// The criterion behind `inner` is prepared before the first call. All outlive this object.
  CachingScorer(Scorer& inner, const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel)
      : inner_(inner), cache_(criterion, data, kernel), kernel_(kernel) {}

  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;
  void score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) override;
  /// How many scores came from the cache so far.
  std::uint64_t recalled() const { return recalled_; }

 private:
  std::optional<MemoryKey> key_of(Subset subset, Move move, std::span<const Feature> candidates);

  Scorer& inner_;
  ScoreCache cache_;
  const KernelRuntime& kernel_;
  std::uint64_t recalled_ = 0;
};

}  // namespace tamis::framework
