/// \file option.hpp
/// One option of a component as data: the compiler writes it into the manifest, and create() checks values against it.
#pragma once

#include <tamis/abi/plugin.h>
#include <tamis/component.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace tamis {

/// The values that a number may take.
struct Range {
  double low = -std::numeric_limits<double>::infinity();  ///< the least, unless `open`
  double high = std::numeric_limits<double>::infinity();  ///< the largest
  bool open = false;                                      ///< `low` itself is excluded

  /// Whether v is in the range; NaN never is.
  constexpr bool holds(double v) const { return v >= low && v <= high && !(open && v == low); }
};
/// Any number.
inline constexpr Range anything{};
/// More than 0.
inline constexpr Range positive{0, Range{}.high, true};
/// `low` or more.
constexpr Range at_least(double low) { return {low, Range{}.high, false}; }
/// From `low` to `high`, both included.
constexpr Range between(double low, double high) { return {low, high, false}; }

/// The largest number of names of an enum option.
inline constexpr std::size_t kMaxChoices = 12;

/// The names of an enum's values, in the enum's order (0, 1, ...).
struct Choices {
  std::array<std::string_view, kMaxChoices> names{};  ///< the first `count` of them are used
  std::size_t count = 0;                              ///< the number of names
};
/// The names, in the enum's order: `one_of("plain", "squared")`. At most 12.
template <class... S>
constexpr Choices one_of(S... names) {
  static_assert(sizeof...(S) <= kMaxChoices, "tamis: one_of takes at most 12 names");
  return {{std::string_view(names)...}, sizeof...(S)};
}

/// The traits that an option wants of the component that it names.
struct PartTraits {
  bool fits = false;      ///< a noise model with start() and update()
  bool corrupts = false;  ///< a noise model with corrupt()
  bool metric = false;    ///< a symmetric distance with the triangle inequality
  bool given = false;     ///< a noise model without start() and update(): its options say all

  /// Bit i: the trait kPartTraitNames[i].
  constexpr unsigned bits() const {
    return (fits ? 1u : 0u) | (corrupts ? 2u : 0u) | (metric ? 4u : 0u) | (given ? 8u : 0u);
  }
};
/// The names of PartTraits, in their order, as manifests write them.
inline constexpr std::string_view kPartTraitNames[] = {"fits", "corrupts", "metric", "given"};

/// One option as recorded by Description::option(); authors do not write it themselves.
struct Option {
  std::string_view name{};            ///< snake_case, the key in a config
  std::string_view doc{};             ///< one line
  tamis_type type = TAMIS_T_INTEGER;  ///< the type of the value in a config
  double number = 0;                  ///< default of an integer, real, bool or choice
  std::int64_t integer = 0;           ///< default of an integer, also beyond 2^53
  std::string_view text{};            ///< default of a text; default id of a component
  std::span<const double> reals{};    ///< default of a list
  std::string_view interface_id{};    ///< of a component, or of each one of a list
  PartTraits part{};                  ///< that a component must have
  Range range{};                      ///< of a number
  double largest = Range{}.high;      ///< the largest value of a float
  Choices choices{};                  ///< of a choice
  /// Writes a checked value into the member of `options` that belongs to the option.
  void (*set)(void* options, const tamis_value&, Component& owner) = nullptr;
};

namespace detail {

constexpr bool is_snake(std::string_view s) {
  for (char c : s)
    if (!(c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) return false;
  return !s.empty();
}

/// snake_case, with dots between parts.
constexpr bool is_id(std::string_view s) {
  for (std::size_t dot = s.find('.'); dot != s.npos; dot = s.find('.')) {
    if (!is_snake(s.substr(0, dot))) return false;
    s.remove_prefix(dot + 1);
  }
  return is_snake(s);
}

/// Whether |v| is m * 10^e or m / 10^e with m < 2^53 and |e| <= 22: then its decimal text reads back as |v|
/// exactly. Gives m and e.
struct Decimal {
  bool exact = false;
  std::uint64_t digits = 0;
  int exponent = 0;

  /// The value of the text.
  constexpr double value() const {
    double power = 1;
    for (int e = 0; e != exponent; e += exponent < 0 ? -1 : 1) power *= 10;
    const auto m = static_cast<double>(digits);
    return exponent < 0 ? m / power : m * power;
  }
};
/// \tparam Number  double, or float, for which the text need only read as a double that rounds to
///                 v: 0.1f is 0.1.
template <class Number>
constexpr Decimal to_decimal(Number number) {
  constexpr double kBeyond = 1e38;  // 2^53 10^22 and some: powers of what is below do not overflow
  const double v = number < 0 ? -static_cast<double>(number) : static_cast<double>(number);
  if (!(v < kBeyond)) return {};
  const auto reads_back = [&](double text) {
    return static_cast<Number>(text) == (number < 0 ? -number : number);
  };
  double power = 1;
  for (int e = 0; e <= 22; ++e, power *= 10) {
    constexpr double kLimit = 9007199254740992.0;  // 2^53
    if (const double m = v * power; m < kLimit) {
      const auto r = static_cast<std::uint64_t>(m + 0.5);
      if (reads_back(static_cast<double>(r) / power)) return {true, r, -e};
    }
    if (const double m = v / power; m < kLimit) {
      const auto r = static_cast<std::uint64_t>(m + 0.5);
      if (reads_back(static_cast<double>(r) * power)) return {true, r, e};
    }
  }
  return {};
}

/// Whether the limits, if any, can be written as decimals.
constexpr bool is_written_exactly(const Range& range) {
  return (range.low == Range{}.low || to_decimal(range.low).exact) &&
         (range.high == Range{}.high || to_decimal(range.high).exact);
}

}  // namespace detail
}  // namespace tamis
