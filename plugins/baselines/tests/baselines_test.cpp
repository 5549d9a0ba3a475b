#include "correlation.hpp"
#include "fisher_score.hpp"
#include "locality_sensitive_discriminant.hpp"
#include "variance.hpp"

#include <catch2/catch.hpp>
#include <point_metrics.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/threaded_runtime.hpp>

namespace {

using namespace tamis;
using namespace tamis::baselines;
using namespace tamis::testing;
using Real = long double;

Scored scores(Criterion& criterion, Table& table) { return score_all(criterion, table.view(), -INFINITY); }
template <class Method>
Scored scores(Table& table) {
  Method method;
  return scores(method, table);
}
Scored discriminant(Table& table, int k = 4, double gamma = 100) {
  point_metrics::Euclidean euclidean;
  LocalitySensitiveDiscriminant method;
  method.options.neighbours = k;
  method.options.gamma = gamma;
  method.options.metric = euclidean;
  return scores(method, table);
}

void check_close(const std::vector<double>& got, const std::vector<double>& expected,
                 double epsilon = 1e-10) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t j = 0; j < got.size(); ++j) CHECK(got[j] == Approx(expected[j]).epsilon(epsilon));
}

std::vector<double> slow_fisher(const Table& t) {
  std::vector<double> out;
  for (std::size_t f = 0; f < t.d; ++f) {
    Real between = 0, within = 0, grand = 0, n = 0;
    for (std::size_t i = 0; i < t.n; ++i)
      if (t.labels[i] >= 0) grand += t.at(i, f), n += 1;
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(t.classes); ++c) {
      Real mean = 0, size = 0;
      for (std::size_t i = 0; i < t.n; ++i)
        if (t.labels[i] == c) mean += t.at(i, f), size += 1;
      if (size == 0) continue;
      for (std::size_t i = 0; i < t.n; ++i)
        if (t.labels[i] == c) within += (t.at(i, f) - mean / size) * (t.at(i, f) - mean / size);
      between += size * (mean / size - grand / n) * (mean / size - grand / n);
    }
    out.push_back(static_cast<double>(between / within));
  }
  return out;
}

bool known(const Table& t, std::size_t i, std::size_t f) {
  return t.missing.empty() || !t.missing[f * t.n + i];
}

double weight(const Table& t, std::size_t i) { return t.weights.empty() ? 1 : t.weights[i]; }

// f'L_b f / f'L_w f by all pairs of samples that have f, where neighbours are near in the features that both have.
std::vector<double> slow_discriminant(const Table& t, std::size_t k, double gamma) {
  std::vector<std::vector<bool>> close(t.n, std::vector<bool>(t.n, false));
  for (std::size_t i = 0; i < t.n; ++i) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t j = 0; j < t.n; ++j) {
      double d = 0, shared = 0;
      for (std::size_t f = 0; f < t.d; ++f)
        if (known(t, i, f) && known(t, j, f)) {
          d += (t.at(i, f) - t.at(j, f)) * (t.at(i, f) - t.at(j, f));
          ++shared;
        }
      if (j != i && shared > 0 && weight(t, i) > 0 && weight(t, j) > 0)
        others.emplace_back(d * (static_cast<double>(t.d) / shared), j);
    }
    if (others.empty()) continue;
    std::sort(others.begin(), others.end());
    const double reach = numerics::farthest_tied_square(others[std::min(k, others.size()) - 1].first);
    for (const auto& [d, j] : others)
      if (d <= reach) close[i][j] = close[j][i] = true;
  }
  std::vector<double> out;
  for (std::size_t f = 0; f < t.d; ++f) {
    Real between = 0, within = 0;
    for (std::size_t i = 0; i < t.n; ++i)
      for (std::size_t j = 0; j < t.n; ++j) {
        if (!known(t, i, f) || !known(t, j, f)) continue;
        const Real gap = static_cast<Real>(t.at(i, f)) - t.at(j, f);
        const Real square = weight(t, i) * weight(t, j) * gap * gap;
        const bool labelled = t.labels[i] >= 0 && t.labels[j] >= 0;
        if (labelled && t.labels[i] != t.labels[j]) between += square;
        within += square * (labelled ? (t.labels[i] == t.labels[j] ? gamma : 0) : (close[i][j] ? 1 : 0));
      }
    out.push_back(static_cast<double>(between / within));
  }
  return out;
}

