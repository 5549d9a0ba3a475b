/// \file binary_search.hpp
/// Binary search without branches.
#pragma once

#include <cstddef>

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

}  // namespace tamis::mutual_information
