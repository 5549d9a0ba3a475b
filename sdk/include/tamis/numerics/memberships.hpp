/// \file memberships.hpp
/// Probabilities of classes, P (n x l), against many columns of features: P'f and its kin, without
/// n x n matrices.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/points.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace tamis::numerics {

/// What becomes of a sample whose target is unknown.
enum class Unknown : int { drop, uniform };

/// Sums of one column shifted by its value at the first used sample, g_i = f_i - f_0.
struct ColumnSums {
  std::span<const double> classes;  ///< (P'g)_k
  double sum = 0;                   ///< sum_i g_i
  double squares = 0;               ///< sum_i g_i^2
  double weighted_squares = 0;      ///< sum_i d_i g_i^2, d = P P'1
};

/// One column, class by class; nothing cancels and a column of any scale is fine. In units of 2^exponent
/// (means) and 2^(2 exponent) (scatters).
struct ClassMoments {
  std::vector<double> mean;     ///< mu_k = (P'g)_k / s_k; 0 for a class without mass
  std::vector<double> scatter;  ///< W_k = sum_i p_ik (g_i - mu_k)^2, exactly 0 where g is constant in a class
  double grand_mean = 0;        ///< sum_k s_k mu_k / sum_k s_k
  int exponent = 0;
  bool constant = false;  ///< max == min over the used samples; then nothing else is set
};

/// P over the samples that take part, prepared once, then asked for any number of columns. With weights of samples, row i of P
/// is multiplied by the weight w_i, so masses and moments are weighted; column_sums() is for unweighted samples.
///
/// P is kept as columns when dense and as a list of its entries when many are zero; the order of every
/// sum is the same (lane i % 8 over the used samples in order, lanes added in a fixed tree), so
/// one-hot soft labels give the same bits as class labels. Rows are used as given: >= 0 and summing to
/// 1 within 1e-9, not renormalised.
class Memberships {
 public:
  Memberships() = default;
  /// From class labels or soft labels.
  /// \param weights  of all samples, or empty; samples of weight 0 are not used.
  /// \throws DataError  for another kind, or when no sample takes part.
  Memberships(const Target& target, Unknown unknown, std::span<const double> weights = {});

  /// The same of the used samples whose cell of a feature is known, or none where there is no such sample. O(n l).
  /// \param target, unknown  as this object was made of.
  /// \param missing          n: not 0 where the cell is missing.
  std::optional<Memberships> of_known(const Target& target, Unknown unknown,
                                      std::span<const std::uint8_t> missing) const;

  /// The used samples, ascending.
  const std::vector<Sample>& samples() const { return samples_; }
  std::size_t size() const { return samples_.size(); }
  /// The number of used samples, or the sum of their weights; m in formulas.
  double total() const { return total_; }
  bool weighted() const { return !weight_.empty(); }
  /// The weight of used sample i.
  double weight(std::size_t i) const { return weight_.empty() ? 1.0 : weight_[i]; }
  std::size_t classes() const { return classes_; }
  /// s_k = sum_i p_ik.
  const std::vector<double>& mass() const { return mass_; }
  /// m - s_k, as a sum of w_i - p_ik.
  const std::vector<double>& other_mass() const { return other_mass_; }
  /// sum_k p_ik of used sample i: its weight, up to rounding in the input.
  const std::vector<double>& row_sum() const { return row_sum_; }
  /// All mass in one class, p_ik = w_i for every used sample.
  bool single_class() const { return single_class_; }
  bool sparse() const { return dense_.size() == 0; }

  /// Calls visit(i, sums) for each features[i], from several threads. One pass over the columns:
  /// 2 m d (l + 3) operations for dense P, about 2 m d (entries per row + 3) for sparse.
  void column_sums(const Dataset& data, std::span<const Feature> features, const Runtime& runtime,
                   const std::function<void(std::size_t, const ColumnSums&)>& visit) const;

  /// Two passes over one column: O(entries of P). From any thread.
  ClassMoments class_moments(Column f) const;
  /// The same, and g itself: the used values of f, shifted and scaled.
  ClassMoments class_moments(Column f, std::vector<double>& g) const;

 private:
  struct Group;
  void add_block(std::size_t first, std::size_t last, const Dataset& data, Group& group) const;
  void add_sparse_block(std::size_t first, std::size_t last, const Dataset& data, Group& group) const;
  /// Calls each(i, k, p_ik) for the entries that are not 0, samples ascending within a class.
  template <class Each>
  void entries(const Each& each) const;

  std::vector<Sample> samples_;
  std::size_t classes_ = 0;
  bool all_ = false;                        // every sample of the dataset is used: columns need no gathering
  AlignedArray dense_;                      // class k at k * padded(m); empty when most of P is zero
  std::vector<std::uint64_t> entry_start_;  // its entries row by row; empty when few of P are zero
  std::vector<std::uint32_t> entry_class_;
  std::vector<double> entry_value_;
  AlignedArray degree_;  // d_i = sum_k p_ik s_k, padded
  std::vector<double> weight_;  // of used samples; empty: 1 each
  double total_ = 0;
  bool single_class_ = false;
  std::vector<double> mass_, other_mass_, row_sum_;
};

}  // namespace tamis::numerics
