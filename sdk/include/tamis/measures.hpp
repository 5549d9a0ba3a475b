/// \file measures.hpp
/// What a criterion's score measures, and what follows from it.
#pragma once

#include <tamis/abi/search_strategy.h>

#include <cstddef>
#include <string_view>

namespace tamis {

/// What a criterion's score measures.
enum class Measures : int {
  feature = TAMIS_MEASURES_FEATURE,  ///< the quality of the candidate alone, independent of the subset
  subset = TAMIS_MEASURES_SUBSET,    ///< the quality of the subset after the move
  loss = TAMIS_MEASURES_LOSS,        ///< what the subset loses by removing the candidate
  gain = TAMIS_MEASURES_GAIN         ///< what the subset gains by adding the candidate
};
/// The names of Measures, in its order, as manifests and defaults.toml write them.
inline constexpr std::string_view kMeasuresNames[] = {"feature", "subset", "loss", "gain"};

/// What follows from what a score measures, for searches and for the kernel.
struct MeasureProperties {
  unsigned moves;  ///< bit 1 << enum tamis_move: the moves that a criterion scores unless it lists others
  bool depends_on_subset;  ///< the score of a candidate depends on the subset that it joins or leaves
  bool rates_subset;       ///< a score is that of the subset after the move, so `Goal::until` has a meaning
  bool rates_step;  ///< a score is that of one step, so scores from different subsets cannot be compared
  std::string_view plural;  ///< what is measured, for sentences
};

/// The properties of each value of Measures, in its order.
inline constexpr MeasureProperties kMeasureProperties[] = {
    {1u << TAMIS_ADD | 1u << TAMIS_REMOVE, false, false, false, "single features"},
    {1u << TAMIS_ADD | 1u << TAMIS_REMOVE | 1u << TAMIS_WHOLE, true, true, false, "subsets"},
    {1u << TAMIS_REMOVE, true, false, true, "losses"},
    {1u << TAMIS_ADD, true, false, true, "gains"}};

/// The properties of one of them.
constexpr const MeasureProperties& properties(Measures m) {
  return kMeasureProperties[static_cast<std::size_t>(m)];
}

}  // namespace tamis
