#include "semi_supervised_laplacian.hpp"

#include <catch2/catch.hpp>

#include "dense_reference.hpp"

namespace {

using namespace tamis;
using namespace tamis::laplacian;
using namespace tamis::laplacian::testing;

Scored semi_supervised(Table& table, SemiSupervisedLaplacian::Options options = {}) {
  SemiSupervisedLaplacian criterion;
  criterion.options = options;
  return score_all(criterion, table.view());
}

// Eq. 8-10 of the paper with all pairs.
std::vector<double> dense_ssls(Table& t, const SemiSupervisedLaplacian::Options& o, Real variance) {
  const auto by_features = squared_distances(t.view());
  const auto d = static_cast<double>(t.d);
  std::vector<std::vector<double>> mixed(t.n, std::vector<double>(t.n)), close_by = mixed;
  for (std::size_t i = 0; i < t.n; ++i)
    for (std::size_t j = 0; j < t.n; ++j) {
      const double gap = t.real[i] - t.real[j];
      mixed[i][j] = std::isnan(gap) ? by_features[i][j] / d : gap * gap / static_cast<double>(variance);
      close_by[i][j] = o.close == SemiSupervisedLaplacian::Close::mixed ? mixed[i][j] : by_features[i][j];
    }
  const auto close = close_pairs(close_by, static_cast<std::size_t>(o.neighbours), o.ties, Geometry::l2);
  Dense s(t.n);
  for (std::size_t i = 0; i < t.n; ++i)
    for (std::size_t j = 0; j < t.n; ++j)
      if (close[i][j])
        s(i, j) = std::exp(-static_cast<Real>(mixed[i][j]) / o.bandwidth) *
                  (std::isnan(t.real[i] - t.real[j]) ? 1 : o.label_weight) * weight_of(t, i) *
                  weight_of(t, j);
  auto scores =
      dense_sls(t, static_cast<std::size_t>(o.supervised_neighbours),
                o.supervised_bandwidth > 0 ? o.supervised_bandwidth : o.bandwidth, variance, o.ties);
  for (std::size_t j = 0; j < t.d; ++j) scores[j] *= laplacian_ratio(s, column_of(t, j), missing_of(t, j));
  return scores;
}

}  // namespace

TEST_CASE("semi_supervised_laplacian agrees with the definition by matrices", "[semi_supervised_laplacian]") {
  const std::size_t n = GENERATE(15, 70), every = GENERATE(1, 3, 10);
  const int k = GENERATE(2, 8, 100);
  SemiSupervisedLaplacian::Options options;
  options.neighbours = k;
  options.bandwidth = 1.5;
  options.supervised_neighbours = 3;
  options.supervised_bandwidth = GENERATE(0.0, 0.5);
  options.close = GENERATE(SemiSupervisedLaplacian::Close::mixed, SemiSupervisedLaplacian::Close::features);
  options.standardise_target = GENERATE(OutputScaling::none, OutputScaling::population);
  Table table = regression(n, 6, n + every, every);
  table.standardise();
  const Real variance = options.standardise_target == OutputScaling::none ? 1 : output_variance(table, 0);
  check_close(semi_supervised(table, options).value, dense_ssls(table, options, variance));
}

TEST_CASE("semi_supervised_laplacian with missing cells agrees with the definition by matrices",
          "[semi_supervised_laplacian][missing]") {
  SemiSupervisedLaplacian::Options options;
  options.neighbours = GENERATE(2, 8, 100);
  options.close = GENERATE(SemiSupervisedLaplacian::Close::mixed, SemiSupervisedLaplacian::Close::features);
  options.ties = GENERATE(Ties::all, Ties::first);
  Table table = regression(70, 5, 3, 3);
  table.standardise();
  table = with_missing(std::move(table), 0.2, 6);
  check_close(semi_supervised(table, options).value, dense_ssls(table, options, output_variance(table, 0)));
}

