#include "laplacian_score.hpp"

#include <catch2/catch.hpp>
#include <point_metrics.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include "dense_reference.hpp"

namespace {

using namespace tamis;
using namespace tamis::laplacian;
using namespace tamis::laplacian::testing;

Scored laplacian_scores(Table& table, LaplacianScore::Options options = {}) {
  point_metrics::Euclidean euclidean;
  LaplacianScore criterion;
  criterion.options = options;
  criterion.options.metric = euclidean;
  return score_all(criterion, table.view());
}

std::vector<double> dense_scores(Table& table, std::size_t k, double t, bool squared, Ties ties = Ties::all) {
  const auto d = squared_distances(table.view());
  const auto close = close_pairs(d, k, ties, Geometry::l2);
  Dense s(table.n);
  for (std::size_t i = 0; i < table.n; ++i)
    for (std::size_t j = 0; j < table.n; ++j)
      if (close[i][j])
        s(i, j) =
            std::exp(-(squared ? static_cast<Real>(d[i][j]) : std::sqrt(static_cast<Real>(d[i][j]))) / t) *
            weight_of(table, i) * weight_of(table, j);
  std::vector<double> scores;
  for (std::size_t j = 0; j < table.d; ++j)
    scores.push_back(laplacian_ratio(s, column_of(table, j), missing_of(table, j)));
  return scores;
}

void check_by_matrices(Table& table, const LaplacianScore::Options& options) {
  check_close(laplacian_scores(table, options).value,
              dense_scores(table, static_cast<std::size_t>(options.neighbours), options.bandwidth, false,
                           options.ties));
}

}  // namespace

TEST_CASE("laplacian_score agrees with a case worked by hand", "[laplacian_score]") {
  // Three points on a line at 0, 1, 3 and k = 1: edges 0-1 (length 1) and 1-2 (length 2), w = e^-1 and
  // e^-2. Scaled by e: w = 1, e^-1; d = (1, 1 + e^-1, e^-1); num = 1 + 4 e^-1; c = (1 + e^-1 + 3 e^-1) /
  // (2 + 2 e^-1).
  Table table(3, 1);
  table.x = {0, 1, 3};
  LaplacianScore::Options options;
  options.neighbours = 1;
  const double w = std::exp(-1.0), c = (1 + 4 * w) / (2 + 2 * w);
  const double den = c * c + (1 + w) * (1 - c) * (1 - c) + w * (3 - c) * (3 - c);
  CHECK(laplacian_scores(table, options).value[0] == Approx((1 + 4 * w) / den).epsilon(1e-14));
}

TEST_CASE("laplacian_score agrees with the definition by matrices", "[laplacian_score]") {
  const std::size_t n = GENERATE(12, 60), d = GENERATE(3, 20);
  const int k = GENERATE(1, 5, 100);
  const bool squared = GENERATE(false, true);
  Table table = random_table(n, d, n + d);
  table.standardise();
  LaplacianScore::Options options;
  options.neighbours = k;
  options.bandwidth = 2.5;
  options.kernel = squared ? LaplacianScore::Kernel::squared : LaplacianScore::Kernel::plain;
  const Scored got = laplacian_scores(table, options);
  check_close(got.value, dense_scores(table, static_cast<std::size_t>(k), 2.5, squared));
  for (double v : got.value) CHECK(v <= 2 + 1e-12);
}

TEST_CASE("laplacian_score with missing cells agrees with the definition by matrices",
          "[laplacian_score][missing]") {
  const bool tied = GENERATE(false, true), weighted = GENERATE(false, true);
  Table table = tied ? integer_table(90, 3, 5, 2) : random_table(90, 4, 5);
  table.standardise();
  table = with_missing(std::move(table), GENERATE(0.05, 0.4), 6);
  if (weighted) table = with_weights(std::move(table), 8);
  LaplacianScore::Options options;
  options.neighbours = GENERATE(1, 5, 100);
  options.ties = GENERATE(Ties::all, Ties::first);
  check_by_matrices(table, options);
}

TEST_CASE("laplacian_score of a complete table in which cells may be missing has the same bits",
          "[laplacian_score][missing]") {
  Table table = GENERATE(0, 1) ? integer_table(150, 2, 5, 3) : random_table(150, 20, 5);
  table.standardise();
  const std::vector<double> complete = laplacian_scores(table).value;
  table = with_missing(std::move(table), 0, 1);
  CHECK(laplacian_scores(table).value == complete);
}

