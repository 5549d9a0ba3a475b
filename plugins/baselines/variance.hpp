/// \file variance.hpp
/// How much a feature varies: the filter that only removes what is constant.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::baselines {

/// sum_i (f_i - mean)^2 / (n - ddof), larger is better; 0 for a constant feature. In the square of the
/// feature's unit, so it compares features on one scale only. With weights of samples the sums are weighted and n is the sum of
/// the weights, as if each sample were there so many times; the order of features is the same for all ddof. Samples
/// that lack a feature are left out of its sums, and of n.
///
/// C. F. Gauss. Theoria combinationis observationum erroribus minimis obnoxiae, 1823 (n - 1: ddof = 1).
///
/// O(n) per feature.
class Variance final : public UnivariateCriterion {
 public:
  struct Options {
    int ddof = 1;  // the unbiased estimate
  } options;

  static constexpr auto describe() {
    return tamis::describe<Variance>("variance", "Variance of each feature (unsupervised)")
        .cites("Gauss. Theoria Combinationis Observationum Erroribus Minimis Obnoxiae. 1823")
        .better(Better::higher)
        .targets(Targets::none)
        .uses_unknown()
        .uses_weights()
        .takes_missing()
        .option<&Options::ddof>("ddof", at_least(0), "delta degrees of freedom: divide by n - ddof");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Score score_column(Column f, const Target& target) const override { return score_known(f, {}, target); }
  Score score_known(Column f, std::span<const std::uint8_t> missing, const Target&) const override;
  Cost cost(const Dataset& data) const override { return {0, 6.0 * static_cast<double>(data.samples())}; }
};

}  // namespace tamis::baselines
