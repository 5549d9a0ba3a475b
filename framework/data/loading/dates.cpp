#include "dates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>

namespace tamis::framework {
namespace {

/// A number of digits alone at the beginning of the text, which is taken away.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  if (text.empty() || text[0] < '0' || text[0] > '9') return {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

/// Hours since midnight, of all that is left of a cell.
std::optional<double> read_time(std::string_view text) {
  const auto hour = take_number<unsigned>(text);
  if (!hour || *hour > 23 || !take(text, ':')) return {};
  const auto minute = take_number<unsigned>(text);
  if (!minute || *minute > 59) return {};
  double seconds = 0;
  if (take(text, ':')) {
    const auto given = take_number<double>(text);
    if (!given || !(*given < 60)) return {};
    seconds = *given;
  }
  take(text, 'Z');
  if (!text.empty()) return {};
  return *hour + (*minute + seconds / 60) / 60.0;
}

int year_of(unsigned number, std::size_t digits) {
  constexpr unsigned kFirstOfLastCentury = 69;  // as POSIX has it
  if (digits > 2) return static_cast<int>(number);
  return static_cast<int>(number) + (number < kFirstOfLastCentury ? 2000 : 1900);
}

std::chrono::sys_days days(std::int64_t day) { return std::chrono::sys_days(std::chrono::days(day)); }

}  // namespace

bool looks_like_date(std::string_view text) {
  std::size_t parts = 0, digits = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      if (++digits > 4) return false;
      continue;
    }
    if (digits == 0 || (c != '-' && c != '/' && c != '.')) return parts == 2 && digits > 0;
    if (++parts == 3) return false;
    digits = 0;
  }
  return parts == 2 && digits > 0;
}

unsigned Moment::month() const {
  return static_cast<unsigned>(std::chrono::year_month_day(days(day)).month());
}

unsigned Moment::weekday() const { return std::chrono::weekday(days(day)).iso_encoding(); }

std::optional<Moment> read_date(std::string_view text, DateOrder order) {
  std::array<unsigned, 3> part{};
  std::array<std::size_t, 3> digits{};
  char between = 0;
  for (std::size_t p = 0; p < part.size(); ++p) {
    if (p == 1) between = text.empty() ? '\0' : text[0];
    if (p > 0 && ((between != '-' && between != '/' && between != '.') || !take(text, between))) return {};
    const std::size_t before = text.size();
    const auto number = take_number<unsigned>(text);
    digits[p] = before - text.size();
    if (!number || digits[p] > 4) return {};
    part[p] = *number;
  }
  const bool year_first = digits[0] == 4;
  const std::size_t year = year_first ? 0 : 2, month = year_first || order == DateOrder::day_first ? 1 : 0;
  const std::size_t day = 3 - year - month;
  if (digits[month] > 2 || digits[day] > 2 || (digits[year] != 2 && digits[year] != 4)) return {};
  const std::chrono::year_month_day date{std::chrono::year(year_of(part[year], digits[year])),
                                         std::chrono::month(part[month]), std::chrono::day(part[day])};
  if (!date.ok()) return {};
  Moment moment{std::chrono::sys_days(date).time_since_epoch().count(), 0};
  if (text.empty()) return moment;
  if (!take(text, 'T') && !take(text, ' ')) return {};
  const auto hours = read_time(text);
  if (!hours) return {};
  moment.hours = *hours;
  return moment;
}

std::optional<DateOrder> order_of_dates(std::span<const std::string> texts) {
  const auto fits = [&](DateOrder order) {
    return std::ranges::all_of(
        texts, [&](const std::string& text) { return text.empty() || read_date(text, order); });
  };
  const auto says_order = [](const std::string& text) {  // by four digits at its beginning, or by points
    return text.empty() || text.find('.') < text.find(':') || text.find_first_of("-/") >= 4;
  };
  const bool day_first = fits(DateOrder::day_first), month_first = fits(DateOrder::month_first);
  if (day_first && month_first)
    return std::ranges::all_of(texts, says_order) ? DateOrder::day_first : DateOrder::automatic;
  if (day_first) return DateOrder::day_first;
  if (month_first) return DateOrder::month_first;
  return {};
}

}  // namespace tamis::framework
