/// \file memberships.hpp
/// What a criterion says of the class of each sample, without a kernel.
#pragma once

#include <tamis/criterion.hpp>

#include <limits>
#include <vector>

namespace tamis::testing {

/// Criterion::memberships() of a criterion that is prepared: samples x classes, column by column; NaN where it says
/// nothing.
/// \param data    that it was prepared with.
/// \param subset  sorted; of a criterion that measures features, all of them.
inline std::vector<double> memberships_of(Criterion& criterion, const Dataset& data, Subset subset) {
  const std::uint64_t n = data.samples(), classes = data.target().classes();
  std::vector<double> out(n * classes, std::numeric_limits<double>::quiet_NaN());
  criterion.memberships(subset, Matrix(out.data(), n, classes));
  return out;
}

}  // namespace tamis::testing
