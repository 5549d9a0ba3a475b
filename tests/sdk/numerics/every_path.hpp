/// \file every_path.hpp
/// For what must hold whichever vector instructions are used.
#pragma once

#include <tamis/numerics/simd.hpp>

#include <initializer_list>

namespace tamis::numerics {

/// Calls `check` once for each width of vectors; one that this processor lacks is ignored.
template <class Check>
void on_every_path(const Check& check) {
  for (SimdPath path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    check();
  }
  release_simd_path();
}

}  // namespace tamis::numerics
