#include "model.hpp"

#include <algorithm>

namespace tamis::sparse_linear {
namespace {

using Eigen::RowVectorXd;

double middle(RowVectorXd values) {
  std::sort(values.begin(), values.end());
  const Index n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace

std::vector<Index> Model::selected() const {
  std::vector<Index> found;
  for (Index j = 0; j < coefficients.rows(); ++j)
    if ((coefficients.row(j).array() != 0).any()) found.push_back(j);
  return found;
}

Model model_of(const Design& design, const Penalty& penalty, const MatrixXd& coefficients,
               const RowVectorXd& intercepts) {
  Model model{coefficients, intercepts, MatrixXd::Zero(coefficients.rows(), coefficients.cols()), {}};
  const bool is_free = penalty.kind == PenaltyKind::separate && penalty.alpha == 1 && coefficients.cols() > 1;
  if (coefficients.cols() > 1) model.intercepts.array() -= model.intercepts.mean();
  model.raw_intercepts = model.intercepts;
  for (const Index j : model.selected()) {
    if (is_free) model.coefficients.row(j).array() -= middle(model.coefficients.row(j));
    model.raw_coefficients.row(j) = model.coefficients.row(j) / design.scale(j);
    model.raw_intercepts -= design.mean(j) * model.raw_coefficients.row(j);
  }
  return model;
}

Model model_of(const Design& design, const Penalty& penalty, const PathPoint& point) {
  MatrixXd coefficients = MatrixXd::Zero(design.features(), point.intercepts.size());
  for (std::size_t r = 0; r < point.features.size(); ++r)
    coefficients.row(point.features[r]) = point.rows.row(static_cast<Index>(r));
  return model_of(design, penalty, coefficients, point.intercepts);
}

RawFit raw_fit(const Design& design, const PathPoint& point) {
  RawFit fit{point.features, point.rows, point.intercepts};
  for (std::size_t r = 0; r < fit.features.size(); ++r) {
    auto row = fit.rows.row(static_cast<Index>(r));
    row /= design.scale(fit.features[r]);
    fit.intercepts -= design.mean(fit.features[r]) * row;
  }
  return fit;
}

RawFit raw_fit(const Model& model) {
  const std::vector<Index> features = model.selected();
  return {features, model.raw_coefficients(features, Eigen::all), model.raw_intercepts};
}

MatrixXd predictors(const RawFit& fit, const Features& features, std::span<const std::uint32_t> samples) {
  MatrixXd eta = fit.intercepts.replicate(static_cast<Index>(samples.size()), 1);
  for (std::size_t r = 0; r < fit.features.size(); ++r) {
    const Column x = features.dense.column(static_cast<std::uint64_t>(fit.features[r]));
    for (Index i = 0; i < eta.rows(); ++i)
      eta.row(i) += x[samples[static_cast<std::size_t>(i)]] * fit.rows.row(static_cast<Index>(r));
  }
  return eta;
}

}  // namespace tamis::sparse_linear
