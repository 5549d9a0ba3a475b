/// \file division.hpp
/// A table that several processes hold together.
#pragma once

#include <tamis/framework/support/share.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

struct DataOptions;

/// The place of this process among those that read the same files. Each holds its share of the features, and
/// all of the target and what else is known of samples.
struct Division {
  std::size_t rank = 0, size = 1;
  /// What all bring, by rank. All processes call it, each as often.
  std::function<std::vector<std::string>(std::string_view mine)> all_gather;

  Share of(std::size_t features) const { return share_of(features, rank, size); }
  /// The texts of all, those of lower ranks first.
  std::vector<std::string> together(const std::vector<std::string>& mine) const;
};

/// Whether a table may be read so: what is made of the features is made of each by itself, and no sample goes
/// because of one of them.
bool is_divisible(const DataOptions& options);

}  // namespace tamis::framework
