/// \file electorate.hpp
/// Who votes on whose label: rows, not samples, and never those of one's own group.
#pragma once

#include <tamis/numerics/sample_groups.hpp>
#include <tamis/numerics/tied_neighbours.hpp>

#include <functional>
#include <vector>

namespace tamis::neighbour_labels {

using numerics::Sample;

/// The copies of a row are one voter, named by the first of them, whose vote is the shares of their labels; with weights,
/// the mean over its labels of the weights of those of each class. Samples of weight 0 have no vote.
class Electorate {
 public:
  /// \param weights  of the samples; empty: 1 each.
  Electorate(const Target& target, const numerics::SampleGroups& groups, std::span<const double> weights);

  std::uint32_t group(Sample row) const { return groups_.group[row]; }
  /// The vote of one of the voters, by class.
  std::span<const double> vote(Sample row) const { return {vote_.data() + row * classes_, classes_}; }

  /// A search among neighbours.
  struct Search {
    std::vector<Sample> rows, voters;  ///< ascending
    std::size_t more = 0;              ///< neighbours to ask for, since so many may be of a row's own group
  };
  /// Runs searches that find for each row k voters of other groups: one for all rows, for groups of few
  /// voters, then one for each group of many, among the voters of the others. What the latest finds of a row
  /// counts.
  void search(std::size_t k, const std::function<void(const Search&)>& run) const;

  /// Gives the copies of each row what was found of it.
  void share(Matrix q) const;

 private:
  const numerics::SampleGroups& groups_;
  std::size_t classes_;
  std::vector<Sample> rows_, voters_;
  std::vector<double> vote_;  // n x classes, row by row
};

}  // namespace tamis::neighbour_labels
