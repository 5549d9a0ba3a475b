/// \file read_bytes.hpp
/// read_table() of bytes that are there already.
#pragma once

#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/data/read_table.hpp>

#include <string>

namespace tamis::framework {

/// The same table, without a digest, and errors but those of opening a file.
/// \param path  what the bytes are called; its extension gives the format. Opens nothing.
Table read_bytes(const FileBytes& file, const std::string& path, const ReadOptions& options);

}  // namespace tamis::framework
