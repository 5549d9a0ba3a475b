#include "flip_matrix.hpp"

#include <tamis/numerics/log.hpp>


namespace tamis::sparse_linear {

MatrixXd uniform_flips(Index classes, double rate) {
  if (classes == 1) return MatrixXd::Ones(1, 1);
  MatrixXd flips = MatrixXd::Constant(classes, classes, rate / static_cast<double>(classes - 1));
  flips.diagonal().setConstant(1 - rate);
  return flips;
}

MatrixXd FlipPrior::pseudo_labels(Index classes) const { return rows * uniform_flips(classes, rate); }

double FlipPrior::log_density(const MatrixXd& flips) const {
  const MatrixXd prior = pseudo_labels(flips.rows());
  double sum = 0;
  for (Index t = 0; t < flips.rows(); ++t)
    for (Index s = 0; s < flips.cols(); ++s)
      if (prior(t, s) > 0) sum += prior(t, s) * numerics::logarithm(flips(t, s));
  return sum;
}

MatrixXd FlipPrior::best_flips(const MatrixXd& counts) const {
  const Index classes = counts.rows();
  MatrixXd flips = counts + pseudo_labels(classes);
  if (form == FlipForm::uniform) {
    const double all = flips.sum();
    return uniform_flips(classes, all > 0 ? std::min(1 - flips.trace() / all, 1 - floor) : 0);
  }
  for (Index t = 0; t < classes; ++t) {
    const double all = flips.row(t).sum();
    if (!(all > 0)) {
      flips.row(t) = Eigen::RowVectorXd::Unit(classes, t);
      continue;
    }
    flips.row(t) /= all;
    if (flips(t, t) >= floor) continue;
    flips.row(t) *= (1 - floor) / (1 - flips(t, t));
    flips(t, t) = floor;
  }
  return flips;
}

MatrixXd label_counts(const Observations& observations, const MatrixXd& probabilities, const MatrixXd& flips,
                      double total) {
  MatrixXd counts = MatrixXd::Zero(flips.rows(), flips.cols());
  for (Index i = 0; i < probabilities.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t o = observations.start[at]; o < observations.start[at + 1]; ++o) {
      const MatrixXd joint =
          (probabilities.row(i).transpose() * observations.labels.row(static_cast<Index>(o)))
              .cwiseProduct(flips);
      if (const double all = joint.sum(); all > 0) counts += total * observations.weight[o] / all * joint;
    }
  }
  return counts;
}

}  // namespace tamis::sparse_linear
