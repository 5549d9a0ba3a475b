#include "gram.hpp"

#include <tamis/numerics/lanes.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

/// Columns that are multiplied with another one while it is at hand.
constexpr Index kAtOnce = 8;

/// Share of the curvature of the model that a step has to show.
constexpr double kLeastCurvature = 0.01;

double sum(const MatrixXd& m, Index column) {
  const double* v = m.col(column).data();
  return numerics::lane_sum(static_cast<std::size_t>(m.rows()), [=](std::size_t i) { return v[i]; });
}

}  // namespace

double Gram::sum_of_traces(const MatrixXd& curvature) const {
  double trace = 0;
  for (Index k = 0; k < columns_; ++k) trace += sum(curvature, pair_index(k, k));
  return trace;
}

void Gram::restart(const MatrixXd& curvature, Index columns) {
  curvature_ = curvature;
  columns_ = size_ = columns;
  trace_ = sum_of_traces(curvature);
  features_.clear();
  place_.assign(static_cast<std::size_t>(design_.features()), -1);
  if (values_.rows() < size_) values_.resize(size_, size_);
  for (Index k = 0; k < columns; ++k)
    for (Index l = 0; l < columns; ++l) values_(k, l) = sum(curvature, pair_index(k, l));
}

void Gram::learn(const VectorXd& s, const VectorXd& y, SupportFactor& factor) {
  std::vector<Index> moved;
  for (Index v = 0; v < size_; ++v)
    if (s[v] != 0) moved.push_back(v);
  VectorXd curved = VectorXd::Zero(size_);
  for (const Index v : moved) curved += s[v] * values_.col(v).head(size_);
  for (Index v = 0; v < size_; ++v)
    if (y[v] == 0) curved[v] = 0;
  const double known = s.dot(curved), seen = s.dot(y);
  // where the function curves downwards, a model that has a minimum cannot follow it
  if (!(known > 0 && seen > kLeastCurvature * known)) return;
  const VectorXd in = y / std::sqrt(seen), out = curved / std::sqrt(known);
  for (Index v = 0; v < size_; ++v) {
    if (in[v] == 0) continue;
    double* column = values_.col(v).data();
    for (Index w = 0; w < size_; ++w) column[w] += in[v] * in[w] - out[v] * out[w];
  }
  factor.change(in, 1) && factor.change(out, -1);
}

void Gram::include(const std::vector<Index>& features) {
  std::vector<Index> added;
  for (const Index j : features)
    if (place(j) < 0) added.push_back(j);
  const Index needed = size_ + columns_ * static_cast<Index>(added.size());
  if (values_.rows() < needed) {
    const Index room = std::max(needed, 3 * values_.rows() / 2);
    values_.conservativeResize(room, room);
  }
  const Index step = std::max<Index>(1, kAtOnce / pair_count(columns_)),
              count = static_cast<Index>(added.size());
  for (Index from = 0; from < count; from += step)
    include_some(added.data() + from, std::min(step, count - from));
}

void Gram::include_some(const Index* features, Index count) {
  const Index pairs = pair_count(columns_);
  MatrixXd curved(design_.samples(), count * pairs);  // z_ij H_i
  for (Index f = 0; f < count; ++f) {
    place_[static_cast<std::size_t>(features[f])] = size_ + f * columns_;
    features_.push_back(features[f]);
    const VectorXd z = design_.column(features[f]);
    for (Index p = 0; p < pairs; ++p) curved.col(f * pairs + p) = z.cwiseProduct(curvature_.col(p));
  }
  size_ += count * columns_;
  const auto write = [&](Index at, const std::vector<double>& products) {
    for (Index f = 0; f < count; ++f)
      for (Index k = 0; k < columns_; ++k)
        for (Index l = 0; l < columns_; ++l) {
          const Index other = place(features[f]) + l;
          values_(at + k, other) = values_(other, at + k) =
              products[static_cast<std::size_t>(f * pairs + pair_index(k, l))];
        }
  };
  std::vector<double> sums, products(static_cast<std::size_t>(curved.cols()));
  for (Index c = 0; c < curved.cols(); ++c) sums.push_back(sum(curved, c));
  write(0, sums);
  for (const Index j : features_) {
    design_.project(j, curved, products.data());
    for (std::size_t c = 0; c < sums.size(); ++c) products[c] -= design_.offset(j) * sums[c];
    write(place(j), products);
  }
}

}  // namespace tamis::sparse_linear
