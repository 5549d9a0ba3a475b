/// \file choice.hpp
/// Which lambda: the mean deviance of folds, and its standard error.
#pragma once

#include "design.hpp"

namespace tamis::sparse_linear {

/// The mean over folds of each grid point's deviance, and what follows (page, section 0.4).
struct LambdaChoice {
  std::vector<double> mean;
  std::vector<double> standard_error;  ///< sample deviation over folds / sqrt(folds)
  std::size_t best = 0;                ///< the first of the smallest means
  std::size_t one_se = 0;              ///< the first whose mean is at most mean[best] + standard_error[best]
};

/// \param deviance  folds x grid points, the largest lambda first.
LambdaChoice choose_lambda(const MatrixXd& deviance);

}  // namespace tamis::sparse_linear
