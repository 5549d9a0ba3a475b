/// \file report_json.hpp
/// The diagnostics of a result, as they are written.
#pragma once

#include <tamis/framework/run/report.hpp>
#include <tamis/framework/support/long_json.hpp>

namespace tamis::framework {

/// An object of the reported names; a table is {rows, columns, values}, row by row, and what is not finite is null.
/// Speaks of its argument.
LongJson long_json(const Report& report);
nlohmann::json to_json(const Report& report);

}  // namespace tamis::framework
