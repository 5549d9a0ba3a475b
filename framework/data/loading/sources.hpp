/// \file sources.hpp
/// The files of a run as read, and what each column is for.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/division.hpp>
#include <tamis/framework/data/table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

enum class Role {
  feature,
  categorical,
  date,
  ignored,
  target,
  soft,
  certainty,
  clean,
  annotator,
  label,
  weights,
  groups,
  id
};

/// A column of one of the tables.
struct ColumnAt {
  const Table* table = nullptr;
  std::size_t j = 0;
  const TableColumn& column() const { return table->columns[j]; }
  std::span<const double> values() const { return table->column(j); }
  /// A cell: of a file, in a column whose texts were asked for; of numbers that a program holds, as one writes
  /// them, "" where missing.
  std::string text(std::uint64_t row) const;
  std::vector<std::string> texts(std::span<const std::uint64_t> rows) const;
  std::string where(std::uint64_t row) const { return table->where(table->line(row), j); }
  explicit operator bool() const { return table != nullptr; }
};

/// A table without its values.
Table names_of(const Table& table);

/// How all files of a run are read, whatever is in them.
ReadOptions read_options(const DataOptions& options);

/// Tables stay where they are while columns point to them, so this is neither copied nor moved.
struct Sources {
  Table data;
  std::optional<Table> second;  ///< target_path
  std::optional<Table> votes;
  std::vector<Role> roles;  ///< of the columns of `data`
  ColumnAt target, certainty, clean, weights, groups, id;
  std::vector<ColumnAt> soft, annotators;
  std::vector<ColumnAt> labels;  ///< one column of 0 and 1 per label

  /// Reads the files and finds the columns.
  /// \param digest   whether the tables get theirs.
  /// \param division  the features of `data` are divided; null: all are here.
  /// \throws DataError, ParamError
  Sources(const DataOptions& options, bool digest, const Division* division = nullptr);
  /// Tables that were read elsewhere.
  Sources(const DataOptions& options, Table data, std::optional<Table> second);
  /// How many columns of `data` are features.
  std::size_t features() const;
  /// The columns of `second` that have a role, ascending.
  std::vector<std::size_t> outcome_of_second() const;
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

 private:
  Sources() = default;
  void read(const DataOptions& options, bool digest, const Division* division);
  void read_second(const DataOptions& options, const ReadOptions& base);
  std::vector<char> held_of(const Table& named, const DataOptions& options, const Division& division) const;
  void check_second(const DataOptions& options) const;
  void assign(const DataOptions& options);
  ColumnAt take(const Table& table, const std::string& reference, Role role);
  std::vector<ColumnAt> take_all(const Table& table, std::span<const std::string> references, Role role);
  /// Its columns but those of clean, weights and groups.
  std::vector<ColumnAt> others_of(const Table& table) const;
};

}  // namespace tamis::framework
