/// \file blankets.hpp
/// The features that stand closest to each feature, while features are removed.
#pragma once

#include "association.hpp"

#include <tamis/runtime.hpp>

#include <vector>

namespace tamis::blanket {

/// G_i: the L remaining features of the strongest association with X_i, all others where fewer than L remain
/// (Li 2024, step 2). Of each feature the nearest few are listed; the list is made again among those that
/// remain when it runs out. Memory O(d) lists of max(64, 4 L), never d x d.
class Blankets {
 public:
  Blankets() = default;
  /// \param association  outlives this object; not looked at, so perhaps null, where size is 0.
  Blankets(const Association* association, std::size_t size, std::size_t features);

  /// Starts again with these features, in any order. Lists them all: d rows of the association.
  void begin(std::span<const Feature> remaining, const Runtime& runtime);
  void remove(Feature j);
  bool remains(Feature j) const { return remaining_[j] != 0; }
  const std::vector<Feature>& remaining() const { return members_; }
  /// G_i, strongest first. May be called for different features from many threads.
  std::vector<Feature> of(Feature i);

 private:
  struct List {
    std::vector<Feature> nearest;
    bool complete = false;  // all others that remain are listed
  };
  void list(std::span<const Feature> of);

  const Association* association_ = nullptr;
  std::size_t size_ = 0, listed_ = 0;
  std::vector<char> remaining_;
  std::vector<Feature> members_;  // those that remain, ascending
  std::vector<List> lists_;
};

}  // namespace tamis::blanket
