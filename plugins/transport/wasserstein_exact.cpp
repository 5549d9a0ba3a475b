#include "wasserstein_exact.hpp"

#include "ground_distances.hpp"

#include <tamis/numerics/ground_metric.hpp>

#include <algorithm>

namespace tamis::transport {

void WassersteinExact::prepare(const Dataset& data, const Runtime& runtime) {
  target_ = data.target();
  require_classes(target_);
  options.ground->prepare(data, runtime);
  const ClassShape shape = options.ground->shape();
  shape_ = options.closed_form == ClosedForm::use ? shape.shape : Shape::general;
  cancels_ = zero_diagonal_ = difference_only_ = true;
  if (shape_ == Shape::line || shape_ == Shape::tree) tree_ = TreeTransport(shape, target_.classes());
  if (shape_ == Shape::general) {
    const Eigen::MatrixXd d = ground_distances(*options.ground, target_);
    const numerics::GroundExamination ground = numerics::examine_ground(view(d), runtime);
    zero_diagonal_ = ground.zero_diagonal;
    cancels_ = ground.zero_diagonal && ground.triangle();
    difference_only_ = cancels_ && ground.symmetric;
    plan_ = OptimalPlan(view(d));
  }
}

double WassersteinExact::by_plan(std::span<const ClassMass> pair, std::vector<PointMass>& from,
                                 std::vector<PointMass>& to) const {
  if (zero_diagonal_ && std::ranges::all_of(pair, [](const ClassMass& m) { return m.excess == 0; })) return 0;
  from.clear();
  to.clear();
  for (const ClassMass& m : pair) {
    const double leaves = cancels_ ? m.excess : m.p, arrives = cancels_ ? -m.excess : m.q;
    if (leaves > 0) from.push_back({m.c, leaves});
    if (arrives > 0) to.push_back({m.c, arrives});
  }
  // Where sums differ by rounding alone, all that is left may lie on one side.
  return from.empty() || to.empty() ? 0 : plan_.cost(from, to);
}

void WassersteinExact::distances(const Distributions& p, const Distributions& q,
                                 std::span<double> out) const {
  switch (shape_) {
    case Shape::zero_one:
      return each_pair(p, q, target_, out, half_l1);
    case Shape::line:
    case Shape::tree: {
      TreeTransport::Scratch scratch = tree_.scratch();
      return each_pair(p, q, target_, out, [&](auto pair) { return tree_.cost(pair, scratch); });
    }
    case Shape::general: {
      std::vector<PointMass> from, to;
      return each_pair(p, q, target_, out, [&](auto pair) { return by_plan(pair, from, to); });
    }
  }
}

void WassersteinExact::report(const Diagnostics& out) const {
  constexpr std::string_view kForms[] = {"network simplex", "half L1 (0/1 ground metric)",
                                         "distribution functions on a line",
                                         "masses below the edges of a tree"};
  out.text("transport", kForms[static_cast<int>(shape_)]);
  if (shape_ == Shape::general)
    out.text("common_mass",
             cancels_ ? "cancelled: the ground metric has a zero diagonal and keeps the triangle inequality"
             : zero_diagonal_ ? "kept: the ground metric breaks the triangle inequality"
                              : "kept: the ground metric's diagonal is not zero");
}

}  // namespace tamis::transport
