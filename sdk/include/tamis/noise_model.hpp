/// \file noise_model.hpp
/// Noise models: p(observed label | true class, sample).
#pragma once

#include <tamis/abi/noise_model.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/runtime.hpp>

namespace tamis {

/// A model of the observed labels given the true classes. It may fit its parameters to memberships (describe() says `fits`),
/// corrupt clean labels for experiments (`corrupts`), or both.
///
/// For phases, threads and errors see Component. After prepare(), the other functions may be called in any order. The
/// results of likelihood() and corrupt() depend on the data and the parameters alone. The owner of the model controls it: an
/// EM loop alternates update() and likelihood(), and restores a state by set_parameters(). Here n is the number of samples
/// and l the number of classes of the data of prepare().
class NoiseModel : public Component {
 public:
  /// [setup] Reads the observed labels, votes, or classes, and sets the parameters from the options. Called once, after
  /// configured(). Both arguments are views: copy them; the memory that they show outlives this object.
  /// \param data     n samples with a target of classes, or of votes for a model that reads votes. As part of a criterion
  ///                 the model gets the features of that criterion; while labels are corrupted there may be none: test
  ///                 has_dense().
  /// \param runtime  for this call and all later ones.
  /// \throws DataError   a target of another kind, or labels that the model does not admit.
  /// \throws ParamError  options that do not fit the number of classes, or under which an observed label is impossible.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] The number of parameters, constant after prepare(). Parameters (flip rates, a matrix by rows) are plain
  /// numbers, so that a fit can save, compare and restore them without knowing their meaning. They include everything that
  /// a fit changes.
  virtual std::size_t parameter_count() const = 0;

  /// [scoring] Writes the present parameters.
  /// \param out  parameter_count() places.
  /// \throws Error  the fit ends.
  virtual void parameters(std::span<double> out) const = 0;

  /// [fit] Replaces the parameters: afterwards parameters() returns the same numbers, and likelihood() the values that
  /// belong to them, to the last bit.
  /// \param values  parameter_count() numbers, from parameters() or from a user.
  /// \throws ParamError  a wrong number of values, or values that the model cannot have (a rate above 1, say).
  virtual void set_parameters(std::span<const double> values) = 0;

  /// [scoring] out(i, s) = p(y_i | S = s, x_i): the probability of the observation of sample i if its true class is s, under
  /// the present parameters. In [0, 1]; a row of ones for a sample without an observation. O(n l), plus the votes.
  /// \param out  n x l.
  /// \throws Error  the fit ends.
  virtual void likelihood(Matrix out) const = 0;

  /// [fit] For a model that fits: draws a starting point; the same seed gives the same point. A model with given parameters
  /// that may take part in a fit leaves them unchanged. A fit may also start with update() or set_parameters() instead.
  /// \param seed  of this start; several starts of one fit have different seeds.
  /// \throws ParamError  unless overridden: this model is given, not fitted.
  virtual void start(std::uint64_t seed);

  /// [fit] For a model that fits: the M step, which sets the parameters to the maximum-likelihood estimate under the
  /// memberships. O(n l), plus the votes.
  /// \param memberships  p(S = s | x_i, y_i), n x l, rows sum to 1; valid during the call. For a model that declares
  ///                     uses_weights(), of data with weights, times the weight of the sample, so that it counts masses and
  ///                     not rows: a row of zeros is no sample.
  /// \throws ParamError    a matrix of another size; unless overridden: this model is given, not fitted.
  /// \throws NumericError  these memberships determine no parameters.
  virtual void update(ConstMatrix memberships);

  /// [scoring] For a model that corrupts: replaces true labels by observed ones, drawn with the probabilities of
  /// likelihood(). The same seed gives the same labels with any number of threads; another seed gives other labels.
  /// \param labels   the true labels, 0..l-1, or -1 where unknown, which stays -1; n of them.
  /// \param classes  l.
  /// \param expert   n x l: receives the soft labels that an imprecise expert would give, rows that sum to 1 (rows of
  ///                 unknown labels are ignored); or a matrix whose data is null: not wanted.
  /// \param seed     of this draw.
  /// \throws ParamError  a number of classes other than that of prepare(); unless overridden: this model does not corrupt.
  /// \throws DataError   a label that is not one of the classes.
  virtual void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                       std::uint64_t seed) const;
};

inline void NoiseModel::start(std::uint64_t) { throw ParamError("this noise model is given, not fitted"); }
inline void NoiseModel::update(ConstMatrix) { throw ParamError("this noise model is given, not fitted"); }
inline void NoiseModel::corrupt(std::span<std::int32_t>, std::uint32_t, Matrix, std::uint64_t) const {
  throw ParamError("this noise model fits labels but cannot corrupt them");
}

}  // namespace tamis
