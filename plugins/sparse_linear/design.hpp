/// \file design.hpp
/// The features as the penalty sees them: standardised columns of the samples that count.
#pragma once

#include <Eigen/Core>
#include <tamis/dataset.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::sparse_linear {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Samples of known target and some weight, ascending, with v_i = w_i / N, where N is the sum of their weights (page,
/// section 0.1).
struct CountedSamples {
  std::vector<std::uint32_t> samples;
  VectorXd share;    ///< v_i; they sum to 1
  double total = 0;  ///< N
};

/// Writes the n values of a feature. Missing cells have the mean of the known ones, weighted as the samples are, so that they say
/// nothing: a z-score of about 0. O(n).
void copy_complete(const Dataset& data, Feature j, std::span<double> out);

/// deviation: each column is divided by its standard deviation (divisor N); none: it is centred only.
enum class Standardise : int { deviation, none };

/// z_ij = (x_ij - mean_j) / scale_j of the samples that count; means and deviations are weighted over them. A column
/// without two different values has scale 0 and is never read.
///
/// A column is kept as u_ij = z_ij + offset_j. Dense ones are centred before any product is formed (offset 0), so that values
/// near 1e9 keep their digits. Of a sparse one u_ij = x_ij / scale_j is held where it is not 0, and the offset is
/// mean_j / scale_j: it is centred in the sums, and never becomes dense. A column of which more than a third is not 0 is
/// kept dense. Memory: a copy of the values of these samples. O(n d).
class Design {
 public:
  Design(const Dataset& data, const CountedSamples& counted, Standardise standardise);

  Index samples() const { return samples_; }
  Index features() const { return static_cast<Index>(columns_.size()); }
  bool is_constant(Index j) const { return scale(j) == 0; }
  double mean(Index j) const { return at(j).mean; }
  /// What a column was divided by; 0 where it is constant.
  double scale(Index j) const { return at(j).scale; }
  double offset(Index j) const { return at(j).offset; }
  /// sqrt(sum_i z_ij^2).
  double norm(Index j) const { return at(j).norm; }

  /// How many values of a column are kept.
  std::size_t stored(Index j) const { return at(j).values.size(); }

  /// out_k = sum_i u_ij v_ik for each column k of v.
  void project(Index j, const MatrixXd& v, double* out) const;
  /// first_k = sum_i u_ij h_ik and second_k = sum_i u_ij^2 h_ik.
  void moments(Index j, const MatrixXd& h, double* first, double* second) const;
  /// v_ik += u_ij sum_l H_i,kl step_l, where h holds the symmetric K x K matrices H_i as pair_index() says.
  void add_curved(Index j, const MatrixXd& h, const double* step, MatrixXd& v) const;
  /// v_ik += u_ij step_k.
  void add(Index j, const double* step, MatrixXd& v) const;
  /// The standardised column, dense.
  VectorXd column(Index j) const;

 private:
  struct Kept {
    double mean = 0, scale = 0, offset = 0, norm = 0;
    std::vector<double> values;       ///< of all samples, or of those in `rows`
    std::vector<std::uint32_t> rows;  ///< of a sparse column
    bool is_sparse = false;
    /// Values as they were given become u_ij; nothing is left of a column without two different ones.
    /// \param v  the shares of all samples.
    void standardise_list(const VectorXd& v, Standardise standardise);
    void standardise_all(const VectorXd& v, Standardise standardise);
  };
  const Kept& at(Index j) const { return columns_[static_cast<std::size_t>(j)]; }

  Index samples_ = 0;
  std::vector<Kept> columns_;
};

/// The columns of symmetric K x K matrices, one in a row: (k, l) and (l, k) are in the same place.
inline Index pair_index(Index k, Index l) { return k < l ? l * (l + 1) / 2 + k : k * (k + 1) / 2 + l; }
inline Index pair_count(Index columns) { return columns * (columns + 1) / 2; }

}  // namespace tamis::sparse_linear
