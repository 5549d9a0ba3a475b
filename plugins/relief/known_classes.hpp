/// \file known_classes.hpp
/// The samples of known class, with their classes numbered without gaps.
#pragma once

#include "differences.hpp"

#include <vector>

namespace tamis::relief {

struct KnownClasses {
  std::vector<Sample> samples;         ///< ascending
  std::vector<std::uint32_t> classes;  ///< of each of them
  std::vector<double> share;           ///< of each class, above 0

  explicit KnownClasses(const Target& target);
};

}  // namespace tamis::relief
