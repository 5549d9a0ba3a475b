#include "standard_scores.hpp"

#include <cmath>
#include <cstddef>

namespace tamis::framework {

void standardise(std::vector<std::vector<double>>& scores, bool lower_is_better) {
  const double sign = lower_is_better ? -1 : 1;
  const std::size_t features = scores.empty() ? 0 : scores[0].size();
  for (std::size_t f = 0; f < features; ++f) {
    double finite = 0, mean = 0, squares = 0;
    for (const std::vector<double>& draw : scores) {
      if (!std::isfinite(draw[f])) continue;
      ++finite;
      const double off = draw[f] - mean;  // Welford: of scores that hardly differ no digit is lost
      mean += off / finite;
      squares += off * (draw[f] - mean);
    }
    const double deviation = std::sqrt(squares / finite);
    for (std::vector<double>& draw : scores) {
      const double off = draw[f] - mean;
      draw[f] = sign * (std::isfinite(off) ? (deviation > 0 ? off / deviation : 0) : off);
    }
  }
}

}  // namespace tamis::framework
