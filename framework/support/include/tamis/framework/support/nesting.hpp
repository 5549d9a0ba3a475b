/// \file nesting.hpp
/// How deep values in files may be nested. Whatever copies, compares, prints or destroys such a value calls
/// itself once per level, so a file of nothing but brackets would overflow the stack: no handler sees that.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string_view>

namespace tamis::framework {

/// Of brackets, and of the parts of a key with dots. What we write has a dozen.
constexpr std::size_t kDeepestNesting = 100;

/// Reads JSON that others may have written. Cost: one more pass over the text.
/// \throws nlohmann::json::parse_error  it is none, or is nested deeper than kDeepestNesting.
nlohmann::json parse_json(std::string_view text);

/// Of a TOML text, before it is parsed: the parser bounds brackets, but not keys with dots.
/// \return the line, from 1, where brackets and parts of keys first go deeper
///   than kDeepestNesting; 0: nowhere.
std::size_t too_deep_line(std::string_view toml);

/// \param key  with dots, as in --set.
/// \throws ParamError  it has more than kDeepestNesting parts.
void check_levels(std::string_view key);

}  // namespace tamis::framework
