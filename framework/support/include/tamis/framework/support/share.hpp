/// \file share.hpp
/// Things that are divided among some who work side by side.
#pragma once

#include <cstddef>

namespace tamis::framework {

/// Consecutive things, [begin, end).
struct Share {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
  bool holds(std::size_t i) const { return begin <= i && i < end; }
};

/// Of n things the k-th share of `parts` that are as equal as they can be, in order.
inline Share share_of(std::size_t n, std::size_t k, std::size_t parts) {
  return {n * k / parts, n * (k + 1) / parts};
}

}  // namespace tamis::framework
