/// \file ksg_fixture.hpp
/// ksg_mi prepared for a table, and tables with many ties.
#pragma once

#include <ksg_mi.hpp>

#include <catch2/catch.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

namespace tamis::mutual_information::testing {

using namespace tamis::testing;
using Features = std::vector<Feature>;

inline const SerialRuntime kSerial;

/// Prepared for one table, asked for any move.
class Prepared {
 public:
  Prepared(Table& table, int k, double jitter = 0, Runtime runtime = kSerial) {
    criterion_.options.neighbours = k;
    criterion_.options.jitter = jitter;
    criterion_.prepare(table.view(), runtime);
  }

  double whole(const Features& subset) {
    double value = kUnknown;
    Scores scores({&value, 1}, nullptr, -INFINITY);
    criterion_.score(subset, Move::whole, {}, scores);
    return value;
  }
  std::vector<double> move(Move move, const Features& subset, const Features& candidates) {
    std::vector<double> values(candidates.size(), kUnknown);
    Scores scores(values, nullptr, -INFINITY);
    criterion_.score(subset, move, candidates, scores);
    return values;
  }

 private:
  KsgMi criterion_;
};

inline double whole(Table& table, const Features& subset, int k = 3) {
  return Prepared(table, k).whole(subset);
}

/// psi(m) = 1 + 1/2 + ... + 1/(m-1) - gamma.
inline long double psi(std::size_t m) {
  long double sum = -0.577215664901532860606512090082402431L;
  for (std::size_t j = 1; j < m; ++j) sum += 1.0L / static_cast<long double>(j);
  return sum;
}

inline Approx nearly(double value) { return Approx(value).margin(1e-12).epsilon(1e-12); }

/// Normal numbers, or small integers: ties and copies in plenty.
inline Table table_of(std::size_t n, std::size_t d, std::uint64_t values) {
  return values == 0 ? random_table(n, d, n + d) : integer_table(n, d, n + d, values);
}
/// Four classes that the first feature tells apart a little, the last of one sample.
inline Table& classify(Table& table) {
  std::vector<std::int32_t> labels = random_labels(table.n, 3, 7);
  labels[table.n / 2] = 3;
  for (std::size_t i = 0; i < table.n; ++i) table.at(i, 0) += labels[i];
  return table.with_labels(labels, 5);
}
/// The sum of the first two features and something else, in the same kind of numbers.
inline Table& regress(Table& table) {
  std::vector<double> y(table.n);
  for (std::size_t i = 0; i < table.n; ++i)
    y[i] = table.at(i, 0) + (table.d > 1 ? table.at(i, 1) : 0.0) + table.at((i * 7 + 3) % table.n, 0);
  return table.with_real(y);
}

}  // namespace tamis::mutual_information::testing
