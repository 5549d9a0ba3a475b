/// \file fixture.hpp
/// Tables with noisy labels, and criteria of this folder with their parts set.
#pragma once

#include <lnt_mi.hpp>
#include <mi.hpp>
#include <per_class_flip.hpp>
#include <point_metrics.hpp>

#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <numeric>

#include "literal.hpp"

namespace tamis::mutual_information::testing {

using namespace tamis::testing;

/// Classes in overlapping clouds: feature f tells class s by a shift of s / (f + 1); a share of the labels is
/// wrong, another unknown.
inline Table clouds(std::size_t n, std::size_t d, std::uint32_t classes, std::uint64_t seed,
                    double wrong = 0.1, double unknown = 0) {
  Rng rng(seed);
  Table t(n, d);
  std::vector<std::int32_t> y;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t s = rng.below(classes);
    for (std::size_t f = 0; f < d; ++f)
      t.at(i, f) = normal(rng) + 2.0 * static_cast<double>(s) / static_cast<double>(f + 1);
    std::uint64_t given = s;
    if (classes > 1 && rng.uniform() < wrong) given = (s + 1 + rng.below(classes - 1)) % classes;
    y.push_back(rng.uniform() < unknown ? -1 : static_cast<std::int32_t>(given));
  }
  return t.with_labels(std::move(y), classes);
}

/// Gives the samples weights between 0.25 and 4.
inline void weigh(Table& t, std::uint64_t seed) {
  Rng rng(seed);
  t.weights.clear();
  for (std::size_t i = 0; i < t.n; ++i) t.weights.push_back(std::exp2(4 * rng.uniform() - 2));
}

/// A criterion with a norm and a noise model of its own.
template <class C>
struct Ready {
  C criterion;
  point_metrics::Euclidean euclidean;
  noise_models::PerClassFlip flips;
  SerialRuntime serial;

  explicit Ready(typename C::Options options) {
    criterion.options = options;
    criterion.options.metric = euclidean;
    if constexpr (requires { criterion.options.noise; }) criterion.options.noise = flips;
  }
  Ready& on(Table& table) { return on(table, serial); }
  Ready& on(Table& table, Runtime runtime) {
    criterion.prepare(table.view(), runtime);
    return *this;
  }
  std::vector<double> score(const std::vector<Feature>& subset, Move move,
                            const std::vector<Feature>& candidates = {}) {
    std::vector<double> values(move == Move::whole ? 1 : candidates.size());
    Scores scores(values, nullptr, -std::numeric_limits<double>::infinity());
    criterion.score(subset, move, candidates, scores);
    return values;
  }
  double whole(const std::vector<Feature>& subset) { return score(subset, Move::whole)[0]; }
};

inline literal::Problem problem(Table& t, const std::vector<Feature>& features) {
  literal::Problem p;
  p.classes = static_cast<int>(t.classes);
  for (std::size_t i = 0; i < t.n; ++i) {
    p.x.emplace_back();
    for (Feature f : features) p.x.back().push_back(t.at(i, f));
    p.y.push_back(t.labels[i]);
  }
  const double sum = std::accumulate(t.weights.begin(), t.weights.end(), 0.0);
  for (double w : t.weights) p.weight.push_back(w / (sum / static_cast<double>(t.n)));
  return p;
}

}  // namespace tamis::mutual_information::testing
