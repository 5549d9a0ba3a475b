#include "wasserstein_sinkhorn.hpp"

#include <tamis/text.hpp>

#include <string>
#include <utility>

namespace tamis::transport {
namespace {

constexpr double kSharp = 50;      // the exact order, whatever the unit of the distances (README.md)
constexpr double kSharpest = 1e6;  // times the longest distance: rounding of lambda D moves masses by 1e-10
constexpr double kBiasUnit = 0x1p-40;  // of the longest distance, in which biases are summed

template <class Number>
void raise(std::atomic<Number>& largest, Number value) {
  Number seen = largest;
  while (seen < value && !largest.compare_exchange_weak(seen, value)) {
  }
}

}  // namespace

/// Plans between the distributions of one call.
struct WassersteinSinkhorn::Solver {
  const WassersteinSinkhorn& metric;
  EntropicPlan plan;
  std::vector<double> from, to, d;
  std::vector<std::uint32_t> from_classes, to_classes;

  /// W_lambda between two of p and q.
  double cost(std::span<const ClassMass> pair, double ClassMass::*first, double ClassMass::*second) {
    const auto take = [&](double ClassMass::*side, std::vector<double>& masses,
                          std::vector<std::uint32_t>& classes) {
      masses.clear();
      classes.clear();
      for (const ClassMass& m : pair)
        if (m.*side > 0) {
          masses.push_back(m.*side);
          classes.push_back(m.c);
        }
    };
    take(first, from, from_classes);
    take(second, to, to_classes);
    d.clear();
    for (std::uint32_t i : from_classes)
      for (std::uint32_t j : to_classes) d.push_back(metric.ground_(i, j));
    const EntropicPlan::Limits limits{metric.options.tolerance, metric.options.max_iterations};
    const EntropicPlan::Solution s = plan.solve(d, from, to, metric.lambda_, limits);
    metric.count(s);
    return s.cost;
  }
};

void WassersteinSinkhorn::prepare(const Dataset& data, const Runtime& runtime) {
  runtime_ = runtime;
  target_ = data.target();
  require_classes(target_);
  options.ground->prepare(data, runtime);
  ground_ = ground_distances(*options.ground, target_);
  longest_ = ground_.maxCoeff();
  lambda_ = options.lambda > 0 ? options.lambda : longest_ > 0 ? kSharp / longest_ : 1;
  if (!(lambda_ * longest_ <= kSharpest))
    throw ParamError("lambda times the longest ground distance is " + text_of(lambda_ * longest_) +
                     "; above 1000000 rounding decides the plan: lower lambda, or use wasserstein_exact");
}

void WassersteinSinkhorn::count(const EntropicPlan::Solution& s) const {
  tally_.plans += 1;
  tally_.iterations += static_cast<std::uint64_t>(s.iterations);
  raise(tally_.most_iterations, s.iterations);
  raise(tally_.worst_error, s.error);
  if (s.error <= options.tolerance) return;
  tally_.unconverged += 1;
  // Which plan is the first depends on the threads, so the sentence names none.
  if (!tally_.warned.test_and_set())
    runtime_.warn("wasserstein_sinkhorn: plans did not converge within " +
                  std::to_string(options.max_iterations) +
                  " iterations or to the precision of doubles; the cost of the last one is used. The report "
                  "counts them (unconverged_plans, worst_marginal_error); raise max_iterations or tolerance, "
                  "or lower lambda");
}

void WassersteinSinkhorn::distances(const Distributions& p, const Distributions& q,
                                    std::span<double> out) const {
  Solver solver{*this, {}, {}, {}, {}, {}, {}};
  bool first = true;
  each_pair(p, q, target_, out, [&](std::span<const ClassMass> pair) {
    const double cost = solver.cost(pair, &ClassMass::p, &ClassMass::q);
    if (!first && !options.debiased) return cost;
    const double bias_p = solver.cost(pair, &ClassMass::p, &ClassMass::p);
    if (std::exchange(first, false)) {
      tally_.biases += 1;
      if (longest_ > 0) tally_.bias_units += static_cast<std::uint64_t>(bias_p / longest_ / kBiasUnit + 0.5);
    }
    return options.debiased ? cost - (bias_p + solver.cost(pair, &ClassMass::q, &ClassMass::q)) / 2 : cost;
  });
}

void WassersteinSinkhorn::report(const Diagnostics& out) const {
  const auto mean = [](std::uint64_t sum, std::uint64_t n) {
    return n == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(n);
  };
  out.number("lambda", lambda_);
  out.number("plans", static_cast<double>(tally_.plans));
  out.number("mean_iterations", mean(tally_.iterations, tally_.plans));
  out.number("most_iterations", tally_.most_iterations);
  out.number("unconverged_plans", static_cast<double>(tally_.unconverged));
  out.number("worst_marginal_error", tally_.worst_error);
  out.number("mean_bias", mean(tally_.bias_units, tally_.biases) * kBiasUnit * longest_);
  out.number("bias_samples", static_cast<double>(tally_.biases));
}

}  // namespace tamis::transport