TEST_CASE("distances over some features need a metric that is a norm", "[laplacian_score][missing]") {
  Table table = with_missing(random_table(20, 3, 1), 0.1, 2);
  point_metrics::Cosine cosine;
  LaplacianScore criterion;
  criterion.options.metric = cosine;
  const SerialRuntime runtime;
  CHECK_THROWS_WITH(criterion.prepare(table.view(), runtime), Catch::Contains("leave out `metric`"));
}

TEST_CASE(
    "laplacian_score of tied samples agrees with the definition by matrices, with weights of samples or without",
    "[laplacian_score][degenerate][weights]") {
  Table table = integer_table(120, GENERATE(1, 2, 4), 5, GENERATE(2, 3, 6));
  if (GENERATE(false, true)) table = with_weights(std::move(table), 8);
  LaplacianScore::Options options;
  options.neighbours = GENERATE(1, 5, 40);
  options.ties = GENERATE(Ties::all, Ties::first);
  check_by_matrices(table, options);
}

TEST_CASE("a sample of weight 0 is neither a neighbour nor a reason that a feature varies",
          "[laplacian_score][weights]") {
  Table table = with_weights(random_table(60, 4, 9), 10);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < table.n; ++i)
    if (i % 4 == 0)
      table.weights[i] = 0, table.x[i + 2 * table.n] = 100;
    else
      kept.push_back(i), table.x[i + 2 * table.n] = 7;
  Table rest(kept.size(), 4);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    rest.weights.push_back(table.weights[kept[k]]);
    for (std::size_t j = 0; j < 4; ++j) rest.x[k + j * rest.n] = table.x[kept[k] + j * table.n];
  }
  const Scored got = laplacian_scores(table), expected = laplacian_scores(rest);
  CHECK(got.reason[2] == "constant");
  CHECK(got.reason == expected.reason);
  for (const std::size_t j : {0u, 1u, 3u}) CHECK(got.value[j] == Approx(expected.value[j]).epsilon(1e-13));
}

TEST_CASE("weights that are all 0 are refused", "[laplacian_score][weights][errors]") {
  Table table = random_table(10, 2, 1);
  table.weights.assign(10, 0);
  CHECK_THROWS_WITH(laplacian_scores(table), "no sample has a weight above 0");
}

TEST_CASE("laplacian_score of tied samples does not depend on their order, origin or unit",
          "[laplacian_score][property]") {
  Table table = integer_table(150, 3, 6, 5);
  const auto scores = [](Table t) { return laplacian_scores(t.standardise()).value; };
  const auto before = scores(table);
  check_close(scores(reordered(table, shuffled(150, 2))), before, 1e-12);
  Table other = table;
  for (double& v : other.x) v = 0.1 * v + 100;
  check_close(scores(other), before, 1e-10);  // 100.3 is off by 1e-14, its feature by a share of 1e-13
}

TEST_CASE("laplacian_score of 100 000 samples at four places takes a moment",
          "[laplacian_score][degenerate]") {
  Table table = integer_table(100000, 2, 7, 2);
  const Scored got = laplacian_scores(table.standardise());
  // All edges join copies.
  CHECK(got.value == std::vector<double>{0, 0});
}

TEST_CASE("laplacian_score warns of a kernel that is narrow for the distances",
          "[laplacian_score][degenerate]") {
  Table table = random_table(100, 5, 8);
  CHECK(laplacian_scores(table).warnings.empty());
  for (double& v : table.x) v *= 1e4;
  const Scored got = laplacian_scores(table);
  REQUIRE(got.warnings.size() == 1);
  CHECK_THAT(got.warnings[0],
             Catch::Contains("are worth 1 of equal weight") && Catch::Contains("standardise the features"));
}

TEST_CASE("laplacian_score of a complete graph with equal weights is m / (m - 1)",
          "[laplacian_score][property]") {
  Table table = random_table(11, 4, 3);
  LaplacianScore::Options options;
  options.neighbours = 10;
  options.bandwidth = 1e15;
  for (double v : laplacian_scores(table, options).value) CHECK(v == Approx(1.1).epsilon(1e-12));
}

