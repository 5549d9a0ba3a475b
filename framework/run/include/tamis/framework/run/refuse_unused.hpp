/// \file refuse_unused.hpp
/// Weights and groups of samples that nothing would use are refused, not ignored, and so are missing cells.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// Whether a criterion uses weights, and so does the noise model that it fits, if it has one.
bool uses_weights(const Plan& criterion);

/// \throws DataError  the data have weights, and the criterion or a noise model that it fits does not use them; names those
///                    that do.
void refuse_unused_weights(const Registry& registry, const DataTable& data, const Plan& criterion);

/// \throws DataError  cells of the data stay missing, and the criterion can neither take them nor reads codes; names those that
///                    take them.
void refuse_missing_cells(const Registry& registry, const DataTable& data, const Descriptor& criterion);

/// For data that nothing splits, draws or shuffles by their groups.
/// \param remedy  beside leaving them out, for the sentence: ", or ..."; or "".
/// \throws DataError  the data have groups, and none of the criteria uses them.
void refuse_unused_groups(const Registry& registry, const DataTable& data,
                          const std::vector<const Descriptor*>& criteria, const std::string& remedy);

}  // namespace tamis::framework