Table classified(std::size_t n, std::size_t d, std::uint32_t classes, std::uint64_t seed,
                 std::size_t unknown_every = 0) {
  Table table = random_table(n, d, seed);
  auto labels = random_labels(n, classes, seed + 1);
  for (std::size_t i = 0; i < n; ++i) table.at(i, 0) += labels[i];
  for (std::size_t i = 0; unknown_every != 0 && i < n; i += unknown_every) labels[i] = -1;
  return table.with_labels(labels, classes);
}

Table regression(std::size_t n, std::size_t d, std::uint64_t seed) {
  Table table = random_table(n, d, seed);
  std::vector<double> y(n);
  Rng rng(seed);
  for (std::size_t i = 0; i < n; ++i) y[i] = i % 5 == 2 ? kUnknown : table.at(i, 0) + normal(rng);
  return table.with_real(y);
}

}  // namespace

TEST_CASE("fisher_score agrees with a case worked by hand and with plain sums", "[fisher_score]") {
  // Classes {0, 2} and {4, 6}: means 1 and 5, grand mean 3; between = 2 * 4 + 2 * 4 = 16, within = 1 + 1 + 1
  // + 1 = 4.
  Table hand(4, 1);
  hand.x = {0, 2, 4, 6};
  hand.with_labels({0, 0, 1, 1}, 2);
  CHECK(scores<FisherScore>(hand).value[0] == 4);
  Table table = classified(90, 6, GENERATE(2, 3, 12), 2, GENERATE(0, 4));
  check_close(scores<FisherScore>(table).value, slow_fisher(table));
}

TEST_CASE("fisher_score does not change when features are shifted, scaled or samples reordered",
          "[fisher_score][property]") {
  Table table = integer_table(60, 4, 3, 100);
  table.with_labels(random_labels(60, 3, 4), 3);
  const Scored before = scores<FisherScore>(table);
  Table other = reordered(table, shuffled(60, 1));
  check_close(scores<FisherScore>(other).value, before.value, 1e-12);
  other = table;
  for (double& v : other.x) v += 1e9;
  check_close(scores<FisherScore>(other).value, before.value, 1e-12);
  for (double scale : {0x1p-900, 0x1p900}) {
    other = table;
    for (double& v : other.x) v *= -scale;
    CHECK(scores<FisherScore>(other).value == before.value);
  }
}

TEST_CASE("fisher_score gives constants nothing, perfect features infinity", "[fisher_score][degenerate]") {
  Table table = classified(30, 6, 3, 5);
  std::size_t column = 1;
  for (double c : {0.0, 0.1, 0.3, 1e9})
    for (double& v : table.column(column++)) v = c;
  const double values[] = {0.1, 0.3, 1e9};
  for (std::size_t i = 0; i < 30; ++i) table.at(i, 5) = values[table.labels[i]];
  const Scored got = scores<FisherScore>(table);
  for (std::size_t j = 1; j < 5; ++j) {
    CHECK(got.value[j] == -INFINITY);
    CHECK(got.reason[j] == "constant");
  }
  CHECK(got.value[5] == INFINITY);
  CHECK(got.reason[5] == "constant in each class");
  table.with_labels(std::vector<std::int32_t>(30, 2), 3);
  CHECK(scores<FisherScore>(table).reason[0] == "single_class");
}

TEST_CASE("correlation agrees with the definition on known outputs", "[correlation]") {
  Table table = regression(80, 5, 6);
  std::vector<double> expected;
  for (std::size_t f = 0; f < 5; ++f) {
    Real n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < 80; ++i)
      if (!std::isnan(table.real[i])) n += 1, x += table.at(i, f), y += table.real[i];
    for (std::size_t i = 0; i < 80; ++i)
      if (!std::isnan(table.real[i])) {
        const Real a = table.at(i, f) - x / n, b = table.real[i] - y / n;
        xx += a * a, yy += b * b, xy += a * b;
      }
    expected.push_back(static_cast<double>(std::abs(xy) / std::sqrt(xx * yy)));
  }
  check_close(scores<Correlation>(table).value, expected);
}

