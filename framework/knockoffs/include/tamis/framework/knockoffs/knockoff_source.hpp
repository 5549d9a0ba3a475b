/// \file knockoff_source.hpp
/// From a table as people have it to draws of its knockoffs.
#pragma once

#include <tamis/framework/knockoffs/alike_columns.hpp>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/correlation.hpp>
#include <tamis/framework/knockoffs/latent_codes.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>
#include <tamis/rng.hpp>
#include <tamis/runtime.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// On which scale the columns are taken for normal.
enum class ColumnScale {
  ranks,  ///< by their ranks: valid where the copula of the columns is normal
  values  ///< as they are: for columns that are known to be normal
};
/// By their values, as a config has them.
inline constexpr std::string_view kColumnScaleNames[] = {"ranks", "values"};

/// How knockoffs are made.
struct KnockoffOptions {
  Separation separation = Separation::mvr;
  ColumnScale scale = ColumnScale::ranks;
  Shrinkage shrinkage = Shrinkage::squared;
  double merge =
      kExactCopy;  ///< columns whose correlation is beyond it share one knockoff, see represented_columns()
};

/// The law of a table's columns, estimated once, and the knockoffs drawn from it. The labels are not looked at.
///
/// Constant columns and copies are left out. By ranks a column that hardly has ties is shown as its normal scores,
/// and so is its knockoff; one in which more than a twentieth of the samples share their value with others is shown
/// as it is, and its knockoff has its values, as often: see LatentCodes. Correlations are those of
/// shrunk_correlation(), of all samples.
class KnockoffSource {
 public:
  /// The most columns of which knockoffs are made: s takes O(p^3) operations, a quarter of an hour for these.
  static constexpr std::uint64_t kMostColumns = 5000;

  /// O(n p^2 + p^3).
  /// \param x    n x p, finite.
  /// \param key  of the latent numbers behind columns with ties.
  /// \throws DataError  a value is not finite, or more columns are left than kMostColumns.
  KnockoffSource(ConstMatrix x, const KnockoffOptions& options, std::uint64_t key, const Runtime& runtime);

  /// The columns of `x` that have knockoffs, and why others have none.
  const RepresentedColumns& columns() const { return columns_; }
  /// n x |columns().kept|: the originals on the scale on which their knockoffs are drawn.
  const DenseMatrix& originals() const { return shown_; }
  /// 0..1, of shrunk_correlation(): near 1 the knockoffs are next to independent noise.
  double shrinkage() const { return shrinkage_; }
  /// As many as originals(). Draws of different keys are independent. O(n p^2).
  DenseMatrix knockoffs(std::uint64_t key, const Runtime& runtime) const;

 private:
  void take(ConstMatrix x, ColumnScale scale, std::uint64_t key);

  RepresentedColumns columns_;
  DenseMatrix shown_;
  std::vector<std::optional<LatentCodes>> codes_;  // of the columns with ties
  DenseMatrix normal_;                             // the columns on the normal scale, standardised
  double shrinkage_ = 0;
  std::optional<ConditionalLaw> law_;
  DenseMatrix mean_;
};

}  // namespace tamis::framework
