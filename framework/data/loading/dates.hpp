/// \file dates.hpp
/// Cells that are dates.
#pragma once

#include <tamis/framework/data/data_options.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tamis::framework {

/// Whether a cell looks like a date: 2024-01-31, 31.1.24, 1/31/2024 and such, perhaps with a time behind it.
bool looks_like_date(std::string_view text);

/// A point in time.
struct Moment {
  std::int64_t day = 0;  ///< since 1970-01-01
  double hours = 0;      ///< since midnight
  unsigned month() const;
  /// 1 (Monday) to 7.
  unsigned weekday() const;
};

/// Reads a date of three numbers between equal signs (- / or .), the year first where it has four digits, else last; of two
/// digits it is between 1969 and 2068. After a blank or T a time may follow: 13:45, 13:45:10, 13:45:10.5, with a Z or not.
/// \param order  of dates whose year is last: day_first or month_first.
/// \returns nothing if the text is no such date, or one that no calendar has.
std::optional<Moment> read_date(std::string_view text, DateOrder order);

/// The order in which all texts but empty ones are dates.
/// \returns automatic if there are two such orders; nothing if there is none.
std::optional<DateOrder> order_of_dates(std::span<const std::string> texts);

}  // namespace tamis::framework
