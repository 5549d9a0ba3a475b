#include "weighted_laplacian.hpp"

#include <catch2/catch.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include "dense_reference.hpp"

namespace {

using namespace tamis;
using namespace tamis::laplacian;
using namespace tamis::laplacian::testing;

Scored weighted(Table& table, numerics::Unknown unknown = numerics::Unknown::drop) {
  WeightedLaplacian criterion;
  criterion.options.unknown = unknown;
  return score_all(criterion, table.view());
}

// Eq. 6: sums over all pairs.
std::vector<double> dense_wls(const Table& t) {
  std::vector<double> scores;
  for (std::size_t f = 0; f < t.d; ++f) {
    Real num = 0, den = 0;
    for (std::size_t i = 0; i < t.n; ++i)
      for (std::size_t j = 0; j < t.n; ++j) {
        Real similar = 0;
        for (std::uint32_t k = 0; k < t.classes; ++k)
          similar += static_cast<Real>(t.soft[i + k * t.n]) * t.soft[j + k * t.n];
        const Real gap = static_cast<Real>(t.at(i, f)) - t.at(j, f);
        num += gap * gap * similar;
        den += gap * gap * (1 - similar);
      }
    scores.push_back(static_cast<double>(num / den));
  }
  return scores;
}

Scored balanced(Table& table) {
  WeightedLaplacian criterion;
  criterion.options.balance = true;
  return score_all(criterion, table.view());
}

}  // namespace

TEST_CASE("balanced, weighted_laplacian compares pairs of classes that are drawn equally often",
          "[weighted_laplacian][brute_force]") {
  const std::size_t n = GENERATE(9, 100);
  const std::uint32_t l = GENERATE(2, 5);
  Table table = random_table(n, 6, n + l);
  table.with_soft(random_soft(n, l, 3), l);
  std::vector<Real> mass(l, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::uint32_t k = 0; k < l; ++k) mass[k] += table.soft[i + k * n];
  std::vector<double> expected;
  for (std::size_t f = 0; f < 6; ++f) {
    Real same = 0, other = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::uint32_t k = 0; k < l; ++k)
          for (std::uint32_t m = 0; m < l; ++m) {
            const Real gap = static_cast<Real>(table.at(i, f)) - table.at(j, f);
            (k == m ? same : other) +=
                gap * gap * table.soft[i + k * n] / mass[k] * table.soft[j + m * n] / mass[m];
          }
    expected.push_back(static_cast<double>(same / other));
  }
  check_close(balanced(table).value, expected);
}

TEST_CASE(
    "balanced, weighted_laplacian is the paper's where classes are equally large, and a rare flag is not the best "
    "where they are not",
    "[weighted_laplacian]") {
  Table equal = random_table(120, 8, 5);
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 120; ++i) labels.push_back(i % 3);
  equal.with_labels(labels, 3);
  check_close(balanced(equal).value, weighted(equal).value);

  Table unequal = random_table(400, 2, 6);  // 3 to 1: feature 0 makes the classes, 1 is a flag of three rows
  labels.clear();
  for (std::size_t i = 0; i < 400; ++i) {
    labels.push_back(i % 4 == 0);
    unequal.at(i, 0) += 1.5 * (i % 4 == 0);
    unequal.at(i, 1) = i == 4 || i == 40 || i == 80;
  }
  unequal.with_labels(labels, 2);
  const std::vector<double> paper = weighted(unequal).value, mended = balanced(unequal).value;
  CHECK(paper[1] < paper[0]);
  CHECK(mended[0] < mended[1]);
}

TEST_CASE("balanced, weighted_laplacian has no score where there is none",
          "[weighted_laplacian][degenerate]") {
  Table table = random_table(20, 2, 7);
  for (std::size_t i = 0; i < 20; ++i) table.at(i, 1) = 3;
  std::vector<std::int32_t> labels(20, 1);
  table.with_labels(labels, 3);
  CHECK(balanced(table).reason[0] == "single_class");
  labels[0] = 0;
  table.with_labels(labels, 3);  // a class that nobody has
  CHECK(balanced(table).reason == std::vector<std::string>{"", "constant"});
}

