/// \file digest.hpp
/// Digests of tables.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace tamis::framework {

/// The concatenated digests of columns, each the SHA-256 of its values in hexadecimal, from which processes that share a table
/// compute the digest of the whole. About 2 GB/s on each thread.
/// \param values  column-major.
std::string column_digests(std::span<const double> values, std::uint64_t rows);

/// The SHA-256 in hexadecimal of everything that a method can read: tables that differ in a value, a label, a name or a weight
/// have different digests. Notes and the places of samples in the file are not included.
/// \param table  if it is divided, with the digests of its columns.
std::string digest_of(const DataTable& table);

}  // namespace tamis::framework