TEST_CASE("semi_supervised_laplacian of ties between outputs and features agrees with the definition",
          "[semi_supervised_laplacian][degenerate]") {
  // Features of small integers: a squared gap of outputs ties with a squared difference of the feature, and
  // many samples are copies, in features, in outputs, or in both.
  Table table = integer_table(60, GENERATE(1, 2), 7, 4);
  std::vector<double> y(60, kUnknown);
  for (std::size_t i = 0; i < 60; i += 2) y[i] = static_cast<double>(i % 5);
  table.with_real(y);
  SemiSupervisedLaplacian::Options options;
  options.neighbours = GENERATE(1, 2, 4, 20);
  options.standardise_target = OutputScaling::none;
  options.close = GENERATE(SemiSupervisedLaplacian::Close::mixed, SemiSupervisedLaplacian::Close::features);
  options.ties = GENERATE(Ties::all, Ties::first);
  check_close(semi_supervised(table, options).value, dense_ssls(table, options, 1));
}

TEST_CASE("semi_supervised_laplacian of 100 000 samples at four places takes a moment or is refused",
          "[semi_supervised_laplacian][degenerate]") {
  Table table = integer_table(100000, 2, 11, 2);
  std::vector<double> y(table.n, kUnknown);
  for (std::size_t i = 0; i < table.n; i += 2) y[i] = static_cast<double>(i);
  table.with_real(y);
  CHECK(semi_supervised(table).value == std::vector<double>{0, 0});  // all edges but the factor's join copies
  SemiSupervisedLaplacian::Options options;
  options.close = SemiSupervisedLaplacian::Close::features;
  CHECK_THROWS_WITH(semi_supervised(table, options), Catch::Contains("set ties = \"first\""));
}

TEST_CASE("semi_supervised_laplacian warns when the graph ignores the outputs",
          "[semi_supervised_laplacian]") {
  Table table = regression(200, 5, 8, 20);
  table.standardise();
  SemiSupervisedLaplacian::Options options;
  CHECK(semi_supervised(table, options).warnings.empty());
  options.standardise_target = OutputScaling::none;
  for (double& y : table.real) y *= 1000;
  const Scored got = semi_supervised(table, options);
  REQUIRE(got.warnings.size() == 2);
  CHECK_THAT(got.warnings[0], Catch::Contains("no edge of the graph joins two known outputs"));
  CHECK_THAT(got.warnings[1], Catch::Contains("pairs of neighbours are worth 1 of equal weight"));
}

TEST_CASE("semi_supervised_laplacian names the part that does not exist",
          "[semi_supervised_laplacian][degenerate]") {
  Table table = regression(20, 3, 9, 5);
  for (double& v : table.column(1)) v = 0.3;
  for (std::size_t i = 0; i < 20; i += 5) table.at(i, 2) = 0.1;
  CHECK(semi_supervised(table).reason == std::vector<std::string>{"", "constant", "sls_constant"});
  table.with_real(std::vector<double>(20, kUnknown));
  CHECK(semi_supervised(table).reason ==
        std::vector<std::string>{"sls_empty_graph", "constant", "sls_empty_graph"});
}

TEST_CASE("semi_supervised_laplacian does not change when untied samples are reordered",
          "[semi_supervised_laplacian][property]") {
  Table table = regression(80, 5, 10, 4);
  table.standardise();
  const Scored before = semi_supervised(table);
  Table other = reordered(table, shuffled(80, 3));
  check_close(semi_supervised(other).value, before.value, 1e-12);
}

TEST_CASE("with weights of samples each pair of both graphs counts the product of the two",
          "[semi_supervised_laplacian][weights]") {
  SemiSupervisedLaplacian::Options options;
  options.neighbours = GENERATE(3, 30);
  options.close = GENERATE(SemiSupervisedLaplacian::Close::mixed, SemiSupervisedLaplacian::Close::features);
  options.ties = GENERATE(Ties::all, Ties::first);
  Table table = with_weights(regression(70, 6, 3, GENERATE(1, 3)), 5);
  table.standardise();
  check_close(semi_supervised(table, options).value, dense_ssls(table, options, output_variance(table, 0)));
}
