/// \file clone.hpp
/// Copies of a table, for runs that change it.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <vector>

namespace tamis::framework {

/// All samples, without notes. O(n d).
inline LoadedData clone(const LoadedData& data) {
  return data.copy_of_samples(std::vector<char>(data.samples(), 1));
}

/// The same with the notes and warnings. O(n d).
inline LoadedData clone_with_notes(const LoadedData& data) {
  LoadedData copy = clone(data);
  copy.notes = data.notes;
  copy.warnings = data.warnings;
  return copy;
}

}  // namespace tamis::framework
