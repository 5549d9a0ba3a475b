#include <tamis/numerics/memberships.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using testing::Table;

struct Sums {
  std::vector<double> classes;
  double sum = 0, squares = 0, weighted = 0;
  bool operator==(const Sums&) const = default;
};

std::vector<Sums> column_sums(Table& table, Runtime runtime) {
  const Dataset data = table.view();
  const Memberships p(data.target(), Unknown::drop);
  std::vector<Feature> features(table.d);
  std::iota(features.begin(), features.end(), Feature{0});
  std::vector<Sums> out(table.d);
  p.column_sums(data, features, runtime, [&](std::size_t j, const ColumnSums& s) {
    out[j] = {{s.classes.begin(), s.classes.end()}, s.sum, s.squares, s.weighted_squares};
  });
  return out;
}

}  // namespace

TEST_CASE("column sums agree with plain loops, for any remainder of rows and columns", "[memberships]") {
  const std::size_t n = GENERATE(1, 7, 8, 100, 2048, 4101), d = GENERATE(1, 3, 9, 37);
  const std::uint32_t l = GENERATE(1, 2, 5, 13);
  Table table = testing::random_table(n, d, n + d);
  table.with_soft(testing::random_soft(n, l, 2), l);
  const testing::SerialRuntime serial;
  const auto got = column_sums(table, serial);
  std::vector<double> mass(l, 0.0);
  for (std::uint32_t k = 0; k < l; ++k)
    for (std::size_t i = 0; i < n; ++i) mass[k] += table.soft[i + k * n];
  for (std::size_t j = 0; j < d; ++j) {
    long double sum = 0, squares = 0, weighted = 0;
    std::vector<long double> classes(l, 0.0L);
    for (std::size_t i = 0; i < n; ++i) {
      const long double g = static_cast<long double>(table.at(i, j)) - table.at(0, j);
      long double degree = 0;
      for (std::uint32_t k = 0; k < l; ++k) {
        classes[k] += table.soft[i + k * n] * g;
        degree += table.soft[i + k * n] * static_cast<long double>(mass[k]);
      }
      sum += g, squares += g * g, weighted += degree * g * g;
    }
    const double tolerance = 1e-12 * static_cast<double>(n);  // sums of n terms of size 1
    CHECK(got[j].sum == Approx(static_cast<double>(sum)).margin(tolerance));
    CHECK(got[j].squares == Approx(static_cast<double>(squares)).epsilon(1e-12));
    CHECK(got[j].weighted == Approx(static_cast<double>(weighted)).epsilon(1e-12));
    for (std::uint32_t k = 0; k < l; ++k)
      CHECK(got[j].classes[k] == Approx(static_cast<double>(classes[k])).margin(tolerance));
  }
}

TEST_CASE("one-hot soft labels give the bits of class labels, dense or sparse", "[memberships][property]") {
  const std::uint32_t l = GENERATE(2, 3, 15, 60);  // from 21 classes on P is kept as entries
  const std::size_t n = 2500;
  Table hard = testing::random_table(n, 10, 4), soft = hard;
  auto labels = testing::random_labels(n, l, 5);
  for (std::size_t i = 0; i < n; i += 6) labels[i] = -1;
  hard.with_labels(labels, l);
  soft.with_soft(testing::one_hot(labels, l), l);
  const testing::SerialRuntime serial;
  CHECK(column_sums(hard, serial) == column_sums(soft, serial));
}

TEST_CASE("dense and sparse memberships give the same bits", "[memberships][determinism]") {
  // The same rows, once among 3 classes (dense) and once among 90 of which 87 are empty (sparse).
  const std::size_t n = 2300;
  Table few = testing::random_table(n, 13, 4), many = few;
  const auto p = testing::random_soft(n, 3, 6);
  std::vector<double> wide(n * 90, 0.0);
  for (std::uint32_t k = 0; k < 3; ++k) std::copy_n(p.begin() + k * n, n, wide.begin() + k * 30 * n);
  few.with_soft(p, 3);
  many.with_soft(wide, 90);
  CHECK_FALSE(Memberships(few.view().target(), Unknown::drop).sparse());
  CHECK(Memberships(many.view().target(), Unknown::drop).sparse());
  const testing::SerialRuntime serial;
  const auto a = column_sums(few, serial), b = column_sums(many, serial);
  for (std::size_t j = 0; j < few.d; ++j) {
    CHECK(a[j].sum == b[j].sum);
    CHECK(a[j].squares == b[j].squares);
    CHECK(a[j].weighted == b[j].weighted);
    for (std::uint32_t k = 0; k < 3; ++k) CHECK(a[j].classes[k] == b[j].classes[k * 30]);
  }
}

TEST_CASE("column sums are the same bits on every SIMD path and for any number of threads",
          "[memberships][determinism]") {
  const std::uint32_t l = GENERATE(7, 40);
  Table table = testing::random_table(4203, 70, 6);
  l == 7 ? table.with_soft(testing::random_soft(table.n, l, 7), l)
         : table.with_labels(testing::random_labels(table.n, l, 7), l);
  const testing::SerialRuntime serial;
  force_simd_path(SimdPath::sse2);
  const auto expected = column_sums(table, serial);
  for (SimdPath path : {SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    CHECK(column_sums(table, serial) == expected);
  }
  release_simd_path();
  CHECK(column_sums(table, testing::ThreadedRuntime(3)) == expected);
}

TEST_CASE("class moments are exact where a feature is constant in each class", "[memberships][degenerate]") {
  Table table = testing::random_table(90, 1, 1);
  table.with_labels(testing::random_labels(90, 3, 2), 3);
  const double values[] = {0.1, 0.3, 1e9 + 0.7};
  for (std::size_t i = 0; i < 90; ++i) table.at(i, 0) = values[table.labels[i]];
  const Dataset data = table.view();
  const ClassMoments m = Memberships(data.target(), Unknown::drop).class_moments(data.column(0));
  CHECK_FALSE(m.constant);
  for (double w : m.scatter) CHECK(w == 0);
}

TEST_CASE("memberships know one class, unknown rows and empty targets", "[memberships][degenerate]") {
  Table table(4, 1);
  table.with_labels({1, 1, -1, 1}, 3);
  const Memberships dropped(table.view().target(), Unknown::drop);
  CHECK(dropped.single_class());
  CHECK(dropped.samples() == std::vector<Sample>{0, 1, 3});
  CHECK(dropped.mass() == std::vector<double>{0, 3, 0});
  CHECK(dropped.other_mass() == std::vector<double>{3, 0, 3});
  const Memberships uniform(table.view().target(), Unknown::uniform);
  CHECK_FALSE(uniform.single_class());
  CHECK(uniform.size() == 4);
  CHECK(uniform.mass()[1] == Approx(3 + 1.0 / 3));
  table.with_labels({-1, -1, -1, -1}, 3);
  CHECK_THROWS_AS(Memberships(table.view().target(), Unknown::drop), DataError);
  CHECK_NOTHROW(Memberships(table.view().target(), Unknown::uniform));
  table.with_real({1, 2, 3, 4});
  CHECK_THROWS_AS(Memberships(table.view().target(), Unknown::drop), DataError);
}
