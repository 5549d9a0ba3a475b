#include "marked_number.hpp"

#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <charconv>
#include <string>

namespace tamis::framework {
namespace {

constexpr std::string_view kUnits[] = {"%", "$", "€", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF", "JPY"};
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

void drop_blanks_after(std::string_view& text) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view blank : {" ", "\u00a0", "\u202f"})
      if (text.ends_with(blank)) text.remove_suffix(blank.size()), again = true;
  }
}

std::string_view take_digits(std::string_view& text) {
  const std::string_view digits = text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
  text.remove_prefix(digits.size());
  return digits;
}

std::string_view take_unit_before(std::string_view& text) {
  for (const std::string_view unit : kUnits)
    if (unit != "%" && take(text, unit)) return unit;
  return {};
}

std::string_view take_unit_after(std::string_view& text) {
  for (const std::string_view unit : kUnits)
    if (text.ends_with(unit)) {
      text.remove_suffix(unit.size());
      return unit;
    }
  return {};
}

/// The separator at the beginning of a text; "" where there is none.
std::string_view separator_at(std::string_view text, std::string_view of_thousands) {
  if (text.starts_with(of_thousands)) return of_thousands;
  for (const std::string_view separator : kSeparators)
    if (text.starts_with(separator)) return separator;
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
  found.unit = take_unit_before(text);
  drop_blanks_before(text);
  if (digits.empty() && !found.unit.empty()) take_sign();
  if (found.unit.empty()) {
    found.unit = take_unit_after(text);
    drop_blanks_after(text);
  }

  const std::string_view first = take_digits(text);
  if (first.empty()) return std::nullopt;
  digits += first;
  const std::string_view separator = separator_at(text, decimal_comma ? "." : ",");
  bool grouped = false;
  while (!separator.empty() && take(text, separator)) {
    const std::string_view group = take_digits(text);
    if (group.size() != 3 || first.size() > 3 || first[0] == '0') return std::nullopt;
    digits += group;
    grouped = true;
  }
  if (take(text, decimal_comma ? "," : ".")) {
    digits += '.';
    digits += take_digits(text);
  }
  if (!text.empty() || (!grouped && found.unit.empty())) return std::nullopt;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found.value);
  if (error != std::errc{}) return std::nullopt;
  return found;
}

}  // namespace tamis::framework
