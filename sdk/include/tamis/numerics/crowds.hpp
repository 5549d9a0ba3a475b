/// \file crowds.hpp
/// Samples at the same place are one node of a graph.
///
/// With k neighbours and all that are as near as the k-th (ties.hpp), each of m > k samples at one place is a
/// neighbour of the m - 1 others and of nobody elsewhere, and who is as near to one of them is as near to
/// all. So a crowd is one node: 65 000 outputs that are 0 have one edge and not 2e9.
#pragma once

#include <tamis/numerics/points.hpp>

namespace tamis::numerics {

/// Sets of samples, each in ascending order.
struct Crowds {
  std::vector<std::uint64_t> start{0};  ///< crowds + 1
  std::vector<Sample> member;
  std::size_t size() const { return start.size() - 1; }
  std::span<const Sample> members(std::size_t c) const {
    return {member.data() + start[c], start[c + 1] - start[c]};
  }
  void add(std::span<const Sample> members);
  void add(const Crowds& others);
};

/// The sets of more than k of `samples` (ascending) that are equal in all features, in the units of
/// distances, and of which the same cells are missing, but not all. Features part them one after the other, and sets of k or fewer are dropped: O(n) for continuous
/// data, O(n d) at most.
/// \throws Cancelled, BudgetSpent
Crowds crowds_at_one_place(const Dataset& data, std::span<const Sample> samples, std::size_t k,
                           const Runtime& runtime);

/// The sets of more than k of `samples` whose values are equal.
/// \param value  of each sample of the dataset.
Crowds crowds_of_one_value(std::span<const double> value, std::span<const Sample> samples, std::size_t k);

/// Samples and crowds as nodes of a graph: node v is sample v for v < samples, else crowd v - samples. These
/// are the nodes of some samples: of each that is in no crowd, and of the crowds of the others.
class Nodes {
 public:
  /// \param samples  ascending; of each crowd all members or none.
  /// \param all      samples of the dataset.
  Nodes(std::span<const Sample> samples, const Crowds& crowds, std::size_t all);

  std::size_t size() const { return node_.size(); }
  std::span<const Sample> node() const { return node_; }
  /// The sample at the place of the node: itself, or the first of a crowd. Ascending.
  std::span<const Sample> place() const { return place_; }
  /// Samples of the node at places()[p].
  std::uint64_t mass(std::size_t p) const { return mass_[p]; }
  bool is_crowd(std::size_t p) const { return node_[p] >= all_; }

 private:
  std::size_t all_;
  std::vector<Sample> node_, place_;
  std::vector<std::uint64_t> mass_;
};

}  // namespace tamis::numerics
