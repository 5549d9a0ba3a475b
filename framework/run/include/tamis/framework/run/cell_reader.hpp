/// \file cell_reader.hpp
/// Files for components, by the reader of tables.
#pragma once

#include <tamis/framework/kernel/kernel_runtime.hpp>

namespace tamis::framework {

/// The same options, with a CellReader: components read CSV, NPY and the other formats, all cells as texts.
/// The reader throws as read_table() does.
RuntimeOptions with_files(RuntimeOptions options);

}  // namespace tamis::framework
