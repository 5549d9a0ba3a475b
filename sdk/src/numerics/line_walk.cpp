#include "kernels.hpp"

#include <tamis/numerics/aligned.hpp>

namespace tamis::numerics {

void nearest_on_line(const LineWalk& walk, std::span<double> smallest) {
  kernels().nearest_on_line(walk, smallest.size() / kLanes, smallest.data());
}

void count_on_line(const LineWalk& walk, std::span<const double> limits, std::span<double> counts) {
  kernels().count_on_line(walk, limits.data(), counts.data());
}

}  // namespace tamis::numerics
