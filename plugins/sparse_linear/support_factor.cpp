#include "support_factor.hpp"

#include "dots.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tamis::sparse_linear {
namespace {

/// Pivots that are smaller shares of the diagonal make poor steps.
constexpr double kLeastPivot = 1e-9;
/// What they are raised to.
constexpr double kRaisedPivot = 0.2;

}  // namespace

void SupportFactor::clear() {
  variables_.clear();
  place_.clear();
  factor_.clear();
}

double SupportFactor::add(Index v, const double* column, double ridge) {
  const std::size_t m = variables_.size();
  factor_.resize(m * (m + 1) / 2 + m + 1);
  double* last = row(m);
  for (std::size_t i = 0; i < m; ++i) {
    const double* l = row(i);
    last[i] = (column[variables_[i]] - dot(l, last, i)) / l[i];
  }
  const double diagonal = column[v] + ridge, pivot = diagonal - dot(last, last, m);
  if (!(pivot > kLeastPivot * diagonal)) {
    factor_.resize(m * (m + 1) / 2);
    return kRaisedPivot * std::abs(diagonal) - pivot;
  }
  last[m] = std::sqrt(pivot);
  if (v >= static_cast<Index>(place_.size())) place_.resize(static_cast<std::size_t>(v) + 1, -1);
  place_[static_cast<std::size_t>(v)] = static_cast<Index>(m);
  variables_.push_back(v);
  return 0;
}

void SupportFactor::drop(Index v) {
  const auto gone = static_cast<std::size_t>(place_[static_cast<std::size_t>(v)]);
  const std::size_t m = variables_.size();
  // without its row the ones below have an entry too many: rotations of neighbouring columns clear it
  std::vector<std::pair<double, double>> rotations;
  for (std::size_t r = gone + 1; r < m; ++r) {
    double* from = row(r) + gone;
    for (std::size_t k = 0; k < rotations.size(); ++k) {
      const auto [c, s] = rotations[k];
      const double a = from[k], b = from[k + 1];
      from[k] = c * a + s * b;
      from[k + 1] = c * b - s * a;
    }
    const std::size_t k = r - 1 - gone;
    const double pivot = std::sqrt(from[k] * from[k] + from[k + 1] * from[k + 1]);
    rotations.emplace_back(from[k] / pivot, from[k + 1] / pivot);
    from[k] = pivot;
    std::copy(row(r), row(r) + r, row(r - 1));
  }
  variables_.erase(variables_.begin() + static_cast<std::ptrdiff_t>(gone));
  factor_.resize((m - 1) * m / 2);
  place_[static_cast<std::size_t>(v)] = -1;
  for (std::size_t r = gone; r + 1 < m; ++r)
    place_[static_cast<std::size_t>(variables_[r])] = static_cast<Index>(r);
}

bool SupportFactor::change(const VectorXd& v, double sign) {
  // what each column did to its diagonal, it does to the rows below
  struct Turn {
    double s, c;
  };
  std::vector<Turn> turns;
  for (std::size_t r = 0; r < variables_.size(); ++r) {
    double* l = row(r);
    double rest = v[variables_[r]];
    for (std::size_t k = 0; k < r; ++k) {
      const auto [s, c] = turns[k];
      const double before = l[k];
      l[k] = (before + sign * s * rest) * c;
      rest = (rest - s * before) * c;
    }
    const double square = l[r] * l[r] + sign * rest * rest;
    if (!(square > kLeastPivot * l[r] * l[r])) {
      clear();
      return false;
    }
    const double pivot = std::sqrt(square);
    turns.push_back({rest / l[r], l[r] / pivot});
    l[r] = pivot;
  }
  return true;
}

void SupportFactor::solve(std::vector<double>& x) const {
  const std::size_t m = variables_.size();
  for (std::size_t i = 0; i < m; ++i) x[i] = (x[i] - dot(row(i), x.data(), i)) / row(i)[i];
  for (std::size_t i = m; i-- > 0;) {
    const double* l = row(i);
    x[i] /= l[i];
    for (std::size_t k = 0; k < i; ++k) x[k] -= x[i] * l[k];
  }
}

}  // namespace tamis::sparse_linear
