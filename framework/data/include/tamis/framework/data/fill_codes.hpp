/// \file fill_codes.hpp
/// The codes of all features, for a criterion that counts.
#pragma once

#include <tamis/framework/data/discretise.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <functional>
#include <string>

namespace tamis::framework {

/// Where the rule cuts a feature that has the values x. O(n log n).
/// \param where  names the sample of x[i], for sentences.
/// \throws DataError  Binning::integers and a value that is no code; Binning::uniform and a range that a
///                    double cannot hold.
Bins fit_bins(Column x, const Discretise& how, const std::string& name,
              const std::function<std::string(std::uint64_t)>& where);

/// Fills codes and levels from the dense or the sparse features. No table of doubles is made.
/// \param where  names a sample, for sentences.
/// \returns what was done: "30 features are cut into 5 quantile bins".
/// \throws DataError  as fit_bins().
std::string fill_codes(DataTable& parts, const Discretise& how,
                       const std::function<std::string(std::uint64_t)>& where);

}  // namespace tamis::framework
