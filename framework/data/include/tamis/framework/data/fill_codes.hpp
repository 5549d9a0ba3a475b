/// \file fill_codes.hpp
/// The codes of all features, for discrete criteria.
#pragma once

#include <tamis/framework/data/discretise.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <functional>
#include <string>

namespace tamis::framework {

/// The cut points of a feature with the values x. O(n log n).
/// \param where  names the sample of x[i], for messages.
/// \throws DataError  Binning::integers and a value that is not a code; Binning::uniform and a range that a
///                    double cannot hold.
Bins fit_bins(Column x, const Discretise& how, const std::string& name,
              const std::function<std::string(std::uint64_t)>& where);

/// Fills codes and levels from dense or sparse features, without a table of doubles. Cells that stay missing
/// (FilledCells::kept) get a code of their own, which follows those of the known cells. All values of a categorical column that is
/// selected as one (DataTable::is_of_categorical_unit) get the codes of that column, if they are not too many
/// (numerics::kMostCategories).
/// \param where  names a sample, for messages.
/// \returns a note: "30 features are cut into 5 quantile bins".
/// \throws DataError  as fit_bins(); a feature with missing cells and kMostLevels codes.
std::string fill_codes(DataTable& parts, const Discretise& how,
                       const std::function<std::string(std::uint64_t)>& where);

}  // namespace tamis::framework
