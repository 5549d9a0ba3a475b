#include "cfs.hpp"

#include "exact_sum.hpp"

#include <tamis/numerics/table_columns.hpp>

#include <cmath>
#include <vector>

namespace tamis::information {

std::vector<Feature> Cfs::columns_of(const Dataset& data, Subset features) {
  std::vector<Feature> first;
  for (const std::vector<Feature>& column : numerics::table_columns(data, features))
    first.push_back(column[0]);
  return first;
}

Score Cfs::score_subset(Subset features, const Dataset& data) const {
  if (uncertainties_.single_class()) return undefined("single_class");
  if (features.empty()) return 0;
  const std::vector<Feature> subset = columns_of(data, features);
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
