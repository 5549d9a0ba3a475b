/// \file load_data.hpp
/// From options to data in memory: reads the files or generates the data, and assigns a role to each column.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/data/division.hpp>
#include <tamis/framework/data/table.hpp>
#include <tamis/framework/support/input_file.hpp>

namespace tamis::framework {

/// Reads and checks everything that does not depend on the criterion; prepare_data() does the rest.
///
/// Target columns: classes are named by the text of their cells and ordered by value when all are numbers,
/// else bytewise. Soft rows within 0.01 of a sum of 1 are renormalised with one warning. A label with
/// certainty c is read as c for its class and the rest evenly over the others (our reading). Votes become
/// their shares. Labels of a set are named and ordered as classes are. Unknown targets are allowed here,
/// whatever the kind.
///
/// Features: what has no other role, in the order of the file; then those of `dates` and the one-hot features of `categorical`.
/// Those of a LIBSVM file, f1, f2, ..., are sparse. `top_terms` and `tf_idf` come last.
///
/// `notes` says how columns were read, the target first, then whether there is no header; `warnings` says what looks wrong.
///
/// Generated data (DataOptions::generate) depend on `seed`; nothing else here does.
///
/// Memory: the table once; unused columns and rows are taken out in place.
///
/// \param read  receives the files that were read, each with the digest of the bytes that were read; null: no digests are
///              computed.
/// \param division  the features are divided among processes, DataTable::held; null: they are not. Notes and warnings are
///              those of all processes, in the same order. Only for options with is_divisible().
/// \throws DataError   the content of a file cannot be used; with the place, what was expected and the remedy.
/// \throws ParamError  the options contradict each other or name a missing column.
LoadedData load_data(const DataOptions& options, std::uint64_t seed = 0,
                     std::vector<InputFile>* read = nullptr, const Division* division = nullptr);

/// Tables in memory instead of the files that options name. Text columns have their texts (TableColumn::texts), and NaN as
/// values.
struct HeldTables {
  Table data;                             ///< instead of `path`
  std::optional<Table> second;            ///< instead of `target_path`; one row per row of `data`
  SparseColumns sparse;                   ///< the features, if `data` has rows and no columns; or empty
  std::vector<std::string> sparse_names;  ///< a name per feature of `sparse`
};

/// The same for tables in memory. Values of `data` that need no change are borrowed (Buffer::lent).
/// \throws DataError, ParamError  as above; a place is "path:line:column", with the tables' paths and lines.
LoadedData load_data(const DataOptions& options, HeldTables tables);

/// Takes the groups and costs of features from the options, also for data that were not loaded by them.
/// \throws ParamError  as group_features(), set_feature_costs().
void describe_features(LoadedData& data, const DataOptions& options);

}  // namespace tamis::framework
