/// \file features.hpp
/// Which columns and rows of the table become features, and how gaps are filled.
#pragma once

#include "read_target.hpp"
#include "sources.hpp"

#include <tamis/framework/data/loaded_data.hpp>

#include <vector>

namespace tamis::framework {

/// The rows that stay, ascending: all, or with Missing::drop_rows those without a gap in a feature.
/// \throws DataError  a text or an unusable number in a feature, a gap that is an error, no
///                    row or column left.
std::vector<std::uint64_t> choose_rows(const Sources& sources, const DataOptions& options,
                                       ReadNotes& remarks);

/// Takes the table's values and leaves the features in them: fills `values`, `feature_names` and `feature_groups` of
/// `parts`, of the kept rows, and warns of those that look like no features. Numbers come first, then those made of dates, then
/// the one-hot features of categorical columns, each column's a group. The target is in `parts`. The table's own
/// values are gone afterwards.
/// \throws DataError
void take_features(Sources& sources, const DataOptions& options, std::span<const std::uint64_t> kept,
                   const Division* division, DataTable& parts, ReadNotes& remarks);

}  // namespace tamis::framework
