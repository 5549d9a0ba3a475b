/// \file measurement.hpp
/// One number that an experiment found.
#pragma once

#include <cstddef>
#include <string>

namespace tamis::framework {

/// The measure of a prediction.
inline constexpr const char* kLoss = "loss";

/// loss              per split, of the prediction from a subset of `features` features
/// relevant_share    share of the relevant features among as many best ranked ones
/// all_relevant_first  1 where no irrelevant feature is ranked before a relevant one, else 0
/// score             the criterion's of the features that were selected, as a whole
/// wrong_labels      share of the labels that the noise model changed
struct Measurement {
  std::size_t method = 0;  ///< in the order of the config
  std::string measure;
  std::size_t features = 0;  ///< 0 where the measure has no size
  std::size_t split = 0;     ///< of the repeat, from 1; 0 where the value is that of the whole repeat
  double value = 0;          ///< NaN: undefined

  bool operator==(const Measurement&) const = default;
};

}  // namespace tamis::framework
