#include "ksg_column.hpp"

#include "feature_values.hpp"

#include <tamis/numerics/column_scale.hpp>

namespace tamis::mutual_information {

KsgColumn::KsgColumn(std::vector<double> x) : value(std::move(x)), sorted(numerics::sorted_values(value)) {
  for (std::size_t p = 0; p < sorted.size(); ++p)
    distinct += p == 0 || sorted.value[p] != sorted.value[p - 1] ? 1 : 0;
}

KsgColumn ksg_output(const Target& target, std::span<const numerics::Sample> samples) {
  std::vector<double> y;
  y.reserve(samples.size());
  for (numerics::Sample i : samples) y.push_back(target.real()[i]);
  const numerics::ColumnScale scale = numerics::scale_of(y);  // squares neither overflow nor vanish
  for (double& v : y) v = scale(v);
  if (const double deviation = deviation_of(y); deviation > 0)
    for (double& v : y) v /= deviation;
  return KsgColumn(std::move(y));
}

}  // namespace tamis::mutual_information
