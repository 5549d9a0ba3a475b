/// \file npy.hpp
/// NumPy's array files: format versions 1 to 3, one or two dimensions, plain numbers.
#pragma once

#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/data/read_table.hpp>

#include <string>
#include <string_view>

namespace tamis::framework {

bool is_npy(const FileBytes& bytes);

/// NaN is missing, infinities and integers that a double cannot hold are unusable. Columns are c1, c2, ...;
/// requested texts are those of label_text(), so that integer classes keep their names.
/// Reads block by block, in parallel; memory: the table, and a block of half a megabyte per thread.
Table read_npy(const FileBytes& bytes, const std::string& path, const ReadOptions& options);

}  // namespace tamis::framework
