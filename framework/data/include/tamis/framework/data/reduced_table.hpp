/// \file reduced_table.hpp
/// The table that a run has read, cut down to some of its columns.
#pragma once

#include <tamis/framework/data/data_options.hpp>

#include <span>
#include <string>

namespace tamis::framework {

/// Whether reduced_table() could read the table of these options a second time.
/// \throws ParamError  it is made, has no columns (LIBSVM), or comes from a pipe.
void check_reducible(const DataOptions& options);

/// The columns of the features, in the order in which these are given, and behind them all columns that tell of
/// the outcome (target, soft labels, votes, certainty, weights, groups), as CSV with a header. It has the rows of
/// the file and its cells as they stand there, those that a run drops or fills too; a cell that is missing in an
/// ARFF or NPY file is empty. Of a categorical column's features one is enough to bring the column. Reads the
/// files again, and holds the cells of these columns as texts.
/// \param features  as the loaded data call them.
/// \throws DataError, ParamError  as load_data(); also where two columns have the name of a feature.
std::string reduced_table(const DataOptions& options, std::span<const std::string> features);

}  // namespace tamis::framework
