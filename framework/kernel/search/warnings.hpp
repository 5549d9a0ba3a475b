/// \file warnings.hpp
/// What a run warned of, fit to be read: a table of a hundred thousand tiny classes gives
/// one warning for each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace tamis::framework {

/// Where a warning was given: the outermost loop of the run, and its block.
struct WarningPlace {
  std::uint64_t loop = 0, block = 0;
};

/// Keeps each text once. Of a kind, texts that differ in numbers and quoted names alone, the first few are
/// kept and the others counted. Adding one costs no more when there are many.
class Warnings {
 public:
  /// Whether whoever listens should hear it: not when it was heard before, nor after the first
  /// few of its kind.
  bool add(WarningPlace place, const std::string& text);

  /// By place; those of one place as they were added. The last one of a kind that had more says how many.
  std::vector<std::string> texts() const;
  /// Of those, the ones that say how many more there were.
  std::vector<std::string> counted() const;

 private:
  struct Kept {
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> order;  // loop, block, when it came
    std::string text;
  };
  struct Kind {
    std::vector<Kept> first;                 // in their order
    std::unordered_set<std::size_t> hashes;  // of all texts: a few bytes each
    std::string last_with_count() const;
  };
  std::map<std::string, Kind> kinds_;
  std::uint64_t added_ = 0;
};

}  // namespace tamis::framework
