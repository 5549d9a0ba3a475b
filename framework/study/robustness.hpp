/// \file robustness.hpp
/// Whether other samples, or wrong labels, would have led to other features: [stability] and [noise_sweep].
#pragma once

#include "reselection.hpp"

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/noise_model.hpp>

namespace tamis::framework {

/// Refuses, before data are read, a run that keeps every feature, and what the manifests tell is wrong with a
/// noise model.
/// \throws ParamError
void check_robustness(const Registry& registry, const StudyConfig& config);

/// Selects again and again as a config says, and compares with the first selection.
///
/// - Stability: each resample has a seed of its own, for the samples that it draws and for its selection,
///   which may be random too.
/// - Noise sweep: each value changes labels by the same random numbers, and selects with the seed of the
///   first selection. So what differs between two selections comes from the labels alone.
class Robustness {
 public:
  /// Draws, and corrupts labels, once: what is wrong with the options or the data is found here, before
  /// any search. The time of the run begins.
  /// \param config  outlives this object, as the others do.
  /// \param data  as they were loaded, and drawn.
  /// \throws ParamError, DataError, and what the noise model throws.
  Robustness(Registry& registry, const StudyConfig& config, const LoadedData& data,
             const RuntimeOptions& options);

  /// An interrupted or spent run gives what was finished. Cost: that of the selection, times resamples +
  /// values * repeats, on as many threads as the options say.
  /// \param result  of the first selection; gets `stability`, `noise_sweep` and their provenance.
  /// \throws Error  what select() throws, with the name of the resample or repeat.
  void run(const Defaults& defaults, Observer& observer, StudyResult& result);

 private:
  /// The samples of a resample, as a mask.
  std::vector<char> drawn(Rng rng) const;
  Stability resample(const Reselection& again, const StudyResult& first, Observer& observer) const;
  NoiseSweep sweep_noise(const Reselection& again, const StudyResult& first, Observer& observer) const;
  struct CorruptedLabels {
    TargetColumn target;
    double changed = 0;
  };
  CorruptedLabels corrupt(const Plan& noise, std::uint64_t repeat, KernelRuntime& kernel) const;

  Registry& registry_;
  const StudyConfig& config_;
  const LoadedData& data_;
  RuntimeOptions options_;
  std::chrono::steady_clock::time_point start_;
  Observer silent_;
  KernelRuntime kernel_;
  std::uint64_t drawn_ = 0;   // samples of a resample, about as many where groups are kept whole
  std::vector<Plan> noises_;  // by value
};

}  // namespace tamis::framework