TEST_CASE("correlation is 1 on a line, whatever its slope, offset and scale", "[correlation][property]") {
  const double slope = GENERATE(1.0, -3.0, 1e-200, 1e200), offset = GENERATE(0.0, 1e9);
  if (std::abs(slope) != 1.0 && std::abs(slope) != 3.0 && offset != 0.0) return;
  Table table(20, 1);
  std::vector<double> y(20);
  for (std::size_t i = 0; i < 20; ++i) {
    table.at(i, 0) = slope * static_cast<double>(i * i) + offset;
    y[i] = 1e9 + static_cast<double>(i * i);
  }
  table.with_real(y);
  const double r = scores<Correlation>(table).value[0];
  CHECK(r == Approx(1).epsilon(1e-14));
  CHECK(r <= 1);
}

TEST_CASE("correlation is undefined for constants", "[correlation][degenerate]") {
  Table table = regression(30, 5, 7);
  std::size_t column = 1;
  for (double c : {0.0, 0.1, 0.3, 1e9})
    for (double& v : table.column(column++)) v = c;
  const Scored got = scores<Correlation>(table);
  for (std::size_t j = 1; j < 5; ++j) {
    CHECK(got.value[j] == -INFINITY);
    CHECK(got.reason[j] == "constant");
  }
  table.with_real(std::vector<double>(30, 0.3));
  CHECK(scores<Correlation>(table).reason[0] == "constant_target");
  table.with_real(std::vector<double>(30, kUnknown));
  CHECK_THROWS_AS(scores<Correlation>(table), DataError);
}

TEST_CASE("variance agrees with a case worked by hand", "[variance]") {
  Table table(4, 6);
  table.x = {1,        2,       3,       6,       /**/ 0.1,   0.1,   0.1,   0.1,
             /**/ 0.3, 0.3,     0.3,     0.3,     /**/ 1e9,   1e9,   1e9,   1e9,
             /**/ 1e9, 1e9 + 1, 1e9 + 2, 1e9 + 5, /**/ 1e150, 2e150, 3e150, 6e150};
  const Scored sample = scores<Variance>(table);  // squares 4 + 1 + 0 + 9
  CHECK(sample.value[0] == Approx(14.0 / 3).epsilon(1e-15));
  for (std::size_t j = 1; j < 4; ++j) CHECK(sample.value[j] == 0);
  CHECK(sample.value[4] == sample.value[0]);
  CHECK(sample.value[5] == Approx(14e300 / 3).epsilon(1e-14));
  Variance population;
  population.options.ddof = 0;
  CHECK(scores(population, table).value[0] == Approx(3.5).epsilon(1e-15));
  population.options.ddof = 4;
  CHECK(scores(population, table).reason[0] == "needs more samples than ddof");
}

TEST_CASE("variance of what no double holds is infinite, with the reason", "[variance][degenerate]") {
  Table table = integer_table(20, 2, 8, 5);
  for (double& v : table.column(0)) v *= 1e307;
  const Scored got = scores<Variance>(table);
  CHECK(got.value[0] == INFINITY);
  CHECK(got.reason[0] == "overflow");
  CHECK(got.reason[1].empty());
}

TEST_CASE("locality_sensitive_discriminant agrees with the sum over all pairs",
          "[locality_sensitive_discriminant]") {
  const std::size_t n = GENERATE(12, 70), every = GENERATE(0, 2, 3);
  const int k = GENERATE(1, 5, 100);
  Table table = classified(n, 6, 3, n + every, every);
  check_close(discriminant(table, k, 30).value, slow_discriminant(table, static_cast<std::size_t>(k), 30));
}

