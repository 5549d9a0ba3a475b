/// \file transition_model.hpp
/// What the noise models of this folder share.
#pragma once

#include "transition_matrix.hpp"

namespace tamis::noise_models {

/// A noise model under which the observed label depends on the true class alone: p(y | S = s) = T(s, y).
/// Its parameters say T. Unless a class derived from it fits them, they stay as they are given, and start()
/// and update() do nothing: so each of these models can stand in a fit of memberships.
class TransitionModel : public NoiseModel {
 public:
  /// \throws DataError   the target is not of class labels.
  /// \throws ParamError  options that do not go with its number of classes, or under which a label that is
  ///                     observed is impossible.
  void prepare(const Dataset& data, const Runtime& runtime) final;

  std::size_t parameter_count() const final { return parameters_.size(); }
  void parameters(std::span<double> out) const final;
  /// \throws ParamError  another number of them, or what no T can be made of.
  void set_parameters(std::span<const double> values) final;

  /// O(n l).
  void likelihood(Matrix out) const final;

  void start(std::uint64_t) override {}
  void update(ConstMatrix) override {}

  /// Label i is drawn from the row of T that its class says, from the stream of (seed, i). `expert` gets the
  /// certainty of one who sees the corrupted labels: one-hot rows, NaN where the label is unknown. O(n l).
  /// \throws ParamError  another number of classes than was prepared.
  /// \throws DataError   a label that is not one of the classes.
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
               std::uint64_t seed) const override;

 protected:
  /// The parameters that the options say for classes().
  /// \throws ParamError  they do not go together.
  virtual std::vector<double> given() const = 0;
  /// Before that: prepares the components that the options name.
  virtual void prepare_parts(const Dataset&, const Runtime&) {}
  /// T from such parameters.
  /// \throws ParamError
  virtual TransitionMatrix transitions(std::span<const double> parameters) const = 0;

  std::uint32_t classes() const { return classes_; }
  /// 0..l-1, or -1 where unknown.
  std::span<const std::int32_t> labels() const { return labels_; }
  /// For parameters that update() or start() made. As long as parameter_count().
  void become(std::vector<double> parameters);
  /// \throws ParamError  not n x l.
  void check_memberships(ConstMatrix memberships) const;
  /// \throws Error  as corrupt().
  void check_corruptible(std::span<const std::int32_t> labels, std::uint32_t classes) const;
  /// What is certain of each label: all mass on it, or NaN where it is unknown.
  static void write_one_hot(std::span<const std::int32_t> labels, Matrix out);

 private:
  std::span<const std::int32_t> labels_;
  std::uint32_t classes_ = 0;
  std::vector<double> parameters_;
  TransitionMatrix t_;
};

}  // namespace tamis::noise_models
