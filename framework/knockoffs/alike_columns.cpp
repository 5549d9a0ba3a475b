#include "products.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/alike_columns.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kClose = 0.95;

}  // namespace

RepresentedColumns represented_columns(ConstMatrix x, double merge) {
  if (!(merge > 0 && merge <= 1))
    throw ParamError(fmt::format(
        "columns cannot be merged from a correlation of {} on: give one above 0, up to 1", merge));
  DenseMatrix unit(x.rows, x.cols);
  RepresentedColumns result;
  for (Feature j = 0; j < x.cols; ++j) {
    if (!std::ranges::all_of(x.column(j), [](double v) { return std::isfinite(v); }))
      throw DataError("a column has missing or infinite values: fill them in before knockoffs are drawn",
                      at_feature(j));
    std::ranges::copy(unit_deviations(x.column(j)), unit.view().column(j).begin());
  }
  const DenseMatrix r = gram(unit.view());
  for (Feature j = 0; j < x.cols; ++j) {
    if (r(j, j) == 0) {
      result.constant.push_back(j);
      continue;
    }
    const auto copied =
        std::ranges::find_if(result.kept, [&](Feature k) { return std::abs(r(k, j)) > merge; });
    if (copied != result.kept.end()) {
      result.merged.push_back({j, *copied, r(*copied, j)});
      continue;
    }
    for (const Feature k : result.kept)
      if (std::abs(r(k, j)) > kClose) result.close.push_back({j, k, r(k, j)});
    result.kept.push_back(j);
  }
  return result;
}

}  // namespace tamis::framework
