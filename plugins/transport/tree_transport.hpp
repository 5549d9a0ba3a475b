/// \file tree_transport.hpp
/// Transport along a tree in closed form.
#pragma once

#include "class_pairs.hpp"

namespace tamis::transport {

/// W(p, q) = sum_e w_e |p(below e) - q(below e)| over the edges e of a tree of lengths w_e (Evans, Matsen.
/// The phylogenetic Kantorovich-Rubinstein metric. J. Royal Statistical Society B 74 (2012) 569-592,
/// DOI 10.1111/j.1467-9868.2011.01018.x). A line is a tree without forks: there it is the area between the
/// two distribution functions.
class TreeTransport {
 public:
  /// Room for what lies below each node; one for each thread. Zero between calls.
  struct Scratch {
    std::vector<double> below;
    std::vector<std::uint64_t> touched;  ///< a bit for each node
  };

  TreeTransport() = default;
  /// \param shape  of a line or a tree.
  /// \throws PluginError  a tree that is none: a parent that does not come first, a length that is negative
  ///                      or not finite, a class without a node.
  /// \throws DataError    edges that are longer than kLongestGround together.
  TreeTransport(const ClassShape& shape, std::uint32_t classes);

  Scratch scratch() const;
  /// O(nodes between the classes that differ and the root).
  double cost(std::span<const ClassMass> pair, Scratch& scratch) const;

 private:
  std::vector<std::uint32_t> parent_, node_;  ///< of nodes, parents first; of classes
  std::vector<double> length_;                ///< of the edge above each node
};

}  // namespace tamis::transport
