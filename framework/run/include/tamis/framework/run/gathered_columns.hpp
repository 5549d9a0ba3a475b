/// \file gathered_columns.hpp
/// The columns of a divided table that others hold.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/support/reserved_block.hpp>

#include <memory>
#include <span>
#include <vector>

namespace tamis::framework {

/// Some columns of a divided table, in the order of `features`, from the processes that hold them. All call it,
/// with the same features.
/// \throws Error  as Team::all_gather().
std::vector<std::vector<double>> gather_columns(const LoadedData& data, std::span<const Feature> features,
                                                Team& team);

/// Lets a criterion read the columns of a subset although others hold them: they are sent once, and stay. A
/// process then has its own columns and those, each where it would stand if all were here.
class GatheredColumns {
 public:
  /// Moves the columns of this process to where there is room for all, tells all of them the units of distances,
  /// and the digests of the columns where the run is to be remembered. All processes call it. O(n d / processes).
  /// \param data  divided and prepared; outlives this object, as the others do.
  /// \throws std::bad_alloc
  /// \throws Error  addresses for all are not to be had; and as Team::all_gather().
  GatheredColumns(LoadedData& data, KernelRuntime& kernel);

  /// From now on all have the columns of `features`. All processes call it, with the same features; they meet
  /// where one of these is new: 8 n bytes each, to every process.
  /// \throws std::bad_alloc
  /// \throws Error  as Team::all_gather().
  void bring(std::span<const Feature> features);

 private:
  void move_to_full_table();
  void exchange_units();
  void exchange_digests();

  LoadedData& data_;
  Team& team_;
  std::shared_ptr<ReservedBlock> block_;
  std::vector<char> gathered_;  ///< of each feature
};

}  // namespace tamis::framework
