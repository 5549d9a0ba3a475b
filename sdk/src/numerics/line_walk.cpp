#include "kernels.hpp"

#include <tamis/numerics/aligned.hpp>

namespace tamis::numerics {

bool nearest_on_line(const LineWalk& walk, std::span<double> smallest) {
  return kernels().nearest_on_line(walk, smallest.size() / kLanes, smallest.data());
}

bool count_on_line(const LineWalk& walk, std::span<const double> limits, std::span<double> counts) {
  return kernels().count_on_line(walk, limits.data(), counts.data());
}

}  // namespace tamis::numerics
