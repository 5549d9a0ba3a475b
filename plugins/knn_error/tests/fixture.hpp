/// \file fixture.hpp
/// A prepared k-NN error, and tables that try it.
#pragma once

#include "knn_error.hpp"

#include <catch2/catch.hpp>
#include <point_metrics.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/threaded_runtime.hpp>

namespace tamis::knn_error::test {

using namespace tamis::testing;
using Features = std::vector<Feature>;

inline const point_metrics::Euclidean kEuclidean;
inline const point_metrics::Manhattan kManhattan;
inline const point_metrics::Chebyshev kChebyshev;
inline const point_metrics::Cosine kCosine;
inline const PointMetric* const kMetrics[] = {&kEuclidean, &kManhattan, &kChebyshev, &kCosine};

inline const SerialRuntime kSerial;

inline KnnError::Options neighbours(int k) {
  KnnError::Options options;
  options.neighbours = k;
  return options;
}
inline KnnError::Options left_out(int k) {
  KnnError::Options options = neighbours(k);
  options.leave_one_out = true;
  return options;
}

// Prepared for one table, asked for any move.
class Prepared {
 public:
  Prepared(Table& table, KnnError::Options options, const PointMetric& metric = kEuclidean,
           Runtime runtime = kSerial) {
    criterion_.options = options;
    criterion_.options.metric = const_cast<PointMetric&>(metric);
    criterion_.prepare(table.view(), runtime);
  }
  std::vector<double> move(Move move, const Features& subset, const Features& candidates) {
    std::vector<double> values(move == Move::whole ? 1 : candidates.size(), kUnknown);
    Scores scores(values, nullptr, INFINITY);
    criterion_.score(subset, move, candidates, scores);
    return values;
  }
  double whole(const Features& subset) { return move(Move::whole, subset, {})[0]; }

  struct Report {
    std::vector<double> fold, loss;
  };
  Report report() const {
    const auto tables = Reported(criterion_).tables;
    const auto values = tables.find("cross_validation");
    if (values == tables.end()) return {};
    const auto half = values->second.begin() + static_cast<std::ptrdiff_t>(values->second.size() / 2);
    return {{values->second.begin(), half}, {half, values->second.end()}};
  }

 private:
  KnnError criterion_;
};

// Feature f tells the class by a shift that shrinks with f.
inline Table clouds(std::size_t n, std::size_t d, std::uint32_t classes, std::uint64_t seed) {
  Table t = random_table(n, d, seed);
  t.with_labels(random_labels(n, classes, seed + 1), classes);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t f = 0; f < d; ++f) t.at(i, f) += 2.0 * t.labels[i] / static_cast<double>(f + 1);
  return t;
}
inline Table hills(std::size_t n, std::size_t d, std::uint64_t seed) {
  Table t = random_table(n, d, seed);
  std::vector<double> y;
  Rng rng(seed + 1);
  for (std::size_t i = 0; i < n; ++i) y.push_back(t.at(i, 0) * t.at(i, 1) + 0.1 * normal(rng));
  return t.with_real(y);
}
// Steps of 0.1: distances that are equal, or differ by the order in which they were summed.
inline Table stepped(std::size_t n, std::size_t d, std::uint64_t seed) {
  Table t = integer_table(n, d, seed, 4);
  for (double& v : t.x) v *= 0.1;
  return t.with_labels(random_labels(n, 3, seed + 1), 3);
}

}  // namespace tamis::knn_error::test