TEST_CASE("laplacian_score does not change when samples are reordered or features shifted and scaled",
          "[laplacian_score][property]") {
  Table table = random_table(50, 6, 4);
  table.standardise();
  const Scored before = laplacian_scores(table);
  Table other = reordered(table, shuffled(50, 1));
  check_close(laplacian_scores(other).value, before.value, 1e-12);
  // The units of distances stay: only the scored column changes.
  for (std::size_t j = 0; j < table.d; ++j) {
    for (double& v : table.column(j)) v = -4096 * v;
    table.centre[j] *= -4096, table.scale[j] *= -4096;
  }
  check_close(laplacian_scores(table).value, before.value, 1e-12);
}

TEST_CASE("laplacian_score puts constant features last and says why", "[laplacian_score][degenerate]") {
  const double c = GENERATE(0.0, 0.1, 0.3, 1e9);
  Table table = random_table(20, 3, 5);
  for (double& v : table.column(1)) v = c;
  const Scored got = laplacian_scores(table);
  CHECK(got.value[1] == std::numeric_limits<double>::infinity());
  CHECK(got.reason[1] == "constant");
  CHECK(got.reason[0].empty());
  CHECK(std::isfinite(got.value[0]));
}

TEST_CASE("laplacian_score keeps its digits under a large offset", "[laplacian_score][degenerate]") {
  Table table = integer_table(40, 3, 6, 1000);
  const Scored before = laplacian_scores(table, {5, 1000.0, LaplacianScore::Kernel::plain, "euclidean"});
  for (double& v : table.x) v += 1e12;
  check_close(laplacian_scores(table, {5, 1000.0, LaplacianScore::Kernel::plain, "euclidean"}).value,
              before.value, 1e-13);
}

TEST_CASE("laplacian_score survives weights too small for a double", "[laplacian_score][degenerate]") {
  Table table = random_table(20, 4, 7);
  LaplacianScore::Options options;
  options.kernel = LaplacianScore::Kernel::squared;
  options.bandwidth = 1e-4;
  for (double v : laplacian_scores(table, options).value) CHECK(std::isfinite(v));
}

TEST_CASE("laplacian_score refuses samples whose distances overflow", "[laplacian_score][errors]") {
  Table table = integer_table(20, 3, 8, 5);
  for (double& v : table.column(1)) v *= 1e200;
  CHECK_THROWS_WITH(laplacian_scores(table), "distances between samples overflow; standardise the features");
}

TEST_CASE("laplacian_score of duplicated samples and of two samples is defined",
          "[laplacian_score][degenerate]") {
  Table same = random_table(30, 3, 8);
  for (std::size_t i = 10; i < 20; ++i)
    for (std::size_t j = 0; j < 3; ++j) same.at(i, j) = same.at(9, j);
  check_close(laplacian_scores(same).value, dense_scores(same, 5, 1.0, false));
  Table two(2, 2);
  two.x = {0, 1, 3, 3};
  const Scored got = laplacian_scores(two);
  CHECK(got.value[0] == Approx(2).epsilon(1e-14));
  CHECK(got.reason[1] == "constant");
}

TEST_CASE("laplacian_score gives the same bits on every SIMD path and for any number of threads",
          "[laplacian_score][determinism]") {
  Table table = random_table(220, 30, 9);
  table.standardise();
  const Scored expected = laplacian_scores(table);
  for (auto path : {numerics::SimdPath::sse2, numerics::SimdPath::avx2, numerics::SimdPath::avx512}) {
    numerics::force_simd_path(path);
    CHECK(laplacian_scores(table).value == expected.value);
  }
  numerics::release_simd_path();
  point_metrics::Euclidean euclidean;
  LaplacianScore criterion;
  criterion.options.metric = euclidean;
  const ThreadedRuntime threads(4);
  CHECK(score_all(criterion, table.view(), threads, INFINITY).value == expected.value);
}

TEST_CASE("laplacian_score takes any metric", "[laplacian_score]") {
  Table table = random_table(40, 5, 10);
  const auto score = [&](PointMetric& metric) {
    LaplacianScore criterion;
    criterion.options.metric = metric;
    return score_all(criterion, table.view()).value;
  };
  point_metrics::Manhattan manhattan;
  point_metrics::Chebyshev chebyshev;
  point_metrics::Cosine cosine;
  for (double v : score(manhattan)) CHECK(std::isfinite(v));
  for (double v : score(cosine)) CHECK(std::isfinite(v));
  CHECK(score(manhattan) != score(chebyshev));
}
