/// \file digest.hpp
/// A table in 256 bits.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace tamis::framework {

/// The digests of columns, one after the other, each the SHA-256 in hexadecimal of its values: so the processes
/// that hold a table together know that of the whole. About 2 GB/s on each thread.
/// \param values  column-major.
std::string column_digests(std::span<const double> values, std::uint64_t rows);

/// SHA-256 in hexadecimal of all that a method can see of the data: tables that differ in a value, a label,
/// a name or a weight differ here. Of what was noted, and of where samples stood, it knows nothing.
/// \param table  with the digests of its columns where it is divided.
std::string digest_of(const DataTable& table);

}  // namespace tamis::framework
