#include "gower.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

namespace {

using namespace tamis;
using namespace tamis::point_metrics;
using namespace tamis::testing;

/// The distance of every two samples, by the features of a dataset.
std::vector<double> between_all(Table& table, const std::vector<Feature>& features) {
  const SerialRuntime serial;
  const Dataset data = table.view();
  Gower gower;
  gower.prepare(data, Runtime(serial));
  std::vector<double> points, column(table.n), out(table.n * table.n);
  points.resize(table.n * features.size());
  for (std::size_t r = 0; r < features.size(); ++r) {
    data.scaled_column(features[r], column);
    for (std::size_t i = 0; i < table.n; ++i) points[i * features.size() + r] = column[i];
  }
  const ConstMatrix all(points.data(), features.size(), table.n);
  gower.feature_distances(features, all, all, Matrix(out.data(), table.n, table.n));
  return out;
}

}  // namespace

TEST_CASE("gower's distance is the mean of differences by range and of unequal categories", "[gower]") {
  // a number from 2 to 12, a constant, and a categorical column with the values a, b, c, of which the last row has none
  Table table = Table::of({{"x", {2, 12, 7, 2}},
                           {"constant", {3, 3, 3, 3}},
                           {"c=a", {1, 0, 0, 0}},
                           {"c=b", {0, 1, 1, 0}},
                           {"c=c", {0, 0, 0, 0}}});
  table.feature_kinds = {FeatureKind::number, FeatureKind::number, FeatureKind::nominal, FeatureKind::nominal,
                         FeatureKind::nominal};
  table.feature_units = {-1, -1, 0, 0, 0};
  const std::vector<double> d = between_all(table, {0, 1, 2, 3, 4});
  CHECK(d[0] == 0);
  CHECK(d[1] == Approx(2.0 / 3));      // x 1, category 1
  CHECK(d[2] == Approx(1.5 / 3));      // x 1/2, category 1
  CHECK(d[3] == Approx(1.0 / 3));      // the same x, another category
  CHECK(d[4 + 2] == Approx(0.5 / 3));  // x 1/2, the same category
  CHECK(between_all(table, {2, 3, 4})[3] == 1);
  CHECK(between_all(table, {0})[1] == 1);
}

TEST_CASE("gower's distance depends on neither units nor standardisation", "[gower][invariance]") {
  Table table = random_table(12, 3, 5), other = table;
  for (double& x : other.column(1)) x = 1000 * x - 7;
  other.centre = {1, 2, 3};
  other.scale = {0.5, 40, 7};
  const std::vector<double> one = between_all(table, {0, 1, 2}), two = between_all(other, {0, 1, 2});
  for (std::size_t k = 0; k < one.size(); ++k) CHECK(one[k] == Approx(two[k]).margin(1e-12));
}

TEST_CASE("a feature of kind nominal that stands alone counts as a category", "[gower]") {
  Table table = Table::of({{"code", {0, 5, 1}}});
  table.feature_kinds = {FeatureKind::nominal};
  CHECK(between_all(table, {0}) == std::vector<double>{0, 1, 1, 1, 0, 1, 1, 1, 0});
}
