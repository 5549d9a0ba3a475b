#include "cfs.hpp"

#include "exact_sum.hpp"

#include <cmath>

namespace tamis::information {

Score Cfs::score_subset(Subset subset, const Dataset&) const {
  if (uncertainties_.single_class()) return undefined("single_class");
  if (subset.empty()) return 0;
  ExactSum with_class, between;
  for (std::size_t a = 0; a < subset.size(); ++a) {
    with_class.add(uncertainties_.with_class(subset[a]));
    for (std::size_t b = a + 1; b < subset.size(); ++b) {
      // a candidate has not been compared with all features, but they have been with it
      between.add(uncertainties_.has(subset[a]) ? uncertainties_.between(subset[b], subset[a])
                                                : uncertainties_.between(subset[a], subset[b]));
    }
  }
  return with_class.value() / std::sqrt(static_cast<double>(subset.size()) + 2 * between.value());
}

}  // namespace tamis::information
