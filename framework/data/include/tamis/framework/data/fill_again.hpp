/// \file fill_again.hpp
/// Missing cells that were filled when a table was loaded, filled again from some of its samples.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <span>

namespace tamis::framework {

/// Whether cells were filled, all features are here, and these are as they were loaded. Not where a date was filled, as that is
/// not undone, nor after `top_terms` and `tf_idf`.
bool can_fill_again(const DataTable& parts);

/// Fills the cells `parts.filled` again, in every sample: medians, z-scores and neighbours are those of the samples that are
/// learnt from. A feature that none of these knows is filled from all others. Cost: as when the table was loaded.
/// \param learnt_from  n: 0 or not.
/// \pre can_fill_again(parts)
void fill_again(Missing how, std::span<const char> learnt_from, DataTable& parts);

}  // namespace tamis::framework
