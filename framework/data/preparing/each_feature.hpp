/// \file each_feature.hpp
/// The loop over features, with the error of the first one at fault.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/support/first_failure.hpp>
#include <tamis/framework/support/parallel.hpp>

namespace tamis::framework {

/// body(j) for each of d features, perhaps in parallel, in any order.
/// \throws DataError  that of the first feature at fault, whichever thread came first.
template <class Body>
void for_each_feature(std::size_t d, const Body& body) {
  FirstFailure first;
  parallel_for(d, [&](std::size_t j) {
    try {
      body(j);
    } catch (DataError& error) {
      error.at = at_feature(j);
      first.keep(j);
    }
  });
  first.rethrow();
}

}  // namespace tamis::framework
