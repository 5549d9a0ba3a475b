/// \file reselection.hpp
/// A selection that was made once, made again on changed data.
#pragma once

#include <tamis/framework/study/rank_intervals.hpp>
#include <tamis/framework/study/study_config.hpp>
#include <tamis/framework/study/study_result.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// The same stages with the same components, those that were chosen by default too, which might be others for
/// the changed target. Each selection is one task of shared_tasks().
class Reselection {
 public:
  /// \param registry, defaults, config  of the first selection; outlive this object. The registry has loaded
  ///   what it needs.
  /// \param first  what it found.
  /// \param start  when the time of the run began.
  Reselection(Registry& registry, const Defaults& defaults, const StudyConfig& config,
              const StudyResult& first, const RuntimeOptions& options,
              std::chrono::steady_clock::time_point start);

  /// Changed data, and the seed of the selection from them.
  struct Input {
    LoadedData data;
    std::uint64_t seed = 0;
    double changed = 0;  ///< share of the labels, for Found
    bool ranks = false;  ///< whether Found has them
  };
  struct Found {
    std::vector<Feature> selected;   ///< ascending
    std::vector<SharedRanks> ranks;  ///< of all features; 8 bytes each
    double changed = 0;
  };
  using Change = std::function<Input(std::size_t, const RuntimeOptions&)>;

  /// What is selected from change(i, options of one thread), i below n; nothing where the run was stopped or
  /// out of time before.
  /// \param what  for progress: "resamples".
  /// \param name  of task i, for errors: "resample 3".
  /// \throws Error  what select() and `change` throw.
  std::vector<std::optional<Found>> run(std::size_t n, const std::string& what,
                                        const std::function<std::string(std::size_t)>& name,
                                        const Change& change, Observer& observer) const;

 private:
  Found select_from(Input input, RuntimeOptions options) const;

  Registry& registry_;
  const Defaults& defaults_;
  SelectConfig config_;
  const EvaluateOptions* evaluate_;  // where it chooses the size, else null
  RuntimeOptions options_;
  std::chrono::steady_clock::time_point start_;
};

/// Ascending.
std::vector<Feature> selected_features(const StageResult& result);

}  // namespace tamis::framework
