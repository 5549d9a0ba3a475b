/// \file score_cache.hpp
/// What a criterion has found of some data, kept in the memory of a run and taken from there.
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

/// The name of what a criterion finds of the data: its options, libraries and streams, the files that it has
/// read so far, the seed, the data, and the version of tamis. Reads them: O(n d), at 2 GB/s.
/// \returns none where a component is the program's own: nobody can tell whether it is the same next time.
/// \throws DataError  a library cannot be read.
std::optional<MemoryKey> name_of(const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel);

/// Scores of one criterion on some data in the memory of a run, where it has one.
class ScoreCache {
 public:
  /// All outlive this object.
  ScoreCache(const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel)
      : criterion_(criterion), data_(data), kernel_(kernel) {}

  /// The name_of() them, when the criterion is prepared; none where nothing is remembered.
  std::optional<MemoryKey> name();
  /// Whether there are as many scores under the key; if not, they stay as they are.
  bool recall(const MemoryKey& key, std::span<double> scores, Reasons* reasons = nullptr) const;
  void keep(const MemoryKey& key, std::span<const double> scores, const Reasons& reasons = {}) const;

 private:
  const Plan& criterion_;
  const LoadedData& data_;
  const KernelRuntime& kernel_;
  bool is_named_ = false;
  std::optional<MemoryKey> name_;
};

/// Answers with scores that are remembered, and has the others kept: a score is a pure function of what its
/// name holds. A call in which the criterion warned is not kept, so that it warns again.
class CachingScorer final : public Scorer {
 public:
  /// The criterion behind `inner` is prepared before the first call. All outlive this object.
  CachingScorer(Scorer& inner, const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel)
      : inner_(inner), remembered_(criterion, data, kernel), kernel_(kernel) {}

  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;
  /// How many scores were remembered so far.
  std::uint64_t recalled() const { return recalled_; }

 private:
  std::optional<MemoryKey> key_of(Subset subset, Move move, std::span<const Feature> candidates);

  Scorer& inner_;
  ScoreCache remembered_;
  const KernelRuntime& kernel_;
  std::uint64_t recalled_ = 0;
};

}  // namespace tamis::framework
