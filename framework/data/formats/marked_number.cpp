#include "marked_number.hpp"

#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

namespace tamis::framework {
namespace {

/// Before a number or behind it.
constexpr std::string_view kCurrencies[] = {"$", "€", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF", "JPY"};
/// Behind a number.
constexpr std::string_view kUnits[] = {"%",   "mm",   "cm",  "m",  "km", "in", "ft", "mg",  "g",
                                       "kg",  "lb",   "lbs", "oz", "ml", "l",  "L",  "s",   "ms",
                                       "min", "h",    "°",   "°C", "°F", "W",  "kW", "kWh", "V",
                                       "Hz",  "mmHg", "bpm", "B",  "kB", "KB", "MB", "GB",  "TB"};
/// Besides the point or the comma: a blank, one that does not break the line (U+00A0, U+202F), and apostrophes.
constexpr std::string_view kSeparators[] = {" ", "\u00a0", "\u202f", "'", "\u2019"};
constexpr std::string_view kMinus = "\u2212";

bool take(std::string_view& text, std::string_view head) {
  if (!text.starts_with(head)) return false;
  text.remove_prefix(head.size());
  return true;
}

void drop_blanks_before(std::string_view& text) {
  while (take(text, " ") || take(text, "\u00a0") || take(text, "\u202f")) {
  }
}

std::string_view take_digits(std::string_view& text) {
  const std::string_view digits = text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
  text.remove_prefix(digits.size());
  return digits;
}

std::string_view take_currency(std::string_view& text) {
  for (const std::string_view unit : kCurrencies)
    if (take(text, unit)) return unit;
  return {};
}

bool has_digit_behind(std::string_view text, std::string_view head) {
  return take(text, head) && !text.empty() && text[0] >= '0' && text[0] <= '9';
}

/// The separator before the next digit; "" where there is none.
std::string_view separator_at(std::string_view text, std::string_view of_thousands) {
  if (has_digit_behind(text, of_thousands)) return of_thousands;
  for (const std::string_view separator : kSeparators)
    if (has_digit_behind(text, separator)) return separator;
  return {};
}

}  // namespace

std::optional<MarkedNumber> read_marked_number(std::string_view text, bool decimal_comma) {
  if (text.find_first_of("0123456789") == std::string_view::npos) return std::nullopt;  // most texts
  MarkedNumber found;
  text = trimmed(text);
  std::string digits;
  const auto take_sign = [&] {
    if (take(text, "-") || take(text, kMinus))
      digits = "-";
    else
      take(text, "+");
  };
  take_sign();
  found.unit = take_currency(text);
  drop_blanks_before(text);
  if (digits.empty() && !found.unit.empty()) take_sign();

  const std::string_view first = take_digits(text);
  if (first.empty()) return std::nullopt;
  digits += first;
  const std::string_view separator = separator_at(text, decimal_comma ? "." : ",");
  const bool grouped = !separator.empty();
  while (grouped && has_digit_behind(text, separator)) {
    take(text, separator);
    const std::string_view group = take_digits(text);
    if (group.size() != 3 || first.size() > 3 || first[0] == '0') return std::nullopt;
    digits += group;
  }
  if (take(text, decimal_comma ? "," : ".")) {
    digits += '.';
    digits += take_digits(text);
  }
  drop_blanks_before(text);
  if (!text.empty()) {
    const bool is_unit = std::ranges::find(kUnits, text) != std::end(kUnits) ||
                         std::ranges::find(kCurrencies, text) != std::end(kCurrencies);
    if (!is_unit || !found.unit.empty()) return std::nullopt;
    found.unit = text;
  }
  if (!grouped && found.unit.empty()) return std::nullopt;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found.value);
  if (error != std::errc{}) return std::nullopt;
  return found;
}

}  // namespace tamis::framework
