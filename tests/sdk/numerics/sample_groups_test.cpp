#include <catch2/catch.hpp>
#include <tamis/numerics/sample_groups.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

using namespace tamis;
using namespace tamis::numerics;
using namespace tamis::testing;

namespace {

/// Continuous rows with labels, each `times` times, side by side.
Table repeated(std::size_t rows, std::size_t times) {
  const Table once = random_table(rows, 3, 1);
  const std::vector<std::int32_t> labels = random_labels(rows, 2, 2);
  Table table(rows * times, 3);
  for (std::size_t i = 0; i < table.n; ++i) {
    for (std::size_t j = 0; j < 3; ++j) table.at(i, j) = once.at(i / times, j);
    table.labels.push_back(labels[i / times]);
  }
  table.classes = 2, table.kind = TargetKind::classes;
  return table;
}

SampleGroups groups_of(Table& table) {
  const SerialRuntime runtime;
  return sample_groups(table.view(), runtime);
}

std::size_t copies(Table& table) {
  const std::vector<Sample> row = groups_of(table).row;
  std::size_t count = 0;
  for (Sample i = 0; i < row.size(); ++i) count += row[i] != i;
  return count;
}

}  // namespace

TEST_CASE("copies are rows that are equal in every feature, to the bit", "[sample_groups]") {
  Table table = repeated(40, 3);
  SampleGroups groups = groups_of(table);
  for (Sample i = 0; i < table.n; ++i) {
    CHECK(groups.row[i] == i / 3 * 3);
    CHECK(groups.group[i] == i / 3);
  }
  CHECK(groups.count == 40);

  table.at(4, 1) = std::nextafter(table.at(4, 1), 10);
  table.at(6, 2) = -0.0, table.at(7, 2) = table.at(8, 2) = 0.0;
  groups = groups_of(table);
  CHECK(groups.row[4] == 4);
  CHECK(groups.row[5] == 3);
  CHECK(groups.row[8] == 6);
  CHECK(groups.count == 41);
}

TEST_CASE("copies are those of the dense table where columns are sparse", "[sample_groups][sparse]") {
  Table table = repeated(40, 2);
  for (double& x : table.x)
    if (x < -1) x = 0;
  table.at(5, 0) += 1;
  const std::vector<Sample> row = groups_of(table).row;
  CHECK(row[5] == 5);
  CHECK(row[7] == 6);
  CHECK(groups_of(table.as_sparse()).row == row);
}

TEST_CASE("where all rows are distinct each sample is a group", "[sample_groups]") {
  Table table = repeated(50, 1);
  const SampleGroups groups = groups_of(table);
  CHECK(groups.are_single());
  CHECK(groups.row == all_samples(table.view()));
}

TEST_CASE("copies are found alike on any number of threads, and many of them are told of",
          "[sample_groups]") {
  Table table = repeated(3000, 2);
  const SerialRuntime serial;
  const SampleGroups one = sample_groups(table.view(), serial);
  const ThreadedRuntime threaded(4);
  const SampleGroups four = sample_groups(table.view(), threaded);
  CHECK(one.group == four.group);
  CHECK(one.row == four.row);
  REQUIRE(serial.warnings.size() == 1);
  CHECK(serial.warnings[0] ==
        "3000 of 6000 samples are copies of others, equal in all features; copies do not vouch for each "
        "other's labels");
}

TEST_CASE("more rows than are written down again and again are samples at one place", "[sample_groups]") {
  Table few = repeated(20, kMostCopies), many = repeated(20, kMostCopies + 1);
  CHECK(copies(few) == 20 * (kMostCopies - 1));
  CHECK(copies(many) == 0);
}

TEST_CASE("equal rows whose labels were given one by one are samples, unknown labels apart",
          "[sample_groups]") {
  Table table = repeated(100, 2);
  for (std::size_t i = 0; i < 200; i += 20) table.labels[i] = 1 - table.labels[i];  // 10 of 100 pairs differ
  CHECK(copies(table) == 0);
  for (std::size_t i = 0; i < 200; i += 20) table.labels[i] = -1;
  CHECK(copies(table) == 100);
  for (std::size_t i = 0; i < 60; i += 20) table.labels[i] = 1 - table.labels[i + 1];  // 3 of 93
  CHECK(copies(table) == 100);
}

TEST_CASE("equal rows of coarse features are samples, though their labels agree", "[sample_groups]") {
  Table coarse = integer_table(60, 3, 5, 3);  // 27 rows are possible
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < coarse.n; ++i) labels.push_back(coarse.at(i, 0) > 0);
  coarse.with_labels(labels, 2);
  CHECK(copies(coarse) == 0);
  Table same(8, 2);  // no feature varies
  same.with_labels({0, 0, 0, 0, 1, 1, 1, 1}, 2);
  CHECK(copies(same) == 0);
}

TEST_CASE("declared groups are joined where a copy of a member is in another one, and renumbered",
          "[sample_groups]") {
  Table table = repeated(20, 2);
  for (std::size_t i = 0; i < 40;
       ++i)  // of the first ten rows a chain: 1 is a copy of 0 and in a group with 2
    table.groups.push_back(static_cast<std::int32_t>(i < 20 ? 50 - (i + 1) / 2 : 100 - i / 2));
  CHECK(groups_of(table).count == 11);
  for (std::size_t i = 0; i < 40; ++i) table.groups[i] = static_cast<std::int32_t>(7 - i / 10);
  const SampleGroups groups = groups_of(table);
  CHECK(groups.count == 4);
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(groups.group[i] == i / 10);
    CHECK(groups.row[i] == i / 2 * 2);
  }
}

TEST_CASE("one declared group of all known labels is refused", "[sample_groups][errors]") {
  Table table = repeated(20, 1);
  table.groups.assign(20, 3);
  table.groups[4] = 1;
  CHECK(groups_of(table).count == 2);
  table.labels[4] = -1;
  CHECK_THROWS_WITH(groups_of(table), Catch::StartsWith("all samples of known label are in one group"));
}
