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

/// Which margins of a table are wanted: N(s) alone, which S(x z s), S(x z) and S(s) need, or all.
enum class TableMargins { of_class, all };

/// Sums the margins of tables; owns the memory that this takes, so use one per thread.
class TableSummer {
 public:
  /// \param plogp  c log c.
  /// O(cells l).
  template <class Function>
  TableSums sum(const CellTable& table, std::size_t levels_x, std::size_t levels_z, double n,
                TableMargins margins, const Function& plogp) {
    if (margins == TableMargins::of_class) return sum_of_class(table, n, plogp);
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
    sums.xs = total(xs_, plogp), sums.zs = total(zs_, plogp);
    sums.x = total(x_, plogp), sums.z = total(z_, plogp), sums.s = total(s_, plogp);
    return sums;
  }
  /// N(x) and N(s) of the last table.
  const std::vector<double>& of_x() const { return x_; }
  const std::vector<double>& of_class() const { return s_; }

 private:
  template <class Function>
  TableSums sum_of_class(const CellTable& table, double n, const Function& plogp) {
    s_.assign(table.classes, 0.0);
    TableSums sums;
    sums.n = n;
    for (std::size_t c = 0; c < table.size(); ++c) {
      double all = 0;
      for (std::size_t s = 0; s < table.classes; ++s) {
        const double w = table.weight[c * table.classes + s];
        if (w == 0) continue;
        sums.xzs += plogp(w);
        s_[s] += w;
        all += w;
      }
      sums.xz += plogp(all);
    }
    sums.s = total(s_, plogp);
    return sums;
  }
  template <class Function>
  static double total(const std::vector<double>& margin, const Function& plogp) {
    double sum = 0;
    for (const double w : margin)
      if (w > 0) sum += plogp(w);
    return sum;
  }

  std::vector<double> xs_, zs_, x_, z_, s_;
};

/// Counts tables and sums them; use one per thread.
class TableReader {
 public:
  explicit TableReader(const Counting& counting) : counting_(&counting) {}

  /// Of N(x, z, s), corrected unless counts are wanted as they were observed.
  /// \param z  with the labels of Counting::labels().
  TableSums with_class(Feature x, const numerics::LabelledColumn& z, bool as_observed = false,
                       TableMargins margins = TableMargins::all) {
    const CodeColumn codes = counting_->codes().column(x);
    table_ = &counter_.count(codes, z);
    if (!as_observed) table_->correct(counting_->correction());
    return summer_.sum(*table_, codes.levels, z.levels(), counting_->labels().total(), margins,
                       [this](double c) { return counting_->plogp(c); });
  }
  /// Of N(x, z), without classes.
  /// \param z  of the samples of Counting::plain().
  TableSums plain(Feature x, const numerics::LabelledColumn& z) {
    const CodeColumn codes = counting_->plain_codes().column(x);
    table_ = &counter_.count(codes, z);
    return summer_.sum(*table_, codes.levels, z.levels(), counting_->plain().total(), TableMargins::all,
                       [this](double c) { return counting_->plain_plogp(c); });
  }
  /// The same as both, without a table where counts are whole and not corrected: the margins are those of the two features alone.
  /// \param of_x, of_z  with_class() or plain() of each, of N(x, s) and N(z, s).
  TableSums pair_with_class(Feature x, const numerics::LabelledColumn& z, const TableSums& of_x,
                            const TableSums& of_z, TableMargins margins) {
    const CodeColumn codes = counting_->codes().column(x);
    if (counting_->labels().are_whole() && counting_->correction().is_identity())
      if (const auto counts = counter_.whole_counts(codes, z); !counts.empty())
        return joint(counts, z.labels().classes(), of_x, of_z,
                     [this](double c) { return counting_->plogp(c); });
    return with_class(x, z, false, margins);
  }
  TableSums pair_plain(Feature x, const numerics::LabelledColumn& z, const TableSums& of_x,
                       const TableSums& of_z) {
    const auto plogp = [this](double c) { return counting_->plain_plogp(c); };
    const CodeColumn codes = counting_->plain_codes().column(x);
    if (!counting_->plain().are_whole()) return plain(x, z);
    if (const auto counts = counter_.whole_counts(codes, z); !counts.empty())
      return joint(counts, 1, of_x, of_z, plogp);
    return joint(counter_.counts_above_one(codes, z), 1, of_x, of_z, plogp);
  }
  /// The last table, and its margins.
  const CellTable& table() const { return *table_; }
  const TableSummer& margins() const { return summer_; }

 private:
  /// S(x z s) and S(x z) of counts, as TableSummer adds them up, beside the margins.
  template <class Function>
  static TableSums joint(std::span<const std::uint32_t> counts, std::size_t classes, const TableSums& of_x,
                         const TableSums& of_z, const Function& plogp) {
    TableSums sums;
    sums.n = of_x.n, sums.s = of_x.s;
    sums.x = of_x.x, sums.xs = of_x.xs;
    sums.z = of_z.x, sums.zs = of_z.xs;
    for (std::size_t c = 0; c < counts.size(); c += classes) {
      std::uint32_t all = 0;
      for (std::size_t s = 0; s < classes; ++s) {
        sums.xzs += plogp(counts[c + s]);
        all += counts[c + s];
      }
      sums.xz += plogp(all);
    }
    return sums;
  }

  const Counting* counting_;
  numerics::CellCounter counter_;
  TableSummer summer_;
  CellTable* table_ = nullptr;
};

}  // namespace tamis::information
