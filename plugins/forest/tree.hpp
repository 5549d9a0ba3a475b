/// \file tree.hpp
/// A tree of yes/no questions about bins, and where the samples that it has not seen end.
#pragma once

#include "bins.hpp"

#include <Eigen/Core>

#include <bitset>

namespace tamis::forest {

/// Some codes of a categorical column.
using CodeSet = std::bitset<Bins::kMost>;

/// One question, "is the code of the column at most the threshold?" or "is it in the set?", or a leaf.
struct Node {
  static constexpr std::uint32_t kLeaf = 0xFFFFFFFF, kNoSet = 0xFFFFFFFF;
  std::uint32_t column = kLeaf;
  std::uint32_t left = 0;  ///< yes; no is the next one. Of a leaf its number
  std::uint32_t set = kNoSet;         ///< in Tree::sets, of a categorical column
  std::uint32_t first = 0, last = 0;  ///< the samples here that are out of bag, in Tree::out_of_bag
  Code threshold = 0;
  Code least = 0;  ///< 0, or 1 where a missing cell, code 0, counts as larger than all values
  bool is_leaf() const { return column == kLeaf; }
};

struct Tree {
  std::vector<Node> nodes;         ///< the root first
  Eigen::MatrixXd leaves;          ///< outputs x leaves: the mean of the samples in the bag
  std::vector<Sample> out_of_bag;  ///< samples that were not drawn, those of a node side by side
  std::vector<double> decrease;    ///< of the impurity by the splits on each column, per sample
  std::vector<CodeSet> sets;       ///< of the questions about categorical columns

  bool goes_left(const Node& node, Code code) const {
    if (node.set != Node::kNoSet) return sets[node.set][code];
    return Code(code - node.least) <= Code(node.threshold - node.least);
  }
  /// The leaf below a node where the codes of a sample lead.
  template <class CodeOf>
  std::uint32_t leaf(std::uint32_t from, const CodeOf& code_of) const {
    while (!nodes[from].is_leaf())
      from = nodes[from].left + !goes_left(nodes[from], code_of(nodes[from].column));
    return nodes[from].left;
  }
};

}  // namespace tamis::forest
