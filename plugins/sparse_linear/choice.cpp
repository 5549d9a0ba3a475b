#include "choice.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {

LambdaChoice choose_lambda(const MatrixXd& deviance) {
  LambdaChoice choice;
  const auto folds = static_cast<double>(deviance.rows());
  for (Index l = 0; l < deviance.cols(); ++l) {
    const double mean = deviance.col(l).sum() / folds;
    const double squares = (deviance.col(l).array() - mean).square().sum();
    choice.mean.push_back(mean);
    choice.standard_error.push_back(folds > 1 ? std::sqrt(squares / (folds - 1) / folds) : 0);
  }
  choice.best = static_cast<std::size_t>(std::ranges::min_element(choice.mean) - choice.mean.begin());
  const double bar = choice.mean[choice.best] + choice.standard_error[choice.best];
  while (choice.mean[choice.one_se] > bar) ++choice.one_se;
  return choice;
}

}  // namespace tamis::sparse_linear