TEST_CASE("locality_sensitive_discriminant of tied samples agrees with the sum over all pairs",
          "[locality_sensitive_discriminant][degenerate]") {
  Table table = integer_table(120, GENERATE(1, 2, 4), 3, GENERATE(2, 3, 6));
  auto labels = random_labels(120, 2, 4);
  for (std::size_t i = 0; i < 120; i += 3) labels[i] = -1;
  table.with_labels(labels, 2);
  const int k = GENERATE(1, 5, 40);
  check_close(discriminant(table, k, 30).value, slow_discriminant(table, static_cast<std::size_t>(k), 30));
}

TEST_CASE("locality_sensitive_discriminant with missing cells agrees with the sum over all pairs",
          "[locality_sensitive_discriminant][missing]") {
  const int k = GENERATE(1, 5, 100);
  Table table = with_missing(classified(70, 4, 3, 5, 2), GENERATE(0.1, 0.4), 6);
  check_close(discriminant(table, k, 30).value, slow_discriminant(table, static_cast<std::size_t>(k), 30));
}

TEST_CASE("locality_sensitive_discriminant with weights agrees with the sum over all pairs",
          "[locality_sensitive_discriminant][weights]") {
  const int k = GENERATE(1, 5, 100);
  const double missing = GENERATE(0.0, 0.2), unit = GENERATE(1.0, 1e-3);
  Table table = classified(70, 4, 3, 5, 2);
  if (missing > 0) table = with_missing(std::move(table), missing, 6);
  for (std::size_t i = 0; i < table.n; ++i) table.weights.push_back(unit * static_cast<double>(i % 5));
  check_close(discriminant(table, k, 30).value, slow_discriminant(table, static_cast<std::size_t>(k), 30));
}

TEST_CASE("locality_sensitive_discriminant does not change when features are shifted and scaled",
          "[locality_sensitive_discriminant][property]") {
  Table table = integer_table(50, 4, 8, 100);
  auto labels = random_labels(50, 3, 9);
  for (std::size_t i = 0; i < 50; i += 2) labels[i] = -1;
  table.with_labels(labels, 3);
  const Scored before = discriminant(table);
  for (double& v : table.x) v = v * 4 + 1e9;
  check_close(discriminant(table).value, before.value, 1e-12);
}

TEST_CASE("locality_sensitive_discriminant defines its edges",
          "[locality_sensitive_discriminant][degenerate]") {
  Table table = classified(30, 5, 2, 10, 3);
  std::size_t column = 1;
  for (double c : {0.1, 0.3, 1e9})
    for (double& v : table.column(column++)) v = c;
  // Feature 4 equals the class; unknown samples have no neighbours that differ when all are known.
  for (std::size_t i = 0; i < 30; ++i) table.at(i, 4) = table.labels[i];
  Scored got = discriminant(table);
  for (std::size_t j = 1; j < 4; ++j) {
    CHECK(got.value[j] == -INFINITY);
    CHECK(got.reason[j] == "constant");
  }
  table = classified(30, 5, 2, 10);
  for (std::size_t i = 0; i < 30; ++i) table.at(i, 4) = 0.1 + 0.2 * table.labels[i];
  got = discriminant(table);
  CHECK(got.value[4] == INFINITY);
  CHECK_FALSE(got.reason[4].empty());
  table.with_labels(std::vector<std::int32_t>(30, 0), 2);
  CHECK(discriminant(table).reason[0] == "single_class");
  table.with_labels(std::vector<std::int32_t>(30, -1), 2);
  CHECK_THROWS_AS(discriminant(table), DataError);
}

TEST_CASE("baselines give the same bits on every SIMD path and for any number of threads",
          "[baselines][determinism]") {
  Table table = classified(150, 20, 3, 11, 4);
  const Scored fisher = scores<FisherScore>(table), local = discriminant(table);
  numerics::force_simd_path(numerics::SimdPath::sse2);
  CHECK(discriminant(table).value == local.value);
  numerics::release_simd_path();
  FisherScore method;
  const ThreadedRuntime threads(3);
  CHECK(score_all(method, table.view(), threads, -INFINITY).value == fisher.value);
}
