/// \file observer.hpp
/// What a host hears while a run goes on. Libraries do not print.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/framework/kernel/scorer.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace tamis::framework {

/// Scores that a criterion gave, or that were remembered of it.
struct ScoredCall {
  Dataset data;  ///< whose features the others number
  Subset subset;
  Move move;
  std::span<const Feature> candidates;  ///< none of Move::whole
  std::span<const double> scores;       ///< one per candidate; one of Move::whole
  const Reasons& reasons;
};

/// Override what you want to hear. note and estimate come from the thread that runs the selection; what they
/// throw ends the run and comes out of it. The others come also from within components, warning and
/// progress on any of the run's threads, warnings one at a time: what they throw could pass no
/// component and is dropped, and the run goes on. To stop a run from there, set RuntimeOptions::interrupted.
class Observer {
 public:
  virtual ~Observer() = default;
  /// What the kernel did to the data or chose for the user. The first note says what the target was taken as.
  virtual void note(std::string_view) {}
  virtual void warning(std::string_view) {}
  /// Before work that is expected to take long; infinity: nobody can say how long.
  virtual void estimate(double /*seconds*/) {}
  /// What is being done, and how much (total 0: unknown); often. Work of the kernel begins with 0 of 0.
  virtual void progress(std::string_view /*what*/, std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  /// A search was told scores: how many so far; how many of these were remembered from an earlier run; of how many at
  /// most; the best (NaN: none yet, or losses).
  virtual void walk(std::uint64_t /*scores*/, std::uint64_t /*recalled*/, double /*0, infinity: unknown*/,
                    double /*best*/) {}
  /// Each call of a walk, in order; what it shows is gone after the call.
  virtual void scored(const ScoredCall&) {}
};

}  // namespace tamis::framework
