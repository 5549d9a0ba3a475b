/// \file wasserstein_exact.hpp
/// The cost of carrying one distribution over classes into another, exactly.
#pragma once

#include "optimal_plan.hpp"
#include "tree_transport.hpp"

namespace tamis::transport {

enum class ClosedForm : int { use, never };
inline constexpr Choices kClosedForm = one_of("auto", "never");

/// W(p, q) = min tr(Q'D) over Q >= 0, Q1 = p, Q'1 = q, in the unit of the ground distances D (eq. 2-3). The
/// rows are p, which matters where D is not symmetric. Where the ground metric has a shape, in closed form:
///   zero_one    (1/2) sum |p - q|
///   line        the area between the distribution functions
///   tree        sum_e w_e |p(below e) - q(below e)|
/// otherwise by the network simplex, after mass that both have on a class is taken off: it stays where it is
/// in some optimal plan if the diagonal of D is 0 and the triangle inequality holds (symmetry is not needed),
/// and is kept if not. Equal distributions are at distance 0 if the diagonal is.
///
/// Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217 (2024).
///
/// Cost of a pair that differs on s classes: O(s) to O(nodes between them and the root) in closed form; the
/// simplex about s^2 to s^2.5 (figures in README.md). Memory O(l^2) for l classes; O(l^3) once, to look for
/// violated triangles.
class WassersteinExact final : public DistributionMetric {
 public:
  struct Options {
    Ref<ClassMetric> ground = "zero_one";
    ClosedForm closed_form = ClosedForm::use;
  } options;

  static constexpr auto describe() {
    return tamis::describe<WassersteinExact>(
               "wasserstein_exact", "Wasserstein distance: the least cost of carrying mass between classes")
        .cites("Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217 (2024)")
        .option<&Options::ground>("ground", "distance between classes; zero_one makes it the total variation")
        .option<&Options::closed_form>(
            "closed_form", kClosedForm,
            "auto: a formula where the ground metric is 0/1, a line or a tree; never: always the solver");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override;
  bool difference_only() const override { return difference_only_; }
  void report(const Diagnostics& out) const override;

 private:
  double by_plan(std::span<const ClassMass> pair, std::vector<PointMass>& from,
                 std::vector<PointMass>& to) const;

  Target target_{nullptr};
  Shape shape_ = Shape::general;  ///< of the form in use
  TreeTransport tree_;            ///< line and tree
  OptimalPlan plan_;              ///< general
  bool cancels_ = true;           ///< mass that both have on a class stays there
  bool zero_diagonal_ = true;
  bool difference_only_ = true;
};

}  // namespace tamis::transport
