/// \file observer.hpp
/// Callbacks to a host during a run. Libraries do not print.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/framework/kernel/scorer.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace tamis::framework {

/// Scores of one call, computed by the criterion or taken from the cache.
struct ScoredCall {
  Dataset data;  ///< to which the feature numbers refer
  Subset subset;
  Move move;
  std::span<const Feature> candidates;  ///< empty for Move::whole
  std::span<const double> scores;       ///< one per candidate; one for Move::whole
  const Reasons& reasons;
};

/// Override the functions that you need. note and estimate are called from the thread that runs the selection; an exception
/// from them ends the run and is passed on. The others are also called from within components: warning and progress from any
/// thread of the run, warnings one at a time. Exceptions from these cannot pass through a component and are ignored. To stop
/// a run from there, set RuntimeOptions::interrupted.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Something that the kernel did to the data or chose for the user. The first note says how the target was read.
  virtual void note(std::string_view) {}
  virtual void warning(std::string_view) {}
  /// Called before work that is expected to take long; infinity: the time is unknown.
  virtual void estimate(double /*seconds*/) {}
  /// The present work, and how much of it is done (total 0: unknown); called often. Work of the kernel begins with 0 of 0.
  virtual void progress(std::string_view /*what*/, std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  /// A search got scores: how many so far; how many of these came from an earlier run; an upper bound on their number; the
  /// best score (NaN: none yet, or losses).
  virtual void walk(std::uint64_t /*scores*/, std::uint64_t /*recalled*/, double /*0, infinity: unknown*/,
                    double /*best*/) {}
  /// Each call of a search, in order; the views are valid during the call.
  virtual void scored(const ScoredCall&) {}
};

}  // namespace tamis::framework
