/// \file column_of.hpp
/// The values of a feature, to be compared.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <vector>

inline std::vector<double> column_of(const tamis::framework::LoadedData& data, std::uint32_t j) {
  const auto c = data.view().column(j);
  return {c.begin(), c.end()};
}
