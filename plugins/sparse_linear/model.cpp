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

/// The coefficients of a feature as they are reported, see model_of().
RowVectorXd settled_row(const Penalty& penalty, RowVectorXd row) {
  const bool is_free = penalty.kind == PenaltyKind::separate && penalty.alpha == 1 && row.size() > 1;
  if (is_free) row.array() -= middle(row);
  return row;
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
  if (coefficients.cols() > 1) model.intercepts.array() -= model.intercepts.mean();
  model.raw_intercepts = model.intercepts;
  for (const Index j : model.selected()) {
    model.coefficients.row(j) = settled_row(penalty, model.coefficients.row(j));
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

CoefficientPath coefficient_path(const Path& path, const Penalty& penalty, Index features, std::size_t most) {
  const Entries entries = entries_of(path, features);
  CoefficientPath found;
  std::vector<Index> column(static_cast<std::size_t>(features), -1);
  for (const std::size_t j : entries.ranking) {
    if (entries.score[j] == 0 || found.features.size() == most) break;
    column[j] = static_cast<Index>(found.features.size());
    found.features.push_back(static_cast<Index>(j));
  }
  found.values =
      MatrixXd::Zero(static_cast<Index>(path.points.size()), static_cast<Index>(found.features.size()));
  for (std::size_t l = 0; l < path.points.size(); ++l) {
    const PathPoint& point = path.points[l];
    for (std::size_t r = 0; r < point.features.size(); ++r) {
      const Index c = column[static_cast<std::size_t>(point.features[r])];
      if (c < 0) continue;
      const RowVectorXd row = settled_row(penalty, point.rows.row(static_cast<Index>(r)));
      found.values(static_cast<Index>(l), c) = row.size() == 1 ? row[0] : row.norm();
    }
  }
  return found;
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

MatrixXd predictors(const RawFit& fit, const Dataset& data, std::span<const std::uint32_t> samples) {
  MatrixXd eta = fit.intercepts.replicate(static_cast<Index>(samples.size()), 1);
  const tamis_sparse& lists = data.sparse();
  std::vector<Index> place(data.has_sparse() ? data.samples() : 0, -1);  // of a sample, among those
  for (std::size_t i = 0; i < samples.size() && data.has_sparse(); ++i)
    place[samples[i]] = static_cast<Index>(i);
  for (std::size_t r = 0; r < fit.features.size(); ++r) {
    const auto j = static_cast<Feature>(fit.features[r]);
    const auto row = fit.rows.row(static_cast<Index>(r));
    if (data.has_sparse()) {
      for (auto e = lists.start[j]; e < lists.start[j + 1]; ++e)
        if (const Index i = place[lists.row[e]]; i >= 0) eta.row(i) += lists.value[e] * row;
    } else {
      std::vector<double> x(data.samples());
      copy_complete(data, j, x);
      for (Index i = 0; i < eta.rows(); ++i) eta.row(i) += x[samples[static_cast<std::size_t>(i)]] * row;
    }
  }
  return eta;
}

}  // namespace tamis::sparse_linear