TEST_CASE("weighted_laplacian agrees with the sum over all pairs", "[weighted_laplacian]") {
  const std::size_t n = GENERATE(2, 9, 100), d = GENERATE(1, 6, 35);
  const std::uint32_t l = GENERATE(2, 5, 30);
  Table table = random_table(n, d, n + l);
  table.with_soft(random_soft(n, l, 3), l);
  check_close(weighted(table).value, dense_wls(table));
}

TEST_CASE("weighted_laplacian of class labels is that of one-hot soft labels, to the bit",
          "[weighted_laplacian][property]") {
  const std::uint32_t l = GENERATE(2, 4, 30);
  Table hard = random_table(150, 12, l), soft = hard;
  auto labels = random_labels(150, l, 4);
  for (std::size_t i = 0; i < 150; i += 7) labels[i] = -1;
  hard.with_labels(labels, l);
  soft.with_soft(one_hot(labels, l), l);
  const auto unknown = GENERATE(numerics::Unknown::drop, numerics::Unknown::uniform);
  CHECK(weighted(hard, unknown).value == weighted(soft, unknown).value);
}

TEST_CASE("weighted_laplacian scores a feature on the samples that have it",
          "[weighted_laplacian][missing]") {
  const bool balance = GENERATE(false, true), with_weight = GENERATE(false, true);
  Table table = with_missing(random_table(80, 3, 5), 0.3, 6);
  auto labels = random_labels(80, 3, 4);
  for (std::size_t i = 0; i < 80; i += 7) labels[i] = -1;
  table.with_labels(labels, 3);
  if (with_weight) table = with_weights(std::move(table), 8);
  const std::vector<double> scores = (balance ? balanced(table) : weighted(table)).value;
  for (std::size_t f = 0; f < 3; ++f) {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < 80; ++i)
      if (!missing_of(table, f)[i]) known.push_back(i);
    Table rest(known.size(), 1);
    std::vector<std::int32_t> rest_labels;
    for (std::size_t k = 0; k < known.size(); ++k) {
      rest.at(k, 0) = table.at(known[k], f);
      rest_labels.push_back(labels[known[k]]);
      if (with_weight) rest.weights.push_back(table.weights[known[k]]);
    }
    rest.with_labels(rest_labels, 3);
    CHECK(scores[f] == Approx((balance ? balanced(rest) : weighted(rest)).value[0]).epsilon(1e-12));
  }
}

TEST_CASE("weighted_laplacian drops unknown samples or shares them out", "[weighted_laplacian]") {
  Table table = random_table(40, 4, 5);
  auto p = random_soft(40, 3, 6);
  for (std::size_t i = 0; i < 40; i += 3)
    for (std::size_t k = 0; k < 3; ++k) p[i + k * 40] = kUnknown;
  table.with_soft(p, 3);

  Table known(26, 4);
  std::vector<double> known_p(26 * 3);
  for (std::size_t i = 0, to = 0; i < 40; ++i) {
    if (i % 3 == 0) continue;
    for (std::size_t j = 0; j < 4; ++j) known.at(to, j) = table.at(i, j);
    for (std::size_t k = 0; k < 3; ++k) known_p[to + k * 26] = p[i + k * 40];
    ++to;
  }
  known.with_soft(known_p, 3);
  CHECK(weighted(table).value == weighted(known).value);

  for (double& v : p)
    if (std::isnan(v)) v = 1.0 / 3;
  Table filled = table;
  filled.with_soft(p, 3);
  CHECK(weighted(table, numerics::Unknown::uniform).value == weighted(filled).value);
}

