/// \file kept_run.hpp
/// What a run has computed, kept for the same command when it was stopped.
#pragma once

#include "terminal.hpp"

#include <tamis/framework/run/checkpoint.hpp>
#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/run/team_memory.hpp>

#include <optional>

namespace tamis::cli {

/// The checkpoint that the user names, which stays; or one beside the result, of a run that lasts a minute,
/// which is gone when the run is complete.
class KeptRun {
 public:
  /// \throws DataError  as framework::Checkpoint.
  KeptRun(const framework::RunConfig& config, TerminalObserver& observer);
  /// An error has ended the run, or end() was called.
  ~KeptRun();
  KeptRun(const KeptRun&) = delete;
  KeptRun& operator=(const KeptRun&) = delete;

  framework::Memory* memory();
  /// What was found is written.
  void end(bool complete);

 private:
  void open();

  TerminalObserver& observer_;
  std::filesystem::path file_;
  bool is_named_;
  std::optional<framework::Checkpoint> checkpoint_;  // of the first process
  std::optional<framework::TeamMemory> shared_;
};

}  // namespace tamis::cli
