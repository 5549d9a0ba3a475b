/// \file model.hpp
/// A fit as it is reported: unique coefficients, also of the columns as they were given.
#pragma once

#include "path.hpp"

namespace tamis::sparse_linear {

/// Coefficients and intercepts, features x columns.
struct Model {
  MatrixXd coefficients;          ///< of the standardised columns
  Eigen::RowVectorXd intercepts;  ///< of several columns they sum to 0
  MatrixXd raw_coefficients;      ///< of the columns as they are
  Eigen::RowVectorXd raw_intercepts;

  std::vector<Index> selected() const;
};

/// Several columns: intercepts are made to sum to 0. Separate penalties with alpha = 1 leave a constant of each row free
/// between its two middle values: their middle is taken off (page, section 1).
Model model_of(const Design& design, const Penalty& penalty, const MatrixXd& coefficients,
               const Eigen::RowVectorXd& intercepts);
/// The fit of a point of a path.
Model model_of(const Design& design, const Penalty& penalty, const PathPoint& point);

/// How the coefficients of standardised columns grow along a path.
struct CoefficientPath {
  std::vector<Index> features;  ///< in the order in which they come in
  MatrixXd values;  ///< points x features: the coefficient, or of several columns the length of the row
};
/// Of the features that come in, the first `most`.
CoefficientPath coefficient_path(const Path& path, const Penalty& penalty, Index features, std::size_t most);

/// The fit of a point of a path for columns as they are, of the features that are not 0.
struct RawFit {
  std::vector<Index> features;
  MatrixXd rows;
  Eigen::RowVectorXd intercepts;
};
RawFit raw_fit(const Design& design, const PathPoint& point);
RawFit raw_fit(const Model& model);

/// The linear predictors of samples, samples x columns.
MatrixXd predictors(const RawFit& fit, const Dataset& data, std::span<const std::uint32_t> samples);

}  // namespace tamis::sparse_linear
