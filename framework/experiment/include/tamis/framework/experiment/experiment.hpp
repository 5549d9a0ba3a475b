/// \file experiment.hpp
/// Runs every method at every point, repeat by repeat, and remembers what is done.
#pragma once

#include <tamis/framework/experiment/experiment_config.hpp>
#include <tamis/framework/experiment/measurement.hpp>
#include <tamis/framework/kernel/observer.hpp>
#include <tamis/framework/run/provenance.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::framework {

/// What all repeats of an experiment found, as far as they were done.
struct ExperimentResult {
  /// By repeat: entry u is repeat u % repeats of point u / repeats. Of an interrupted experiment some are
  /// empty.
  std::vector<std::vector<Measurement>> repeats;
  std::uint64_t done = 0;     ///< repeats that are complete
  std::uint64_t resumed = 0;  ///< of them, those that an earlier run had done
  std::vector<std::string> warnings;
  Provenance provenance;
};

/// A repeat of a point: the data are made (or drawn) and their labels corrupted once, all
/// methods select from them, and what they selected is measured, so that differences between methods are
/// paired. Repeats run in parallel and have seeds of their own: what is found depends on the config, the data
/// and the code, not on the number of threads or on interruptions.
///
/// \param journal  a file to which each repeat is added when it is complete. Repeats that it holds are not
///                 done again; "": none is kept.
/// \throws ParamError, DataError, PluginError, NumericError  with the point and repeat.
/// \throws DataError  the journal is that of another experiment, or of other code or data.
ExperimentResult run_experiment(Registry& registry, const Defaults& defaults, const ExperimentConfig& config,
                                const RuntimeOptions& options, Observer& observer,
                                const std::filesystem::path& journal = {});

}  // namespace tamis::framework
