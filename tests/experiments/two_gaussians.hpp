/// \file two_gaussians.hpp
/// The illustration of Frenay, Doquire, Verleysen (CSDA 71, 2014), sections 3.2 and 4.5: one feature, two
/// classes, a few labels flipped.
#pragma once

#include <lnt_mi.hpp>
#include <mi.hpp>
#include <per_class_flip.hpp>
#include <point_metrics.hpp>

#include <tamis/framework/data/generate.hpp>
#include <tamis/testing/memberships.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <string>

namespace tamis::experiments {

using mutual_information::Self;

/// Class 0 is N(-kCentre, 1), class 1 is N(kCentre, 1), as the source `two_gaussians` has them.
inline constexpr double kCentre = 1.5;

/// What a fit of lnt_mi says: k = 8 in the entropies, 3 in the fit, the likeliest of 5 restarts.
struct Tolerant {
  double information = 0;          ///< I(X; S), eq. (19), nats
  std::vector<double> p_e;         ///< per class, eq. (28)
  std::vector<double> of_class_0;  ///< gamma(0|i), one per sample
  double rate = 0;                 ///< estimated share of wrong labels: the mean of 1 - gamma(y_i|i)
};

/// One draw, used as it is: no scaling, no jitter. The samples of class 0 come first.
class TwoGaussians {
 public:
  TwoGaussians(std::size_t per_class, std::uint64_t seed)
      : per_class_(per_class), serial_(seed), data_(made(per_class, seed)) {}

  /// Mislabels the first samples of each class, which are as random as any others.
  void flip(std::size_t of_class_0, std::size_t of_class_1) {
    data_.edit([&](framework::DataTable& parts) {
      for (std::size_t i = 0; i < of_class_0; ++i) parts.target.labels[i] = 1;
      for (std::size_t i = 0; i < of_class_1; ++i) parts.target.labels[per_class_ + i] = 0;
    });
  }

  /// I(X; Y) of the labels as they are now, k = 8 (eq. 6), nats.
  double mi() {
    mutual_information::Mi criterion;
    criterion.options.jitter = 0;
    criterion.options.metric = euclidean_;
    return whole(criterion);
  }

  /// \param self  in the fit and in the entropies.
  Tolerant tolerant(Self self) {
    noise_models::PerClassFlip flips;
    mutual_information::LntMi criterion;
    criterion.options.jitter = 0;
    criterion.options.restarts = 5;
    criterion.options.self_in_em = criterion.options.self_in_mi = self;
    criterion.options.metric = euclidean_;
    criterion.options.noise = flips;
    Tolerant found;
    found.information = whole(criterion);
    const std::vector<Feature> feature{0};
    const std::vector<double> gamma =
        testing::memberships_of(criterion, data_.view(), feature);  // n x 2, column-major
    found.p_e = testing::Reported(criterion).tables.at("noise_parameters");
    const std::size_t n = data_.samples();
    const std::vector<std::int32_t>& labels = data_.parts().target.labels;
    found.of_class_0.assign(gamma.begin(), gamma.begin() + static_cast<std::ptrdiff_t>(n));
    for (std::size_t i = 0; i < n; ++i) found.rate += 1 - gamma[i + static_cast<std::size_t>(labels[i]) * n];
    found.rate /= static_cast<double>(n);
    return found;
  }

 private:
  static framework::LoadedData made(std::size_t per_class, std::uint64_t seed) {
    toml::table recipe;
    recipe.insert("use", "two_gaussians");
    recipe.insert("samples", static_cast<std::int64_t>(2 * per_class));
    recipe.insert("centre", kCentre);
    Rng rng(Rng::combine(seed, per_class));
    return framework::generate(framework::GeneratorConfig(recipe), rng);
  }
  double whole(Criterion& criterion) {
    criterion.prepare(data_.view(), serial_);
    double value = 0;
    Scores scores({&value, 1}, nullptr, -std::numeric_limits<double>::infinity());
    const Feature feature[] = {0};
    criterion.score(feature, Move::whole, {}, scores);
    return value;
  }

  std::size_t per_class_;
  testing::SerialRuntime serial_;
  framework::LoadedData data_;
  point_metrics::Euclidean euclidean_;
};

}  // namespace tamis::experiments
