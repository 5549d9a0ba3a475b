/// \file tally.hpp
/// What many trials with flipped labels come to.
#pragma once

#include "average.hpp"
#include "label_flips.hpp"

#include <array>

namespace tamis::experiments {

/// Samples by the probability of being wrong that the fit stated: [0, 0.1), ..., [0.9, 1].
class Calibration {
 public:
  struct Bin {
    std::uint64_t samples = 0, flipped = 0;
    double sum_stated = 0;
    double mean_stated() const { return sum_stated / static_cast<double>(samples); }
    double share_flipped() const { return static_cast<double>(flipped) / static_cast<double>(samples); }
  };
  void add(const Trial& trial) {
    for (std::size_t i = 0; i < trial.wrong.size(); ++i) {
      Bin& bin = bins[std::min(static_cast<std::size_t>(trial.wrong[i] * kBins), kBins - 1)];
      ++bin.samples;
      bin.flipped += trial.flipped[i] ? 1 : 0;
      bin.sum_stated += trial.wrong[i];
    }
  }
  void add(const Calibration& other) {
    for (std::size_t b = 0; b < kBins; ++b) {
      bins[b].samples += other.bins[b].samples;
      bins[b].flipped += other.bins[b].flipped;
      bins[b].sum_stated += other.bins[b].sum_stated;
    }
  }

  static constexpr std::size_t kBins = 10;
  std::array<Bin, kBins> bins;
};

/// Trials of one set at one rate.
struct Tally {
  Average fit, neighbours, gain;            ///< precision; the fit's minus the neighbours', trial by trial
  Average fit_average, neighbours_average;  ///< average precision
  Average true_rate, estimated_rate;
  Calibration calibration;

  void add(const Trial& trial) {
    fit.add(trial.by_fit.precision);
    neighbours.add(trial.by_neighbours.precision);
    gain.add(trial.by_fit.precision - trial.by_neighbours.precision);
    fit_average.add(trial.by_fit.average_precision);
    neighbours_average.add(trial.by_neighbours.average_precision);
    true_rate.add(trial.true_rate());
    estimated_rate.add(trial.estimated_rate());
    calibration.add(trial);
  }
};

/// Trials with seeds 0, 1, ...
inline Tally tally(const LabelFlips& set, framework::Registry& registry, double rate, std::size_t trials) {
  Tally t;
  for (std::uint64_t seed = 0; seed < trials; ++seed) t.add(set.run(registry, rate, seed));
  return t;
}

}  // namespace tamis::experiments
