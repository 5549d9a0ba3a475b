/// \file digest.hpp
/// A table in 256 bits.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <string>

namespace tamis::framework {

/// SHA-256 in hexadecimal of all that a method can see of the data: tables that differ in a value, a label,
/// a name or a weight differ here. Of what was noted, and of where samples stood, it knows nothing. About
/// 2 GB/s.
std::string digest_of(const DataTable& table);

}  // namespace tamis::framework
