// A criterion says how good features are. This one judges a subset as a whole: do its features tell the
// target, and each of them something else? (k features, their mean correlation r with the target and s with
// each other: k r / sqrt(k + k (k - 1) s), whatever the signs.)
#include <tamis/sdk.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

// Pearson's correlation without its sign; 0 where a column is constant.
double correlation(tamis::Column x, tamis::Column y) {
  const auto constant = [](tamis::Column c) { return std::equal(c.begin() + 1, c.end(), c.begin()); };
  if (constant(x) || constant(y)) return 0;
  const auto n = static_cast<double>(x.size());
  const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double y_mean = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    yy += (y[i] - y_mean) * (y[i] - y_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
  }
  return std::abs(xy) / std::sqrt(xx * yy);
}

struct @Class@ final : tamis::SubsetCriterion {
  // The compiler writes this into the library: tamis lists and documents the method by it, and runs none of
  // its code for that. Options and what else can be said here stand in tamis/describe.hpp.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Features that tell the target, and not each other")
        .cites("Hall. Correlation-based feature selection for discrete and numeric class. ICML 2000")
        .better(tamis::Better::higher)
        .targets(tamis::Targets::real);
  }

  // The score of a subset. Called from many threads at once, one subset for each candidate of a search.
  tamis::Score score_subset(tamis::Subset subset, const tamis::Dataset& data) const override {
    if (subset.empty()) return tamis::undefined("no feature");
    const auto k = static_cast<double>(subset.size());
    double with_target = 0, with_each_other = 0;
    for (std::size_t i = 0; i < subset.size(); ++i) {
      with_target += correlation(data.column(subset[i]), data.target().real());
      for (std::size_t j = 0; j < i; ++j)
        with_each_other += correlation(data.column(subset[i]), data.column(subset[j]));
    }
    return with_target / std::sqrt(k + 2 * with_each_other);
  }
};

TAMIS_PLUGIN(@Class@)
