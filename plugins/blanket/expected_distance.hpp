/// \file expected_distance.hpp
/// delta(X_i): how far the classes move, on average, when the value of X_i becomes known beside its blanket.
#pragma once

#include "contingency.hpp"

#include <tamis/distance_metric.hpp>

namespace tamis::blanket {

/// A batch of distributions, one after the other, in the form that a metric takes.
class DistributionList {
 public:
  void clear();
  /// List k, as counts or as mass / total.
  void add(const MassLists& lists, std::size_t k, bool counts);
  /// List k, as (mass + smoothing) / (total + smoothing l) of every class.
  void add_smoothed(const MassLists& lists, std::size_t k, double smoothing, std::uint32_t classes);
  std::size_t size() const { return start_.size() - 1; }
  /// Until the next change.
  Distributions view() const { return {start_, classes_, counts_, totals_, masses_}; }

 private:
  void close() { start_.push_back(classes_.size()); }

  std::vector<std::uint64_t> start_{0};
  std::vector<std::uint32_t> classes_;
  std::vector<std::int64_t> counts_, totals_;
  std::vector<double> masses_;
};

/// Pairs of distributions with weights.
class WeightedPairs {
 public:
  WeightedPairs(const ClassMasses& labels, double smoothing) : labels_(labels), smoothing_(smoothing) {}
  void clear();
  void add(const MassLists& p, std::size_t i, const MassLists& q, std::size_t j, double weight);
  /// The sum of weight times distance.
  double sum(const DistributionMetric& metric);

 private:
  const ClassMasses& labels_;
  double smoothing_;
  DistributionList p_, q_;
  std::vector<double> weights_, distances_;
};

/// delta(X_i) = E M[ p(Y | X_Gi, X_i), p(Y | X_Gi) ] (Li 2024, eq. 4) = 1/N sum_{g,x} n(g, x) M[ n(g, x, .) /
/// n(g, x), n(g, .) / n(g) ] for the metric M, over the configurations that occur. With smoothing a > 0 both
/// are (n_c + a) / (n + a l), the weights stay n(g, x) / N.
///
/// Where M is a norm of p - q and x takes two values within g, with n0 and n1 of n masses, both terms
/// together are 2 n0 n1 / n M(p0, p1): p1 - q = n0 / n (p1 - p0). Owns memory: one per thread.
class ExpectedDistance {
 public:
  ExpectedDistance(const DistributionMetric& metric, const ClassMasses& labels, double smoothing);
  double operator()(const Contingency& table);

 private:
  const DistributionMetric& metric_;
  const ClassMasses& labels_;
  double smoothing_;
  bool norm_;
  WeightedPairs pairs_;
};

}  // namespace tamis::blanket