TEST_CASE("weighted_laplacian of uniform memberships is 1 / (l - 1) for every feature",
          "[weighted_laplacian][property]") {
  const std::uint32_t l = GENERATE(2, 3, 7);
  Table table = random_table(30, 5, 7);
  table.with_soft(std::vector<double>(30 * l, 1.0 / l), l);
  for (double v : weighted(table).value) CHECK(v == Approx(1.0 / (l - 1)).epsilon(1e-12));
}

TEST_CASE("weighted_laplacian of balanced classes is a function of Fisher's ratio",
          "[weighted_laplacian][property]") {
  const std::uint32_t l = 3;
  Table table = random_table(60, 8, 8);
  std::vector<std::int32_t> y(60);
  for (std::size_t i = 0; i < 60; ++i) y[i] = static_cast<std::int32_t>(i % l);
  table.with_labels(y, l);
  const Scored got = weighted(table);
  for (std::size_t f = 0; f < table.d; ++f) {
    Real mean[l] = {}, grand = 0, within = 0, between = 0;
    for (std::size_t i = 0; i < 60; ++i)
      mean[y[i]] += table.at(i, f) / Real{20}, grand += table.at(i, f) / Real{60};
    for (std::size_t i = 0; i < 60; ++i) {
      within += (table.at(i, f) - mean[y[i]]) * (table.at(i, f) - mean[y[i]]);
      between += (mean[y[i]] - grand) * (mean[y[i]] - grand);
    }
    CHECK(got.value[f] == Approx(static_cast<double>(1 / (l * (1 + between / within) - 1))).epsilon(1e-12));
  }
}

TEST_CASE("weighted_laplacian does not change when samples are reordered or features shifted and scaled",
          "[weighted_laplacian][property]") {
  Table table = integer_table(70, 5, 9, 1000);
  table.with_soft(random_soft(70, 4, 10), 4);
  const Scored before = weighted(table);
  Table other = reordered(table, shuffled(70, 2));
  check_close(weighted(other).value, before.value, 1e-12);
  other = table;
  for (double& v : other.x) v = v * -2 + 1e9;
  check_close(weighted(other).value, before.value, 1e-12);
  for (double scale : {0x1p-1000, 0x1p-500, 0x1p500, 0x1p1000}) {
    other = table;
    for (double& v : other.x) v *= scale;
    check_close(weighted(other).value, before.value, 1e-12);
  }
}

TEST_CASE("weighted_laplacian keeps its digits for nearly separable features",
          "[weighted_laplacian][degenerate]") {
  const double within = GENERATE(1e-1, 1e-2, 1e-4, 1e-7);
  const std::uint32_t l = GENERATE(3, 30);
  Table table = random_table(120, 2, 11);
  const auto labels = random_labels(120, l, 12);
  for (std::size_t i = 0; i < 120; ++i)
    for (std::size_t j = 0; j < 2; ++j) table.at(i, j) = labels[i] + within * table.at(i, j);
  table.with_soft(one_hot(labels, l), l);
  // The differences themselves are known to 1e-16 / within only.
  check_close(weighted(table).value, dense_wls(table), 1e-10);
}

TEST_CASE("weighted_laplacian keeps its digits when one class holds nearly all samples",
          "[weighted_laplacian][degenerate]") {
  Table table = random_table(3000, 2, 13);
  std::vector<std::int32_t> labels(3000, 0);
  labels[1234] = 1;
  table.with_soft(one_hot(labels, 2), 2);
  check_close(weighted(table).value, dense_wls(table));
}

TEST_CASE("weighted_laplacian uses rows that do not sum to one as they are", "[weighted_laplacian]") {
  Table table = random_table(50, 2, 14);
  auto p = one_hot(random_labels(50, 3, 15), 3);
  for (std::size_t i = 0; i < 50; ++i) p[i] *= i % 2 == 0 ? 1 + 9e-10 : 1 - 9e-10;
  table.with_soft(p, 3);
  // A feature close to the classes takes the second pass, the other the first.
  for (std::size_t i = 0; i < 50; ++i) table.at(i, 0) = p[i + 50] + 1e-3 * table.at(i, 0);
  check_close(weighted(table).value, dense_wls(table), 1e-11);
}

