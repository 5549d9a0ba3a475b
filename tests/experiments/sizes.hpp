/// \file sizes.hpp
/// How often keep = "auto" finds as many features as there are to find.
#pragma once

#include <tamis/framework/selection/select.hpp>

#include <cstdint>
#include <string>

namespace tamis::experiments {

/// A problem whose truth is known, and how it is searched.
struct SizeCase {
  std::string source;  ///< of `data.generate`; "chance": features and classes drawn apart
  std::uint64_t samples;
  std::uint64_t irrelevant;  ///< of chance: all
  std::string criterion, search;
};

struct SizeTally {
  std::size_t trials = 0, right_size = 0, right_features = 0, too_few = 0, too_many = 0;
};

/// Trials with the seeds 0, 1, ...
/// \throws what select() throws.
SizeTally tally(framework::Registry& registry, const SizeCase& problem, std::size_t trials);

}  // namespace tamis::experiments
