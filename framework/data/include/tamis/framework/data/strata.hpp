/// \file strata.hpp
/// Samples by class, for draws that are to keep the shares of the classes.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <vector>

namespace tamis::framework {

/// The stratum of each sample: its class (of soft labels the most probable one), or 0 where there are no
/// classes; the last stratum holds the samples of unknown target.
struct Strata {
  Strata(const TargetColumn& target, std::uint64_t samples);
  std::size_t unknown() const { return sizes.size() - 1; }

  std::vector<std::size_t> of;
  std::vector<std::uint64_t> sizes;
  bool by_class;
};

}  // namespace tamis::framework
