/// \file warnings.hpp
/// The warnings of a run, condensed: a table with a hundred thousand tiny classes would give a warning for each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace tamis::framework {

/// The place where a warning was given: the outermost loop of the run, and its block.
struct WarningPlace {
  std::uint64_t loop = 0, block = 0;
};

/// Keeps each text once. Texts that differ only in numbers and quoted names are of one kind: the first few of a kind are
/// kept and the others counted. The cost of adding a text does not grow with their number.
class Warnings {
 public:
  /// Whether the observer should get the text: not if it got it before, nor after the first few of its kind.
  bool add(WarningPlace place, const std::string& text);

  /// Sorted by place, and within a place in the order in which they were added. If a kind had more texts than are kept,
  /// its last text says how many.
  std::vector<std::string> texts() const;
  /// Those of texts() that say how many more there were.
  std::vector<std::string> counted() const;

 private:
  struct Kept {
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> order;  // loop, block, when it came
    std::string text;
  };
  struct Kind {
    std::vector<Kept> first;                 // in the order of their places
    std::unordered_set<std::size_t> hashes;  // of all texts: a few bytes each
    std::string last_with_count() const;
  };
  std::map<std::string, Kind> kinds_;
  std::uint64_t added_ = 0;
};

}  // namespace tamis::framework
