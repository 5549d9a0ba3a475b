/// \file binary_search.hpp
/// Binary search without branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tamis::mutual_information {

/// The first place of [first, last) where `holds` is false, `last` if there is none; holds(p) is true up to
/// there and false from there on. std::partition_point without a branch: where a ball ends is hard to
/// foresee, and a wrong guess costs more than a step. O(log(last - first)).
template <class Holds>
std::size_t first_without(std::size_t first, std::size_t last, const Holds& holds) {
  for (std::size_t length = last - first; length > 0;) {
    const std::size_t half = (length + 1) / 2;
    first += holds(first + half - 1) ? half : 0;
    length -= half;
  }
  return first;
}

/// Numbers of `sorted` at most `limit` away from x. O(log n).
inline std::uint32_t count_on_line(std::span<const double> sorted, double x, double limit) {
  const std::size_t begin =
      first_without(0, sorted.size(), [&](std::size_t p) { return x - sorted[p] > limit; });
  const std::size_t end =
      first_without(0, sorted.size(), [&](std::size_t p) { return sorted[p] - x <= limit; });
  return static_cast<std::uint32_t>(end - begin);
}

}  // namespace tamis::mutual_information
