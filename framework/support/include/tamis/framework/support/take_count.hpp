/// \file take_count.hpp
/// How often, or how many: a key of a config.
#pragma once

#include <tamis/framework/support/section.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace tamis::framework {

/// A whole number from `least` to a million.
/// \throws ParamError  as Section::take(), and for others.
template <class Count>
Count take_count(Section& section, std::string_view key, Count by_default, std::int64_t least = 1) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto given = section.take<std::int64_t>(key);
  if (given && (*given < least || *given > kMost))
    section.fail(key, fmt::format("is {}; expected {} to {}", *given, least, kMost));
  return given ? static_cast<Count>(*given) : by_default;
}

}  // namespace tamis::framework
