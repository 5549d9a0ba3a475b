/// \file division.hpp
/// A table that is divided among processes.
#pragma once

#include <tamis/framework/support/share.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

struct DataOptions;

/// The place of this process among those that read the same files. Each process holds its share of the features, and the
/// complete target, weights and groups.
struct Division {
  std::size_t rank = 0, size = 1;
  /// An all-gather of bytes, by rank. A collective call.
  std::function<std::vector<std::string>(std::string_view mine)> all_gather;

  Share of(std::size_t features) const { return share_of(features, rank, size); }
  /// The texts of all processes, those of lower ranks first.
  std::vector<std::string> together(const std::vector<std::string>& mine) const;
};

/// Whether a table may be divided: features are processed one by one, and no sample is dropped because of a feature.
bool is_divisible(const DataOptions& options);

}  // namespace tamis::framework
