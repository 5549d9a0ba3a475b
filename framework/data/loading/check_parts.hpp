/// \file check_parts.hpp
/// Whether the parts of a dataset fit each other; the gate for data that no loader made.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

namespace tamis::framework {

/// \throws DataError  with the part, the sample or feature, and what was expected.
void check_parts(const DataTable& parts);

}  // namespace tamis::framework
