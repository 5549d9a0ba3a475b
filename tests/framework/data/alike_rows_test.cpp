// Rows that stand near each other and are alike.
#include "data/loading/alike_rows.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;

namespace alike_rows_test {
namespace {

/// Features of uniform numbers, and classes 0 and 1 at random.
DataTable table_of(std::size_t rows, std::size_t features,
                   const std::function<double(std::size_t, std::size_t)>& value) {
  DataTable table;
  table.samples = rows;
  table.values.resize(rows * features);
  for (std::size_t j = 0; j < features; ++j) {
    table.feature_names.push_back("x" + std::to_string(j));
    for (std::size_t i = 0; i < rows; ++i) table.values.data()[j * rows + i] = value(i, j);
  }
  table.target.kind = TargetKind::classes;
  table.target.class_names = {"p", "q"};
  Rng rng(1);
  for (std::size_t i = 0; i < rows; ++i) table.target.labels.push_back(rng.uniform() < 0.5);
  return table;
}

/// Another number for each pair.
double noise(std::size_t i, std::size_t j) { return Rng(Rng::combine(i + 1, j + 1)).uniform(); }
/// Three rows for each patient.
double visits(std::size_t i, std::size_t j) { return noise(i / 3, j) + 0.01 * noise(i + 1000, j); }

std::optional<AlikeRows> found_in(const DataTable& table) { return alike_rows(table, nullptr); }

}  // namespace

TEST_CASE("rows of one patient and moments of a series are found to be alike", "[alike_rows]") {
  const auto found = found_in(table_of(180, 4, visits));
  REQUIRE(found);
  CHECK(found->share == Approx(1));
  CHECK(found->by_chance == Approx(10. / 179).margin(0.02));
  CHECK(found_in(table_of(20000, 4, visits)));  // where not all rows are compared with all
  CHECK(found_in(table_of(200, 3, [](std::size_t i, std::size_t j) {
    return std::sin(static_cast<double>(i * (j + 1)) / 70) + 0.02 * noise(i, j);
  })));
  DataTable gaps = table_of(180, 4, visits);
  for (std::size_t i = 0; i < 180; i += 4) gaps.values.data()[i] = std::numeric_limits<double>::quiet_NaN();
  CHECK(found_in(gaps));
}

TEST_CASE("tables that are in any order, or sorted, have no alike rows", "[alike_rows]") {
  CHECK_FALSE(found_in(table_of(180, 4, noise)));
  CHECK_FALSE(found_in(table_of(99, 4, visits)));
  CHECK_FALSE(
      found_in(table_of(180, 4, [](std::size_t i, std::size_t j) { return noise(i / 3, j); })));  // copies
  std::vector<std::size_t> order(180);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng(2).shuffle(order);
  CHECK_FALSE(found_in(table_of(180, 4, [&](std::size_t i, std::size_t j) { return visits(order[i], j); })));
  const auto sorted = [](std::size_t i, std::size_t j) {
    const auto position = static_cast<double>(i) / 180;
    return j == 0 ? position : noise(i, j) + position;
  };
  CHECK_FALSE(found_in(table_of(180, 4, sorted)));
}

TEST_CASE("rows that are sorted by the target are no alike rows", "[alike_rows]") {
  DataTable classes = table_of(120, 3, [](std::size_t i, std::size_t j) {
    return static_cast<double>((i / 10) * (j + 1) % 12) + 0.2 * noise(i, j);
  });
  CHECK(found_in(classes));
  for (std::size_t i = 0; i < 120; ++i) classes.target.labels[i] = static_cast<std::int32_t>(i / 10);
  CHECK_FALSE(found_in(classes));
  DataTable real = table_of(
      180, 2, [](std::size_t i, std::size_t j) { return static_cast<double>(i) / 180 + 0.02 * noise(i, j); });
  CHECK(found_in(real));
  real.target = {};
  real.target.kind = TargetKind::real;
  for (std::size_t i = 0; i < 180; ++i)
    real.target.real.push_back(i % 7 ? static_cast<double>(i) : std::nan(""));
  CHECK_FALSE(found_in(real));
}

TEST_CASE("a table of alike rows is named with the way to keep them together", "[alike_rows]") {
  std::string text = "patient,a,b,c,y\n";
  for (std::size_t i = 0; i < 120; ++i) {
    text += "n" + std::to_string(i / 3);
    for (std::size_t j = 0; j < 3; ++j) text += "," + std::to_string(visits(i, j));
    text += i / 3 % 2 ? ",p\n" : ",q\n";
  }
  const TempFiles files;
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  o.ignore = {"patient"};
  const std::vector<std::string> warnings = load_data(o).warnings;
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0],
             Catch::StartsWith(
                 "neighbouring rows are alike: 100 % of the rows have their most similar row at most 5 "
                 "rows away (by chance ") &&
                 Catch::Contains("`data.groups`"));
  o.ignore.clear();
  o.groups = "patient";
  CHECK(load_data(o).warnings.empty());
}

}  // namespace alike_rows_test
