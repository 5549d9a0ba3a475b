#include "transition_model.hpp"

#include "checks.hpp"

#include <algorithm>
#include <limits>

namespace tamis::noise_models {
namespace {

void check_possible(std::span<const std::int32_t> labels, const TransitionMatrix& t) {
  std::vector<char> possible(t.classes());
  for (std::size_t s = 0; s < t.classes(); ++s)
    for (std::size_t y = 0; y < t.classes(); ++y)
      if (t(s, y) > 0) possible[y] = 1;
  for (const std::int32_t y : labels)
    if (y >= 0 && !possible[static_cast<std::size_t>(y)])
      throw ParamError(
          "a label that is observed has probability 0 under every true class; give it more in the rates or "
          "the matrix of the noise model",
          at_class(static_cast<std::uint64_t>(y)));
}

}  // namespace

void TransitionModel::prepare(const Dataset& data, const Runtime& runtime) {
  const Target target = data.target();
  if (target.kind() != TargetKind::classes)
    throw DataError("a noise model speaks of class labels, and the target is not of that kind");
  labels_ = target.labels();
  classes_ = target.classes();
  prepare_parts(data, runtime);
  become(given());
  check_possible(labels_, t_);
}

void TransitionModel::parameters(std::span<double> out) const {
  std::copy(parameters_.begin(), parameters_.end(), out.begin());
}

void TransitionModel::set_parameters(std::span<const double> values) {
  check_parameter_count(values.size(), parameters_.size(), classes_);
  become({values.begin(), values.end()});
}

void TransitionModel::become(std::vector<double> parameters) {
  t_ = transitions(parameters);
  parameters_ = std::move(parameters);
}

void TransitionModel::likelihood(Matrix out) const {
  check_memberships(out);
  for (std::uint64_t s = 0; s < out.cols; ++s)
    for (std::uint64_t i = 0; i < out.rows; ++i)
      out(i, s) = labels_[i] < 0 ? 1.0 : t_(s, static_cast<std::size_t>(labels_[i]));
}

void TransitionModel::corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                              std::uint64_t seed) const {
  check_corruptible(labels, classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    Rng rng(Rng::combine(Rng::mix(seed + 1), i));
    labels[i] = t_.draw(static_cast<std::size_t>(labels[i]), rng);
  }
  if (expert.data) write_one_hot(labels, expert);
}

void TransitionModel::write_one_hot(std::span<const std::int32_t> labels, Matrix out) {
  for (std::uint64_t s = 0; s < out.cols; ++s)
    for (std::uint64_t i = 0; i < out.rows; ++i)
      out(i, s) = labels[i] < 0                               ? std::numeric_limits<double>::quiet_NaN()
                  : labels[i] == static_cast<std::int32_t>(s) ? 1.0
                                                              : 0.0;
}

void TransitionModel::check_memberships(ConstMatrix memberships) const {
  noise_models::check_memberships(memberships, labels_.size(), classes_);
}

void TransitionModel::check_corruptible(std::span<const std::int32_t> labels, std::uint32_t classes) const {
  if (classes != classes_)
    throw ParamError("the labels to corrupt are of " + std::to_string(classes) +
                     " classes, but the noise model was prepared for " + std::to_string(classes_));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] >= static_cast<std::int64_t>(classes))
      throw DataError("label " + std::to_string(labels[i]) + " is not one of the " + std::to_string(classes) +
                          " classes, which are numbered from 0",
                      at_sample(i));
}

}  // namespace tamis::noise_models
