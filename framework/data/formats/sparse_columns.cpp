#include <tamis/framework/data/sparse_columns.hpp>

#include <numeric>

namespace tamis::framework {

void compact(SparseColumns& cells, std::span<const char> keep_column, std::span<const char> keep_row) {
  std::vector<std::uint32_t> place(keep_row.size());
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < keep_row.size(); ++i) {
    place[i] = kept;
    if (keep_row[i]) ++kept;
  }
  std::uint64_t to = 0, begin = 0;
  std::size_t column = 0;
  for (std::size_t j = 0; j < keep_column.size(); ++j) {
    const std::uint64_t end = cells.start[j + 1];
    if (keep_column[j]) {
      for (std::uint64_t e = begin; e < end; ++e) {
        if (!keep_row[cells.row[e]]) continue;
        cells.row[to] = place[cells.row[e]];
        cells.value[to++] = cells.value[e];
      }
      cells.start[++column] = to;
    }
    begin = end;
  }
  cells.start.resize(column + 1);
  cells.row.resize(to);
  cells.value.resize(to);
}

SparseColumns dropped_cells(const SparseColumns& cells, std::span<const char> keep_row) {
  SparseColumns out;
  out.start.push_back(0);
  for (std::size_t j = 0; j < cells.features(); ++j) {
    for (std::uint64_t e = cells.start[j]; e < cells.start[j + 1]; ++e) {
      if (keep_row[cells.row[e]]) continue;
      out.row.push_back(cells.row[e]);
      out.value.push_back(cells.value[e]);
    }
    out.start.push_back(out.row.size());
  }
  return out;
}

void restore_samples(SparseColumns& cells, const SparseColumns& dropped, std::span<const char> kept,
                     std::span<const Feature> columns) {
  std::vector<std::uint32_t> place;
  for (std::uint32_t i = 0; i < kept.size(); ++i)
    if (kept[i]) place.push_back(i);
  SparseColumns out;
  out.start.push_back(0);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    std::uint64_t a = cells.start[j], b = dropped.start[columns[j]];
    const std::uint64_t a_end = cells.start[j + 1], b_end = dropped.start[columns[j] + 1];
    while (a < a_end || b < b_end) {
      const bool first = b == b_end || (a < a_end && place[cells.row[a]] < dropped.row[b]);
      out.row.push_back(first ? place[cells.row[a]] : dropped.row[b]);
      out.value.push_back(first ? cells.value[a++] : dropped.value[b++]);
    }
    out.start.push_back(out.row.size());
  }
  cells = std::move(out);
}

SparseColumns SparseRows::columns(std::size_t features) const {
  SparseColumns out;
  out.start.assign(features + 1, 0);
  for (const Cell& cell : cells_) ++out.start[cell.feature + 1];
  std::partial_sum(out.start.begin(), out.start.end(), out.start.begin());
  out.row.resize(cells_.size());
  out.value.resize(cells_.size());
  std::vector<std::uint64_t> to(out.start.begin(), out.start.end() - 1);
  std::uint64_t e = 0;
  for (std::uint32_t i = 0; i < row_end_.size(); ++i)
    for (; e < row_end_[i]; ++e) {
      const std::uint64_t at = to[cells_[e].feature]++;
      out.row[at] = i;
      out.value[at] = cells_[e].value;
    }
  return out;
}

}  // namespace tamis::framework
