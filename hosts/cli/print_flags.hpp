/// \file print_flags.hpp
/// In which form a run is printed, and how much of it.
#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>

namespace tamis::cli {

struct PrintFlags {
  bool json = false, quiet = false;
  std::size_t rows = 0;  ///< 0: nobody said

  /// \param rows_of  what the rows are: "suspects". Returns the flag --json.
  CLI::Option* add(CLI::App& command, const std::string& rows_of);
  /// As asked for, else what fits on a terminal; 0: all.
  std::size_t most_rows() const;
  /// Of a terminal; 0 elsewhere: any number.
  static std::size_t most_columns();
};

}  // namespace tamis::cli
