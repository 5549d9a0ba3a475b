/// \file table_sums.hpp
/// Entropies and information of a table of counts, from sums of c log c over its cells and margins.
#pragma once

#include "counting.hpp"

#include <algorithm>
#include <cmath>
#include <tamis/numerics/log.hpp>

namespace tamis::information {

/// S(a) = sum over the cells of the margin a of c log c, of a table N(x, z, s) whose counts sum to n. Natural logarithms; no
/// estimate of information is below 0.
struct TableSums {
  double n = 0;
  double xzs = 0, xz = 0, xs = 0, zs = 0, x = 0, z = 0, s = 0;

  /// I(x; y) and its kin: log n + (S(joint) - S(one) - S(other)) / n.
  double information(double joint, double one, double other) const {
    return std::max(0.0, numerics::logarithm(n) + (joint - one - other) / n);
  }
  /// H of a margin: log n - S / n.
  double entropy(double margin) const { return std::max(0.0, numerics::logarithm(n) - margin / n); }

  double of_x_and_class() const { return information(xs, x, s); }                           ///< I(x; y)
  double of_pair_and_class() const { return information(xzs, xz, s); }                      ///< I(x z; y)
  double of_x_and_z() const { return information(xz, x, z); }                               ///< I(x; z)
  double of_x_and_class_given_z() const { return std::max(0.0, (xzs + z - xz - zs) / n); }  ///< I(x; y | z)
  double of_x_and_z_given_class() const { return std::max(0.0, (xzs + s - xs - zs) / n); }  ///< I(x; z | y)
  double joint_entropy() const { return entropy(xzs); }                                     ///< H(x z y)
};

/// Sums the margins of tables; owns the memory that this takes, so use one per thread.
class TableSummer {
 public:
  /// \param plogp  c log c.
  /// O(cells l).
  template <class Function>
  TableSums sum(const CellTable& table, std::size_t levels_x, std::size_t levels_z, double n,
                const Function& plogp) {
    const std::size_t l = table.classes;
    xs_.assign(levels_x * l, 0.0), zs_.assign(levels_z * l, 0.0);
    x_.assign(levels_x, 0.0), z_.assign(levels_z, 0.0), s_.assign(l, 0.0);
    TableSums sums;
    sums.n = n;
    for (std::size_t c = 0; c < table.size(); ++c) {
      const std::size_t u = table.x[c], v = table.z[c];
      double all = 0;
      for (std::size_t s = 0; s < l; ++s) {
        const double w = table.weight[c * l + s];
        if (w == 0) continue;
        sums.xzs += plogp(w);
        xs_[u * l + s] += w, zs_[v * l + s] += w, s_[s] += w;
        all += w;
      }
      sums.xz += plogp(all);
      x_[u] += all, z_[v] += all;
    }
    const auto total = [&](const std::vector<double>& margin) {
      double sum = 0;
      for (const double w : margin)
        if (w > 0) sum += plogp(w);
      return sum;
    };
    sums.xs = total(xs_), sums.zs = total(zs_);
    sums.x = total(x_), sums.z = total(z_), sums.s = total(s_);
    return sums;
  }
  /// N(x) and N(s) of the last table.
  const std::vector<double>& of_x() const { return x_; }
  const std::vector<double>& of_class() const { return s_; }

 private:
  std::vector<double> xs_, zs_, x_, z_, s_;
};

/// Counts tables and sums them; use one per thread.
class TableReader {
 public:
  explicit TableReader(const Counting& counting) : counting_(&counting) {}

  /// Of N(x, z, s), corrected unless counts are wanted as they were observed.
  /// \param z  with the labels of Counting::labels().
  TableSums with_class(Feature x, const numerics::LabelledColumn& z, bool as_observed = false) {
    const CodeColumn codes = counting_->codes().column(x);
    table_ = &counter_.count(codes, z);
    if (!as_observed) table_->correct(counting_->correction());
    return summer_.sum(*table_, codes.levels, z.levels(), counting_->labels().total(),
                       [this](double c) { return counting_->plogp(c); });
  }
  /// Of N(x, z), without classes.
  /// \param z  of the samples of Counting::plain().
  TableSums plain(Feature x, const numerics::LabelledColumn& z) {
    const CodeColumn codes = counting_->plain_codes().column(x);
    table_ = &counter_.count(codes, z);
    return summer_.sum(*table_, codes.levels, z.levels(), counting_->plain().total(),
                       [this](double c) { return counting_->plain_plogp(c); });
  }
  /// The last table, and its margins.
  const CellTable& table() const { return *table_; }
  const TableSummer& margins() const { return summer_; }

 private:
  const Counting* counting_;
  numerics::CellCounter counter_;
  TableSummer summer_;
  CellTable* table_ = nullptr;
};

}  // namespace tamis::information
