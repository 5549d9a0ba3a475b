/// \file marked_number.hpp
/// Numbers as people and spreadsheets write them: with separators of thousands, a percent sign, a currency or a unit.
#pragma once

#include <optional>
#include <string_view>

namespace tamis::framework {

struct MarkedNumber {
  double value = 0;       ///< of "12 %" 12
  std::string_view unit;  ///< "%", "€", "USD", "cm", ...; or ""; a part of the text
};

/// "1,709.99", "1 709.99", "1'709.99", "12 %", "-$3.50", "170 cm": the number and its unit. Nothing where the text has no such mark,
/// or is no number but for them. Separators stand before each three digits, and all are the same.
/// \param decimal_comma  the comma is before decimals, and the point separates thousands; else the other way round.
std::optional<MarkedNumber> read_marked_number(std::string_view text, bool decimal_comma);

}  // namespace tamis::framework
