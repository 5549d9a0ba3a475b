// A criterion says how good features are. This one judges subsets, and sees all candidates of a step of the
// search at once, so that it prepares once for a dataset and does once what the candidates share. Do the
// features of a subset tell the target, and each of them something else? (k features, their mean correlation
// r with the target and s with each other: k r / sqrt(k + k (k - 1) s), whatever the signs.)
#include <tamis/sdk.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

// The column with the mean 0 and the length 1, so that a correlation is a product; zeros of a constant.
std::vector<double> centred(tamis::Column x) {
  if (std::equal(x.begin() + 1, x.end(), x.begin())) return std::vector<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  double squares = 0;
  for (const double v : x) squares += (v - mean) * (v - mean);
  std::vector<double> out;
  for (const double v : x) out.push_back((v - mean) / std::sqrt(squares));
  return out;
}
double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  return std::abs(std::inner_product(x.begin(), x.end(), y.begin(), 0.0));
}

// What the score is made of: sums over the features, and over their pairs.
struct Sums {
  double features = 0, with_target = 0, with_each_other = 0;

  tamis::Score merit() const {
    if (features == 0) return tamis::undefined("no feature");
    return with_target / std::sqrt(features + 2 * with_each_other);
  }
};

struct @Class@ final : tamis::Criterion {
  // The compiler writes this into the library: tamis lists and documents the method by it, and runs none of
  // its code for that. Options and what else can be said here stand in tamis/describe.hpp.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Features that tell the target, and not each other")
        .cites("Hall. Correlation-based feature selection for discrete and numeric class. ICML 2000")
        .better(tamis::Better::higher)
        .measures(tamis::Measures::subset)  // the subset after the move, so that all moves must agree
        .targets(tamis::Targets::real);
  }

  // Once, before the first score. What `data` and `runtime` show lives as long as this object: copy the two.
  void prepare(const tamis::Dataset& data, const tamis::Runtime& runtime) override {
    runtime_ = runtime;
    columns_.resize(data.features());
    with_target_.resize(data.features());
    const std::vector<double> target = centred(data.target().real());
    runtime.parallel_for(columns_.size(), [&](std::uint64_t j) {
      columns_[j] = centred(data.column(static_cast<tamis::Feature>(j)));
      with_target_[j] = correlation(columns_[j], target);
    });
  }

  // One score per candidate that joins the subset or leaves it; one of the subset as it is for Move::whole.
  void score(tamis::Subset subset, tamis::Move move, std::span<const tamis::Feature> candidates,
             tamis::Scores& scores) override {
    const Sums before = sums_of(subset);
    if (move == tamis::Move::whole) return scores.write(0, before.merit());
    const double sign = move == tamis::Move::add ? 1 : -1;
    runtime_.parallel_for(candidates.size(), [&](std::uint64_t i) {
      const tamis::Feature candidate = candidates[i];
      Sums after = before;
      after.features += sign;
      after.with_target += sign * with_target_[candidate];
      for (const tamis::Feature f : subset)
        if (f != candidate) after.with_each_other += sign * correlation(columns_[f], columns_[candidate]);
      scores.write(i, after.merit());
    });
  }

 private:
  Sums sums_of(tamis::Subset subset) const {
    Sums sums;
    for (std::size_t i = 0; i < subset.size(); ++i) {
      sums.features += 1;
      sums.with_target += with_target_[subset[i]];
      for (std::size_t j = 0; j < i; ++j)
        sums.with_each_other += correlation(columns_[subset[i]], columns_[subset[j]]);
    }
    return sums;
  }

  tamis::Runtime runtime_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> with_target_;
};

TAMIS_PLUGIN(@Class@)
