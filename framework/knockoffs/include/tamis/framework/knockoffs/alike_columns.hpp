/// \file alike_columns.hpp
/// Columns of which no knockoffs can be made, and columns that stand for others.
#pragma once

#include <tamis/matrix.hpp>

#include <vector>

namespace tamis::framework {

/// A column, and one before it that it is like.
struct AlikeColumns {
  Feature feature, like;
  double correlation;  ///< -1..1
};

/// Which columns have knockoffs of their own.
struct RepresentedColumns {
  std::vector<Feature> kept;         ///< ascending
  std::vector<Feature> constant;     ///< left out: there is no W of them
  std::vector<AlikeColumns> merged;  ///< left out: `like` is kept in their place
  /// Kept ones whose correlation is beyond .95: their s, and so their W, are near 0.
  std::vector<AlikeColumns> close;
};

/// |r| above this is an exact copy, up to rounding.
inline constexpr double kExactCopy = 1 - 1e-8;

/// Leaves constant columns out, and merges each column with the first kept one whose correlation with it is
/// beyond `merge` in absolute value. Near copies pull down the s of third columns, too, so that merging from
/// .98 on may pay. Labels are not used, so the guarantee holds. O(n p^2).
/// \param x      n x p.
/// \param merge  in (0, 1].
/// \throws DataError   a value is missing or not finite.
/// \throws ParamError  `merge` is out of its range.
RepresentedColumns represented_columns(ConstMatrix x, double merge = kExactCopy);

}  // namespace tamis::framework
