#include "products.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/correlation.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

double sum_of_squares(std::span<const double> x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return sum;
}

/// sum_i |z_i|^4, z_i the rows.
double sum_of_fourth_powers(ConstMatrix z) {
  std::vector<double> squares(z.rows);
  for (std::uint64_t j = 0; j < z.cols; ++j)
    for (std::uint64_t i = 0; i < z.rows; ++i) squares[i] += z(i, j) * z(i, j);
  return sum_of_squares(squares);
}

}  // namespace

DenseMatrix standardised(ConstMatrix x) {
  if (x.rows == 0) throw DataError("there are no rows to make knockoffs of: give at least two");
  DenseMatrix z(x.rows, x.cols);
  const auto n = static_cast<double>(x.rows);
  for (std::uint64_t j = 0; j < x.cols; ++j) {
    const Column given = x.column(j);
    if (!std::ranges::all_of(given, [](double v) { return std::isfinite(v); }))
      throw DataError("a column has missing or infinite values: fill them in before knockoffs are drawn",
                      at_feature(j));
    if (std::ranges::min(given) == std::ranges::max(given))
      throw DataError("a column is constant, so it has no knockoff: leave it out", at_feature(j));
    const std::span<double> out = z.view().column(j);
    std::ranges::transform(unit_deviations(given), out.begin(), [&](double v) { return v * std::sqrt(n); });
  }
  return z;
}

ShrunkCorrelation shrunk_correlation(ConstMatrix x, Shrinkage how) {
  const DenseMatrix z = standardised(x);
  const auto n = static_cast<double>(x.rows), p = static_cast<double>(x.cols);
  ShrunkCorrelation result{gram(z.view()), 1};
  std::vector<double>& s = result.sigma.values;
  for (double& v : s) v /= n;
  // b = sum_i |z_i z_i' - S|^2 / (p n^2), with sum_i z_i' S z_i = n |S|^2
  const double s2 = sum_of_squares(s);
  const double b = (sum_of_fourth_powers(z.view()) / n - s2) / (p * n);
  double d = 0;
  for (std::uint64_t j = 0; j < x.cols; ++j)
    for (std::uint64_t i = 0; i < x.cols; ++i) {
      const double off = result.sigma(i, j) - (i == j ? 1 : 0);
      d += off * off / p;
    }
  if (d > 0) result.shrinkage = std::clamp(b, 0.0, d) / d;
  if (how == Shrinkage::squared) result.shrinkage *= result.shrinkage;
  for (std::uint64_t j = 0; j < x.cols; ++j)
    for (std::uint64_t i = 0; i < x.cols; ++i)
      s[i + j * x.cols] = i == j ? 1 : (1 - result.shrinkage) * s[i + j * x.cols];
  return result;
}

}  // namespace tamis::framework
