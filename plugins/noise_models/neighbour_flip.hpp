/// \file neighbour_flip.hpp
/// Classes that lie close together are taken for each other.
#pragma once

#include "transition_model.hpp"

#include <tamis/distance_metric.hpp>

namespace tamis::noise_models {

/// p(y | s) = rate / m(s) for each of the m(s) classes y != s within ground distance `radius` of s, and 1 -
/// rate for y = s; a class without such neighbours is never wrong. A distance of radius + 1e-9 counts as
/// within, as sums of edge lengths round.
///
/// Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217, section V: labels of a hierarchy,
/// radius 0.2. How much is wrong depends on the hierarchy: among classes that have few neighbours a rate of
/// 0.4 may change a tenth of the labels.
///
/// It makes noise and does not fit it. Parameters: rate.
class NeighbourFlip final : public TransitionModel {
 public:
  struct Options {
    Ref<ClassMetric> ground = "class_tree";
    double rate = 0.2;
    double radius = 0.2;
  } options;

  static constexpr auto describe() {
    return tamis::describe<NeighbourFlip>("neighbour_flip",
                                          "Confusion of neighbouring classes, by a ground metric")
        .cites("Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217")
        .corrupts()
        .option<&Options::ground>("ground", "distances between the classes")
        .option<&Options::rate>("rate", between(0, 1), "share of wrong labels of a class with neighbours")
        .option<&Options::radius>("radius", at_least(0),
                                  "ground distance up to which classes are neighbours");
  }

  /// One stream of two uniforms u, v per label, used or not: label i becomes neighbour floor(v m) of its
  /// class, neighbours ascending, where u < rate. So what is wrong at a low rate is so at a higher one. O(n).
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
               std::uint64_t seed) const override;

 protected:
  void prepare_parts(const Dataset& data, const Runtime& runtime) override;
  std::vector<double> given() const override { return {options.rate}; }
  TransitionMatrix transitions(std::span<const double> rate) const override;

 private:
  std::vector<std::vector<std::int32_t>> neighbours_;  // of each class
};

}  // namespace tamis::noise_models
