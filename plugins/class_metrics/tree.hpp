/// \file tree.hpp
/// Classes on a tree: the distance of two is the length of the path between them.
#pragma once

#include <tamis/sdk.hpp>

#include <vector>

namespace tamis::class_metrics {

/// Node 0 is the root; a node is made after its parent. Classes sit on nodes, any number of them on one.
class Tree {
 public:
  static constexpr std::uint32_t kRoot = 0;

  /// A new node.
  /// \return its number
  std::uint32_t add_child(std::uint32_t parent, double length) {
    parent_.push_back(parent);
    length_.push_back(length);
    return static_cast<std::uint32_t>(parent_.size() - 1);
  }
  /// Puts the next class there.
  void place_class(std::uint32_t node) { node_.push_back(node); }

  /// O(l^2 depth). To the bit the same however classes and nodes are numbered, as both halves of a path are
  /// summed from the class up.
  void distances(Matrix out) const;
  ClassShape shape() const { return {Shape::tree, {}, parent_, length_, node_}; }

 private:
  double distance(std::uint32_t u, std::uint32_t v) const;

  std::vector<std::uint32_t> parent_{kRoot};
  std::vector<double> length_{0.0};
  std::vector<std::uint32_t> node_;
};

}  // namespace tamis::class_metrics
