/// \file tree.hpp
/// A tree of yes/no questions about bins, and where the samples that it has not seen end.
#pragma once

#include "bins.hpp"

#include <Eigen/Core>

namespace tamis::forest {

/// One question, "is the code of the feature at most the threshold?", or a leaf.
struct Node {
  static constexpr std::uint32_t kLeaf = 0xFFFFFFFF;
  std::uint32_t feature = kLeaf;
  std::uint32_t left = 0;  ///< yes; no is the next one. Of a leaf its number
  Code threshold = 0;
  Code least = 0;  ///< 0, or 1 where a missing cell, code 0, counts as larger than all values
  std::uint32_t first = 0, last = 0;  ///< the samples here that are out of bag, in Tree::out_of_bag
  bool is_leaf() const { return feature == kLeaf; }
  bool goes_left(Code code) const { return Code(code - least) <= Code(threshold - least); }
};

struct Tree {
  std::vector<Node> nodes;         ///< the root first
  Eigen::MatrixXd leaves;          ///< outputs x leaves: the mean of the samples in the bag
  std::vector<Sample> out_of_bag;  ///< samples that were not drawn, those of a node side by side
  std::vector<double> decrease;    ///< of the impurity by the splits on each feature, per sample

  /// The leaf below a node where the codes of a sample lead.
  template <class CodeOf>
  std::uint32_t leaf(std::uint32_t from, const CodeOf& code_of) const {
    while (!nodes[from].is_leaf())
      from = nodes[from].left + !nodes[from].goes_left(code_of(nodes[from].feature));
    return nodes[from].left;
  }
};

}  // namespace tamis::forest
