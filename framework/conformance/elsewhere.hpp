/// \file elsewhere.hpp
/// What a library sees of the time and the machine.
#pragma once

#include <filesystem>

namespace tamis::framework::conformance {

/// From now on, calls of the library `file`, which is loaded, for the time, the number of processors and the
/// name of the machine are answered as they would be at another time on another machine.
/// \param steps  how far away: other numbers are other places.
void answer_from_elsewhere(const std::filesystem::path& file, int steps);

}  // namespace tamis::framework::conformance
