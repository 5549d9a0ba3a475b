/// \file each_feature.hpp
/// The loop over features, with the error of the first one at fault.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/support/parallel.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// body(j) for each of d features, perhaps in parallel, in any order.
/// \throws DataError  that of the first feature at fault, whichever thread came first.
template <class Body>
void for_each_feature(std::size_t d, const Body& body) {
  std::vector<std::string> faults(d);
  parallel_for(d, [&](std::size_t j) {
    try {
      body(j);
    } catch (const DataError& error) {
      faults[j] = error.what();
    }
  });
  for (std::size_t j = 0; j < d; ++j)
    if (!faults[j].empty()) throw DataError(faults[j], at_feature(j));
}

}  // namespace tamis::framework
