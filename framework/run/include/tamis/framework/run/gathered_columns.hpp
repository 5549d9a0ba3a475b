/// \file gathered_columns.hpp
/// Columns of a divided table, gathered from the processes that hold them.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/support/reserved_block.hpp>

#include <memory>
#include <span>
#include <vector>

namespace tamis::framework {

/// The columns of some features, in the order of `features`. If the table is divided, this is a collective call with the same
/// features.
/// \param team  only if the table is divided.
/// \throws Error  as Team::all_gather().
std::vector<std::vector<double>> read_columns(const LoadedData& data, std::span<const Feature> features,
                                              Team* team);

/// Lets a criterion read columns of a subset that other processes hold: they are sent once and kept. A process then has
/// its own columns and those, each at its offset in the full table.
class GatheredColumns {
 public:
  /// Moves the columns of this process to their offsets in the address space of the full table, and gathers the units of
  /// distances and, for a checkpoint, the digests of the columns. A collective call. O(n d / processes).
  /// \param data  divided and prepared; outlives this object, as the others do.
  /// \throws std::bad_alloc
  /// \throws Error  the address space cannot be reserved; and as Team::all_gather().
  GatheredColumns(LoadedData& data, KernelRuntime& kernel);

  /// Gathers the columns of `features` in every process. A collective call with the same features; it communicates if one
  /// of them is new: 8 n bytes each, to every process.
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
