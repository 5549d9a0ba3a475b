/// \file units.hpp
/// Which columns of the design come in together.
#pragma once

#include "design.hpp"

namespace tamis::sparse_linear {

/// The columns in parts: a part is the columns that are selected as one, such as the 0/1 columns of a nominal column, or a
/// single column.
class Units {
 public:
  /// Each column alone.
  static Units of_columns(Index columns);
  /// What is selected as one in a dataset (Dataset::feature_unit()); in the order of the first columns.
  static Units of_selection(const Dataset& data);

  Index count() const { return static_cast<Index>(start_.size()) - 1; }
  /// Ascending.
  std::span<const Index> columns(Index unit) const {
    const auto u = static_cast<std::size_t>(unit);
    return {columns_.data() + start_[u], columns_.data() + start_[u + 1]};
  }
  /// Those of some units, one unit after the other.
  std::vector<Index> columns(const std::vector<Index>& units) const;
  Index unit_of(Index column) const { return unit_of_[static_cast<std::size_t>(column)]; }
  /// Those of some columns, each once, ascending.
  std::vector<Index> units_of(const std::vector<Index>& columns) const;
  bool are_single() const { return columns_.size() + 1 == start_.size(); }

 private:
  std::vector<std::size_t> start_{0};
  std::vector<Index> columns_, unit_of_;
};

}  // namespace tamis::sparse_linear
