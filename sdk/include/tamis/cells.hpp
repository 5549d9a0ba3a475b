/// \file cells.hpp
/// A small table in a file that an option names: ground distances, edges of a graph, groups.
#pragma once

#include <tamis/abi/services.h>
#include <tamis/errors.hpp>

#include <charconv>
#include <cmath>
#include <string_view>

namespace tamis {

/// A view of rows x cols texts; copy it freely. It is valid as long as the runtime that returned it.
class Cells {
 public:
  /// For the SDK.
  explicit Cells(const tamis_cells& c) : c_(c) {}
  /// The number of rows of the file, including a header.
  std::uint64_t rows() const { return c_.rows; }
  /// The number of cells in each row.
  std::uint64_t cols() const { return c_.cols; }
  /// The name of the file, for messages.
  std::string_view path() const { return {c_.path.data, c_.path.size}; }
  /// The text of cell (i, j), trimmed and unquoted; "" if the cell is empty.
  std::string_view operator()(std::uint64_t i, std::uint64_t j) const {
    const tamis_text& t = c_.cells[i + j * c_.rows];
    return {t.data, t.size};
  }
  /// The place of cell (i, j), for messages: "costs.csv:12:3" is line 12, column 3, both from 1.
  std::string where(std::uint64_t i, std::uint64_t j) const {
    return std::string(path()) + ":" + std::to_string(c_.lines[i]) + ":" + std::to_string(j + 1);
  }
  /// Cell (i, j) as a number.
  /// \throws DataError  the cell is not a finite number.
  double number(std::uint64_t i, std::uint64_t j) const {
    const std::string_view cell = (*this)(i, j);
    const std::string_view digits = cell.substr(cell.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value))
      throw DataError(where(i, j) + ": " +
                      (cell.empty() ? std::string("the cell is empty") : "'" + std::string(cell) + "'") +
                      "; expected a finite number");
    return value;
  }

 private:
  tamis_cells c_;
};

}  // namespace tamis
