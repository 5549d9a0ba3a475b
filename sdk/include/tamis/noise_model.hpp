/// \file noise_model.hpp
/// How labels go wrong: p(observed label | true class, sample).
#pragma once

#include <tamis/abi/noise_model.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/runtime.hpp>

namespace tamis {

/// A model of how observed labels came from true classes. It may fit its parameters from memberships
/// (describe() says `fits`), corrupt clean labels for experiments (`corrupts`), or both.
///
/// Phases, threads, errors: see Component. prepare() comes once; after it the others may follow in any
/// order, and what likelihood() and corrupt() say depends on the data and the parameters alone.
/// Whoever holds the model drives it: an EM loop calls update() and likelihood() in turn, and restores
/// a state by set_parameters(). Here n is the number of samples and l the number of classes of the
/// data that prepare() got.
class NoiseModel : public Component {
 public:
  /// [setup] Reads the observed labels, votes, or classes, and sets the parameters that the options say.
  /// Once, after configured(). Both arguments are views: copy them; what they show outlives this object.
  /// \param data     n samples with a target of classes, or of votes for a model that reads votes. Inside a
  ///                 criterion the features are as that criterion gets them; before labels are corrupted
  ///                 there may be none that can be read: ask has_dense().
  /// \param runtime  for this call and all later ones.
  /// \throws DataError   a target of another kind, or labels that the model cannot be for.
  /// \throws ParamError  options that do not go with the number of classes, or under which an observed label
  ///                     is impossible.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] How many parameters there are; the same from prepare() on. Parameters (flip rates, a matrix by
  /// rows) are numbers, so that a fit can save, compare and restore them without knowing what they mean. All
  /// that a fit changes must be among them.
  virtual std::size_t parameter_count() const = 0;

  /// [scoring] Writes the parameters as they are now.
  /// \param out  parameter_count() places.
  /// \throws Error  the fit ends.
  virtual void parameters(std::span<double> out) const = 0;

  /// [fit] Puts parameters in the place of the present ones: afterwards parameters() gives the same numbers,
  /// and likelihood() what it gave with them, to the last bit.
  /// \param values  parameter_count() numbers, as parameters() wrote them or as a user states them.
  /// \throws ParamError  another number of them, or values that the model cannot have (a rate above 1, say).
  virtual void set_parameters(std::span<const double> values) = 0;

  /// [scoring] out(i, s) = p(y_i | S = s, x_i): the probability of what was observed of sample i, if its true
  /// class is s, under the present parameters. In [0, 1]; a row of ones where nothing was observed. O(n l),
  /// plus the votes.
  /// \param out  n x l.
  /// \throws Error  the fit ends.
  virtual void likelihood(Matrix out) const = 0;

  /// [fit] Of a model that fits: draws a starting point for the fit; the same seed gives the same point. A
  /// model whose parameters are given, but that can stand in a fit, stays as it is. A fit may also begin
  /// without it, by update() or set_parameters().
  /// \param seed  of this start; several starts of one fit differ in it.
  /// \throws ParamError  unless overridden: this model is given, not fitted.
  virtual void start(std::uint64_t seed);

  /// [fit] Of a model that fits: the M step, which sets the parameters to those that make the observed labels
  /// likeliest under the memberships. O(n l), plus the votes.
  /// \param memberships  p(S = s | x_i, y_i), n x l, rows sum to 1; gone after the call.
  /// \throws ParamError    a matrix of another size; unless overridden: this model is given, not fitted.
  /// \throws NumericError  no parameters follow from these memberships.
  virtual void update(ConstMatrix memberships);

  /// [scoring] Of a model that corrupts: replaces true labels by observed ones, drawn with the
  /// probabilities that likelihood() states. The same seed gives the same labels, on any number of
  /// threads; another seed, others.
  /// \param labels   the true labels, 0..l-1, or -1 where unknown, which stays -1; n of them.
  /// \param classes  l.
  /// \param expert   n x l: filled with the soft labels that an imprecise expert would state, rows that sum
  ///                 to 1 (those of unknown labels mean nothing); or a matrix whose data is null: not wanted.
  /// \param seed     of this draw.
  /// \throws ParamError  another number of classes than prepare() saw; unless overridden: this model cannot.
  /// \throws DataError   a label that is none of the classes.
  virtual void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                       std::uint64_t seed) const;
};

inline void NoiseModel::start(std::uint64_t) { throw ParamError("this noise model is given, not fitted"); }
inline void NoiseModel::update(ConstMatrix) { throw ParamError("this noise model is given, not fitted"); }
inline void NoiseModel::corrupt(std::span<std::int32_t>, std::uint32_t, Matrix, std::uint64_t) const {
  throw ParamError("this noise model fits labels but cannot corrupt them");
}

}  // namespace tamis
