/// \file pair_order.hpp
/// Originals and knockoffs in an order from which a criterion cannot learn which is which.
#pragma once

#include <tamis/framework/knockoffs/dense_matrix.hpp>
#include <tamis/rng.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// A criterion that breaks ties by the number of a column, or samples columns by their place, prefers what
/// comes first: with the originals first almost every run on data that tell nothing selects something. So
/// each pair is put into an order by its contents (the column that is smaller at the first row where they
/// differ comes first), and a coin for each pair turns it. The table is then the same whichever of two
/// columns was called the original: exchanging them changes the sign of W_j and no other bit, for any
/// criterion that gives the same importances for the same table.
class PairOrder {
 public:
  /// O(p), and the rows that it takes to tell two columns apart.
  /// \param x, knockoffs  n x p.
  /// \param rng           throws the coins.
  /// \throws DataError  tables of different sizes.
  PairOrder(ConstMatrix x, ConstMatrix knockoffs, Rng rng);

  /// Whether the knockoff of feature j is column j, and the feature at column p + j.
  bool exchanged(Feature j) const { return exchanged_[j] != 0; }
  /// n x 2p: the one column of each pair, then the other. O(n p).
  DenseMatrix arranged(ConstMatrix x, ConstMatrix knockoffs) const;
  /// Importances of the columns of arranged(), as those of the originals, then of the knockoffs. O(p).
  std::vector<double> undone(std::span<const double> importances) const;

 private:
  std::vector<char> exchanged_;
};

}  // namespace tamis::framework
