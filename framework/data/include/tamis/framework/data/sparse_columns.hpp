/// \file sparse_columns.hpp
/// Features of which only the cells that are not 0 are stored.
#pragma once

#include <tamis/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// Compressed columns, as tamis_sparse: feature j has value[e] at sample row[e] for all e from start[j] to
/// start[j + 1] - 1.
struct SparseColumns {
  std::vector<std::uint64_t> start;  ///< d + 1; empty: features are not stored like this
  std::vector<std::uint32_t> row;    ///< ascending within a column
  std::vector<double> value;

  bool empty() const { return start.empty(); }
  std::size_t features() const { return start.empty() ? 0 : start.size() - 1; }
  std::span<const std::uint32_t> rows(std::size_t j) const { return part(row, j); }
  Column values(std::size_t j) const { return part(value, j); }
  std::span<double> values(std::size_t j) { return {value.data() + start[j], start[j + 1] - start[j]}; }

 private:
  template <class T>
  std::span<const T> part(const std::vector<T>& all, std::size_t j) const {
    return {all.data() + start[j], start[j + 1] - start[j]};
  }
};

/// Keeps the columns and rows whose masks are not 0, which count from 0 again. In place, O(cells + n).
void compact(SparseColumns& cells, std::span<const char> keep_column, std::span<const char> keep_row);

/// The cells of the rows whose mask is 0, numbered as they are.
SparseColumns dropped_cells(const SparseColumns& cells, std::span<const char> keep_row);

/// Undoes the loss of rows of compact(): `dropped` are the dropped_cells() of then, with the mask `kept`; of
/// its columns those in `columns`, ascending, are left in `cells`. O(cells + n).
void restore_samples(SparseColumns& cells, const SparseColumns& dropped, std::span<const char> kept,
                     std::span<const Feature> columns);

/// Cells that are read row by row, to be turned into columns.
class SparseRows {
 public:
  /// A cell of the row that is being read; indices of a row are distinct and come in any order.
  void add(std::uint32_t feature, double value) { cells_.push_back({feature, value}); }
  void end_row() { row_end_.push_back(cells_.size()); }
  std::uint64_t rows() const { return row_end_.size(); }
  std::uint64_t cells() const { return cells_.size(); }
  /// O(cells + features).
  SparseColumns columns(std::size_t features) const;

 private:
  struct Cell {
    std::uint32_t feature;
    double value;
  };
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> row_end_;
};

}  // namespace tamis::framework
