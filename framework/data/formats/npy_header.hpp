/// \file npy_header.hpp
/// The header of a NumPy array file.
#pragma once

#include <tamis/framework/data/file_bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tamis::framework {

struct NpyHeader {
  char order = '|';      ///< '<' little, '>' big, '|' single bytes, '=' as this machine
  char kind = 'f';       ///< f, i, u, b
  std::size_t item = 8;  ///< bytes of a number
  bool fortran = false;
  std::uint64_t rows = 0, columns = 1;
  std::size_t start = 0;  ///< where the numbers begin
};

/// Looks at the header alone.
/// \throws DataError  no plain numbers, more than two dimensions, no cell, or not as many bytes
///                    as the shape says
NpyHeader read_npy_header(const FileBytes& bytes, const std::string& path);

}  // namespace tamis::framework
