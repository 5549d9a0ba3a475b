/// \file decimal.hpp
/// Decimal numbers as texts, to the nearest double.
#pragma once

namespace tamis::framework {

/// Reads the decimal number at p ("-12.345", ".5", "1.25e-7"), with the bits of std::from_chars and in half
/// to three quarters of its time. Returns where it ends, or nullptr where from_chars has to decide: no
/// number, more than 19 significant digits, a power of ten beyond 27, inf, nan, or a number all but in the
/// middle of two doubles (of random ones of 17 digits, one in a thousand).
const char* read_decimal(const char* p, const char* end, double& value);

}  // namespace tamis::framework
