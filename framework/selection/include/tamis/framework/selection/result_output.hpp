/// \file result_output.hpp
/// The parts that forms of a result are made of, for who adds to them.
#pragma once

#include <tamis/framework/selection/result.hpp>
#include <tamis/framework/support/long_json.hpp>

#include <functional>
#include <string>

namespace tamis::framework {

/// The members of the JSON form. Speaks of the result, which must outlive it.
LongJson long_json(const SelectionResult& result);

/// A column of the table beside the score.
struct ExtraColumn {
  std::string title;
  std::function<std::string(const RankedFeature&)> cell;
};

/// The first part of to_table(): a line per feature.
/// \param extra  columns behind the score and what a rule chose by.
std::string ranking_table(const SelectionResult& result, std::size_t most_rows,
                          std::vector<ExtraColumn> extra, std::size_t most_columns);
/// The second: how many features were kept and why, where a rule chose; or "".
std::string size_line(const SelectionResult& result);

}  // namespace tamis::framework
