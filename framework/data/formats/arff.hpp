/// \file arff.hpp
/// Weka's attribute-relation files, with the hierarchical attributes of Clus.
#pragma once

#include <tamis/framework/data/read_table.hpp>

#include <string>
#include <string_view>

namespace tamis::framework {

/// Numeric attributes, and nominal ones whose values are all numbers, are columns of numbers; nominal,
/// string, date and hierarchical ones are columns of texts. Nominal and hierarchical ones announce
/// their values (TableColumn::declared); cells of hierarchical ones are sets with '@' between the
/// labels. Rows are dense (a,b,c) or sparse ({index value, ...}, indices from 0); what a sparse row
/// leaves out is 0, of a nominal attribute its first value, of a text missing. '?' is missing. Lines
/// that begin with '%' are comments.
/// \param path  for messages, so escaped().
/// \throws DataError  with file:line, what was expected and the remedy.
Table read_arff(std::string_view text, const std::string& path, const ReadOptions& options);

}  // namespace tamis::framework
