/// \file noise_on_samples.hpp
/// A noise model of all samples, as one of those that take part.
#pragma once

#include <tamis/eigen.hpp>
#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::mutual_information {

/// Hands rows to a noise model and back: it was prepared on all samples of a dataset, of which those of weight 0 take no
/// part. Matrices have a row per sample that takes part.
class NoiseOnSamples {
 public:
  /// \param model    prepared on `all` samples; must outlive this object.
  /// \param samples  those that take part, ascending.
  NoiseOnSamples(NoiseModel& model, std::span<const numerics::Sample> samples, std::size_t all)
      : model_(model), samples_(samples), all_(all) {}

  void parameters(std::span<double> out) const { model_.parameters(out); }
  void set_parameters(std::span<const double> values) { model_.set_parameters(values); }

  /// p(y_i|s) of each sample in each class.
  void likelihood(Matrix out) const {
    if (samples_.size() == all_) return model_.likelihood(out);
    Eigen::MatrixXd of_all(all_, out.cols);
    model_.likelihood(view(of_all));
    map(out) = of_all(samples_, Eigen::all);
  }
  /// The M step from memberships times the weights of the samples. A sample that takes no part is of no class.
  void update(ConstMatrix memberships, std::span<const double> weights) {
    Eigen::MatrixXd of_all = Eigen::MatrixXd::Zero(all_, memberships.cols);
    for (std::size_t k = 0; k < samples_.size(); ++k)
      of_all.row(samples_[k]) = weights[k] * map(memberships).row(k);
    model_.update(view(std::as_const(of_all)));
  }

 private:
  NoiseModel& model_;
  std::span<const numerics::Sample> samples_;
  std::size_t all_;
};

}  // namespace tamis::mutual_information
