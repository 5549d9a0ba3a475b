/// \file print_flags.hpp
/// In which form a run is printed, and how much of it.
#pragma once

#include <tamis/framework/data/csv_cell.hpp>

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>

namespace tamis::cli {

struct PrintFlags {
  bool json = false, quiet = false, csv = false, spreadsheet = false;
  std::size_t rows = 0;  ///< 0: nobody said

  /// \param rows_of  what the rows are: "suspects". Returns the flag --json.
  CLI::Option* add(CLI::App& command, const std::string& rows_of);
  /// \param listed  what --csv prints: "the ranking". Returns the flag --csv.
  CLI::Option* add_csv(CLI::App& command, const std::string& listed, CLI::Option* json);
  /// Who opens what is written as CSV.
  framework::CsvFor reader() const {
    return spreadsheet ? framework::CsvFor::spreadsheet : framework::CsvFor::program;
  }
  /// As asked for, else what fits on a terminal; 0: all.
  std::size_t most_rows() const;
  /// Of a terminal; 0 elsewhere: any number.
  static std::size_t most_columns();
};

}  // namespace tamis::cli
