/// \file load_data.hpp
/// From options to data in memory: reads the files or makes the data, gives each column its role, and says
/// what it did.
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
/// Features: what has no other role, in the order of the file; then the one-hot features of `categorical`.
/// Those of a LIBSVM file, f1, f2, ..., are sparse. `top_terms` and `tf_idf` come last.
///
/// `notes` says what was taken as what, the target first, then whether there is no header; `warnings` what
/// looks wrong.
///
/// Data that are made (DataOptions::generate) are those of `seed`, which nothing else here depends on.
///
/// Memory: the table once; unused columns and rows are taken out in place.
///
/// \param read  gets the files that were read, each with the digest of the bytes that were read; null: nobody
///              wants to know, and none is digested.
/// \param division  the features are divided among processes, DataTable::held; null: all are here. Notes and
///              warnings are those of all, in the same order. Options for which is_divisible() holds.
/// \throws DataError   what a file holds cannot be used: says where, what was expected and the way out.
/// \throws ParamError  the options contradict each other or name a column that is not there.
LoadedData load_data(const DataOptions& options, std::uint64_t seed = 0,
                     std::vector<InputFile>* read = nullptr, const Division* division = nullptr);

/// Tables that a program holds, in the places of the files that options name. Columns of texts have them
/// (TableColumn::texts), with NaN for their values.
struct HeldTables {
  Table data;                             ///< in the place of `path`
  std::optional<Table> second;            ///< in the place of `target_path`; a row per row of `data`
  SparseColumns sparse;                   ///< the features, where `data` has rows and no columns; or empty
  std::vector<std::string> sparse_names;  ///< a name per feature of `sparse`
};

/// The same of tables in memory. Values of `data` that need no change stay where they are (Buffer::lent).
/// \throws DataError, ParamError  as above; a place is "path:line:column", with the tables' paths and lines.
LoadedData load_data(const DataOptions& options, HeldTables tables);

}  // namespace tamis::framework
