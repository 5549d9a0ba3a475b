/// \file result_output.hpp
/// The parts of the forms of a result, for rooms that add to them.
#pragma once

#include <tamis/framework/selection/result.hpp>
#include <tamis/framework/support/long_json.hpp>

#include <functional>
#include <string>

namespace tamis::framework {

/// The members of the JSON form. It refers to the result, which must outlive it.
LongJson long_json(const SelectionResult& result);

/// An additional column of the table.
struct ExtraColumn {
  std::string title;
  std::function<std::string(const RankedFeature&)> cell;
};

/// The first part of to_table(): a line per feature.
/// \param extra  columns after the score and the numbers on which a rule based its choice.
std::string ranking_table(const SelectionResult& result, std::size_t most_rows,
                          std::vector<ExtraColumn> extra, std::size_t most_columns);
/// The second part: how many features were kept and why, if a rule chose; else "".
std::string size_line(const SelectionResult& result);

}  // namespace tamis::framework
