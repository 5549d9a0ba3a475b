/// \file repeat_result.hpp
/// What a repeat found, and what it can find.
#pragma once

#include <tamis/framework/experiment/measurement.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tamis::framework {

/// A repeat of a point. Both numbers, from 0, stay what they are when more repeats are asked
/// for later.
struct RepeatKey {
  std::uint64_t point = 0, repeat = 0;
  auto operator<=>(const RepeatKey&) const = default;
};

struct RepeatResult {
  std::vector<Measurement> measurements;  ///< by method; of each its losses by split and size, then the rest
  std::vector<std::string> warnings;      ///< of the runs, each once
};

/// What is known of the numbers of a repeat before its first search. The same in each repeat of a point.
struct RepeatShape {
  std::size_t methods = 0;
  std::size_t features = 0;  ///< of the data: no subset has more
  std::size_t splits = 0;    ///< 0: nothing is predicted, so there are no losses
  bool clean = false;        ///< the true labels are known: each method has its wrong_labels
  bool relevant = false;     ///< it is known what matters: each has its relevant_share, all_relevant_first
};

}  // namespace tamis::framework
