#include "variance.hpp"

#include "centred.hpp"

namespace tamis::baselines {

Score Variance::score_column(Column f, const Target&) const {
  if (f.size() <= static_cast<std::size_t>(options.ddof)) return undefined("needs more samples than ddof");
  const Centred c = centred({f.begin(), f.end()});
  const double variance = std::scalbn(
      c.squares / static_cast<double>(f.size() - static_cast<std::size_t>(options.ddof)), 2 * c.exponent);
  return std::isinf(variance) ? Score(variance, "overflow") : Score(variance);
}

}  // namespace tamis::baselines
