/// \file wasserstein_sinkhorn.hpp
/// The cost of the entropy-regularised transport plan: the paper's option for many classes.
#pragma once

#include "class_pairs.hpp"
#include "entropic_plan.hpp"
#include "ground_distances.hpp"

#include <atomic>

namespace tamis::transport {

/// W_lambda(p, q) = tr(Q'D) of the plan Q that minimises tr(Q'D) - H(Q)/lambda, Q1 = p, Q'1 = q. Classes
/// without mass have no row or column; the plan is not rounded to the exact margins. It exceeds the exact
/// cost by at most H(Q)/lambda <= 2 ln(l) / lambda, W_lambda(p, p) > 0, and as lambda falls to 0 it becomes
/// p'Dq, which no longer compares p with q. `debiased` takes off (W_lambda(p, p) + W_lambda(q, q)) / 2.
///
/// lambda max D is limited to 1e6 (ParamError). A plan that does not converge within max_iterations gives the
/// cost of the last one; the first warns, and the report counts them.
///
/// Cuturi. Sinkhorn distances: lightspeed computation of optimal transport. NIPS 2013, 2292-2300; as used by
/// Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217 (2024).
///
/// Cost: see entropic_plan.hpp; wasserstein_exact is faster and has no bias. Memory O(l^2).
class WassersteinSinkhorn final : public DistributionMetric {
 public:
  struct Options {
    Ref<ClassMetric> ground = "zero_one";
    double lambda = 0;
    double tolerance = 1e-12;
    int max_iterations = 1000;
    bool debiased = false;
  } options;

  static constexpr auto describe() {
    return tamis::describe<WassersteinSinkhorn>(
               "wasserstein_sinkhorn",
               "Cost of the entropy-regularised transport plan; wasserstein_exact is faster and without bias")
        .cites(
            "Cuturi. Sinkhorn distances: lightspeed computation of optimal transport. NIPS 2013, 2292-2300")
        .option<&Options::ground>("ground", "distance between classes")
        .option<&Options::lambda>(
            "lambda", at_least(0.0),
            "sharpness of the plan, in units of 1/distance; 0: 50 / the longest distance, about exact")
        .option<&Options::tolerance>("tolerance", positive, "L1 error of the plan's column sums")
        .option<&Options::max_iterations>("max_iterations", at_least(1),
                                          "cap on the iterations of a plan; then the last plan counts")
        .option<&Options::debiased>("debiased",
                                    "take off (W(p, p) + W(q, q)) / 2, so that equal ones are at 0");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override;
  void report(const Diagnostics& out) const override;

 private:
  struct Solver;
  void count(const EntropicPlan::Solution& s) const;

  /// What report() gives; the bias W(p, p) is that of the first pair of each call. Sums of integers and
  /// largest values, so threads may add in any order.
  struct Tally {
    std::atomic<std::uint64_t> plans{0}, iterations{0}, unconverged{0}, biases{0}, bias_units{0};
    std::atomic<int> most_iterations{0};
    std::atomic<double> worst_error{0};
    std::atomic_flag warned;
  };

  Runtime runtime_;
  Target target_{nullptr};
  Eigen::MatrixXd ground_;
  double longest_ = 0, lambda_ = 0;
  mutable Tally tally_;
};

}  // namespace tamis::transport