TEST_CASE("weighted_laplacian of a feature that is constant in each class is 0",
          "[weighted_laplacian][degenerate]") {
  Table table(30, 1);
  const auto labels = random_labels(30, 3, 16);
  const double values[] = {0.1, 0.3, 1e9};
  for (std::size_t i = 0; i < 30; ++i) table.at(i, 0) = values[labels[i]];
  table.with_labels(labels, 3);
  CHECK(weighted(table).value[0] == 0);
}

TEST_CASE("weighted_laplacian names what is undefined", "[weighted_laplacian][degenerate]") {
  Table table = random_table(25, 5, 17);
  std::size_t column = 0;
  for (double c : {0.0, 0.1, 0.3, 1e9})
    for (double& v : table.column(column++)) v = c;
  table.with_soft(random_soft(25, 3, 18), 3);
  Scored got = weighted(table);
  for (std::size_t j = 0; j < 4; ++j) {
    CHECK(got.value[j] == INFINITY);
    CHECK(got.reason[j] == "constant");
  }
  CHECK(got.reason[4].empty());
  table.with_labels(std::vector<std::int32_t>(25, 1), 3);
  got = weighted(table);
  CHECK(got.reason ==
        std::vector<std::string>{"constant", "constant", "constant", "constant", "single_class"});
  CHECK(got.value[4] == INFINITY);
  table.with_labels(std::vector<std::int32_t>(25, -1), 3);
  CHECK_THROWS_AS(weighted(table), DataError);
}

TEST_CASE("weighted_laplacian gives the same bits on every SIMD path and for any number of threads",
          "[weighted_laplacian][determinism]") {
  Table table = random_table(2200, 75, 19);
  const std::uint32_t l = GENERATE(6, 30);
  l == 6 ? table.with_soft(random_soft(table.n, l, 20), l)
         : table.with_labels(random_labels(table.n, l, 20), l);
  for (double& v : table.column(3)) v = v * 1e-5 + 7;
  const Scored expected = weighted(table);
  for (auto path : {numerics::SimdPath::sse2, numerics::SimdPath::avx2, numerics::SimdPath::avx512}) {
    numerics::force_simd_path(path);
    CHECK(weighted(table).value == expected.value);
  }
  numerics::release_simd_path();
  WeightedLaplacian criterion;
  const ThreadedRuntime threads(3);
  CHECK(score_all(criterion, table.view(), threads, INFINITY).value == expected.value);
}

TEST_CASE("weighted_laplacian: a sample of weight w has the effect of w equal samples",
          "[weighted_laplacian][weights]") {
  const bool balance = GENERATE(false, true);
  const std::size_t n = 40, d = 4;
  Table table = integer_table(n, d, 11, 30);
  table.with_labels(random_labels(n, 3, 5), 3);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < n; ++i) {
    table.weights.push_back(static_cast<double>(i * 7 % 4));
    rows.insert(rows.end(), i * 7 % 4, i);
  }
  Table repeated(rows.size(), d);
  std::vector<std::int32_t> labels;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t f = 0; f < d; ++f) repeated.at(k, f) = table.at(rows[k], f);
    labels.push_back(table.labels[rows[k]]);
  }
  repeated.with_labels(labels, 3);
  WeightedLaplacian by_weight, by_rows;
  by_weight.options.balance = by_rows.options.balance = balance;
  const auto found = score_all(by_weight, table.view(), INFINITY).value,
             expected = score_all(by_rows, repeated.view(), INFINITY).value;
  for (std::size_t f = 0; f < d; ++f) CHECK(found[f] == Approx(expected[f]).epsilon(1e-12));
  for (double& w : table.weights) w *= 1e-7;
  const auto scaled = score_all(by_weight, table.view(), INFINITY).value;
  for (std::size_t f = 0; f < d; ++f) CHECK(scaled[f] == Approx(expected[f]).epsilon(1e-12));
}
