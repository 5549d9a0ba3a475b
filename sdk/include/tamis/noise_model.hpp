/// \file noise_model.hpp
/// How labels go wrong: p(observed label | true class, sample).
#pragma once

#include <tamis/abi/noise_model.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/runtime.hpp>

namespace tamis {

/// A model of label noise. It may fit its parameters from memberships (describe() says `fits`), corrupt clean
/// labels for experiments (`corrupts`), or both. Phases: prepare() once, then the rest in any order; one call
/// at a time.
class NoiseModel : public Component {
 public:
  /// Reads the observed labels, votes, or classes of `data`.
  virtual void prepare(const Dataset& data, Runtime& runtime) = 0;

  /// The parameters (flip rates, a matrix by rows) as numbers, to save, compare and restore.
  virtual std::size_t parameter_count() const = 0;
  virtual void parameters(std::span<double> out) const = 0;
  virtual void set_parameters(std::span<const double> values) = 0;

  /// out(i, s) = p(y_i | S = s, x_i), n x l; a row of ones where y_i is unknown.
  virtual void likelihood(Matrix out) const = 0;

  /// fits: draws a starting point for the fit.
  virtual void start(std::uint64_t seed);
  /// fits: the M step, from p(S = s | x_i, y_i), n x l.
  virtual void update(ConstMatrix memberships);
  /// corrupts: changes labels 0..l-1 in place (-1 stays); fills `expert` (n x l) with the soft labels that an
  /// imprecise expert would state, unless expert.data is null.
  virtual void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                       std::uint64_t seed) const;
};

inline void NoiseModel::start(std::uint64_t) { throw ParamError("this noise model is given, not fitted"); }
inline void NoiseModel::update(ConstMatrix) { throw ParamError("this noise model is given, not fitted"); }
inline void NoiseModel::corrupt(std::span<std::int32_t>, std::uint32_t, Matrix, std::uint64_t) const {
  throw ParamError("this noise model fits labels but cannot corrupt them");
}

}  // namespace tamis
