#include <tamis/errors.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/prediction/knn_regressor.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <numeric>
#include <vector>

using namespace tamis;
using namespace tamis::framework;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Sample 0 at `place[0]` is asked for, the others teach.
double value(const std::vector<double>& place, std::vector<double> target, std::size_t k,
             const std::vector<double>& weights = {}) {
  std::vector<numerics::Sample> training(place.size() - 1);
  std::iota(training.begin(), training.end(), 1u);
  TargetColumn parts;
  parts.kind = TargetKind::real;
  parts.real = std::move(target);
  LoadedData data =
      LoadedData::from_columns(std::vector<std::vector<double>>(1, place), {}, std::move(parts));
  data.edit([&](DataTable& table) { table.weights = weights; });
  const tamis::testing::SerialRuntime runtime;
  return KnnRegressor(data.view(), training, std::vector<numerics::Sample>{0}, k, runtime).predict(k).at(0);
}

}  // namespace

TEST_CASE("a value is the mean of the nearest ones", "[knn_regressor]") {
  CHECK(value({0, 1, -2, 3, 9}, {0, 10, 20, 60, 1000}, 1) == 10);
  CHECK(value({0, 1, -2, 3, 9}, {0, 10, 20, 60, 1000}, 3) == 30);
  CHECK(value({0, 1, 2}, {0, 10, 20}, 7) == 15);          // there are no more
  CHECK(value({0, 1, -1, 1}, {0, 10, 20, 30}, 1) == 10);  // of equally near ones the first
}

TEST_CASE("a mean of the nearest ones is weighted where the data have weights", "[knn_regressor]") {
  CHECK(value({0, 1, -2, 3, 9}, {0, 10, 20, 60, 1000}, 3, {5, 2, 1, 1, 1}) == 25);
}

TEST_CASE("samples of unknown value teach nothing, and what is asked for may be unknown", "[knn_regressor]") {
  CHECK(value({0, 1, 2}, {kUnknown, kUnknown, 20}, 1) == 20);
  CHECK_THROWS_WITH(value({0, 1}, {3, kUnknown}, 1), Catch::Contains("no training sample has a known value"));
}

TEST_CASE("a k-NN regressor refuses a target without values", "[knn_regressor][errors]") {
  const LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2}});
  const tamis::testing::SerialRuntime runtime;
  const std::vector<numerics::Sample> first{0}, second{1};
  CHECK_THROWS_WITH(KnnRegressor(data.view(), first, second, 1, runtime),
                    Catch::Contains("needs a target of real values"));
}
