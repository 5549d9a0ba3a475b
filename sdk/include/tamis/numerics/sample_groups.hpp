/// \file sample_groups.hpp
/// Samples that do not vouch for each other's labels: copies of one row, and the groups that the data
/// declare.
///
/// A label is judged by what is learned from other samples. If a row occurs twice with the same wrong
/// label its copy says that the label is right, and so do the other images of a patient who was taken for
/// another.
#pragma once

#include <tamis/numerics/copies.hpp>

namespace tamis::numerics {

/// A group for each sample, and which of a group are copies.
struct SampleGroups {
  std::vector<Sample> row;           ///< of each sample the first one that it is a copy of; else itself
  std::vector<std::uint32_t> group;  ///< of each sample, 0..count-1 in the order of their first samples
  std::size_t count = 0;             ///< of groups; as many as samples: each is a group of its own
  bool are_single() const { return count == group.size(); }
};

/// The groups of Dataset::groups(), joined where a copy (first_copies()) of a member is in another one; where
/// none are declared the sets of copies. Of a target of class labels. Warns where copies are more than a
/// twentieth of the samples. Time: first_copies().
/// \throws DataError  groups are declared, and all known labels are in one.
SampleGroups sample_groups(const Dataset& data, const Runtime& runtime);

}  // namespace tamis::numerics
