/// \file samples_of.hpp
/// The samples on one side of a split, and what is known of them.
#pragma once

#include <tamis/numerics/neighbours.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// The marked samples, ascending.
inline std::vector<numerics::Sample> samples_of(std::span<const char> side) {
  std::vector<numerics::Sample> out;
  for (std::size_t i = 0; i < side.size(); ++i)
    if (side[i]) out.push_back(static_cast<numerics::Sample>(i));
  return out;
}

/// values[i] for each of them; none where there are none.
template <class T>
std::vector<T> at(const std::vector<T>& values, std::span<const numerics::Sample> samples) {
  std::vector<T> out;
  if (values.empty()) return out;
  for (const numerics::Sample i : samples) out.push_back(values[i]);
  return out;
}

}  // namespace tamis::framework
