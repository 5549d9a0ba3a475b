/// \file rate_in_words.hpp
/// How many labels are wrong, as sentences.
#pragma once

#include <tamis/framework/labels/label_noise.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// Whether the rate may be next to nothing or much, and no label looks wrong: there is nothing to state.
bool tells_nothing(const LabelNoise& noise);

/// The highest reading of the rate: of its range, and of how many labels differ from what is learned from the others.
double highest_rate(const LabelNoise& noise);

/// The rate and its range, or that the features tell nothing of it; and the highest reading, where it is higher.
std::vector<std::string> rate_in_words(const LabelNoise& noise);

}  // namespace tamis::framework
