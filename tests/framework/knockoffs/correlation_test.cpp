#include "normal_rows.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/alike_columns.hpp>
#include <tamis/framework/knockoffs/correlation.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace tamis;
using namespace tamis::framework;

namespace {

DenseMatrix of_columns(const std::vector<std::vector<double>>& columns) {
  DenseMatrix x(columns[0].size(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j)
    std::copy(columns[j].begin(), columns[j].end(), x.view().column(j).begin());
  return x;
}

Feature at(const std::function<void()>& run) {
  try {
    run();
  } catch (const DataError& e) {
    CHECK(e.at.subject == TAMIS_FEATURE);
    return static_cast<Feature>(e.at.index);
  }
  FAIL("no error");
  return 0;
}

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("correlations do not depend on units and origins of the columns", "[correlation]") {
  const DenseMatrix x = normal_rows(50, falling(8, 0.5), Rng(1));
  DenseMatrix other = x;
  for (std::uint64_t j = 0; j < 8; ++j)
    for (double& v : other.view().column(j)) v = v * std::pow(10.0, j) + 3;
  const ShrunkCorrelation a = shrunk_correlation(x.view()), b = shrunk_correlation(other.view());
  CHECK(a.shrinkage == Approx(b.shrinkage));
  CHECK((map(a.sigma.view()) - map(b.sigma.view())).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("shrinkage is by the formula, row by row", "[correlation]") {
  const DenseMatrix z = standardised(normal_rows(30, falling(5, 0.4), Rng(2)).view());
  const Eigen::MatrixXd rows = map(z.view()), s = rows.transpose() * rows / 30;
  double b = 0;
  for (Eigen::Index i = 0; i < 30; ++i)
    b += (rows.row(i).transpose() * rows.row(i) - s).squaredNorm() / (5 * 900.0);
  const double d = (s - Eigen::MatrixXd::Identity(5, 5)).squaredNorm() / 5;
  CHECK(shrunk_correlation(z.view()).shrinkage == Approx(std::min(b, d) / d).epsilon(1e-12));
}

TEST_CASE("shrinkage grows with the columns per row, as in the page's runs", "[correlation]") {
  const auto shrinkage = [](std::uint64_t n, Eigen::Index p) {
    return shrunk_correlation(normal_rows(n, falling(p, 0.5), Rng(3)).view()).shrinkage;
  };
  CHECK(shrinkage(500, 100) == Approx(0.24).margin(0.02));
  CHECK(shrinkage(300, 400) == Approx(0.67).margin(0.02));
  CHECK(shrinkage(30, 200) == Approx(0.87).margin(0.03));
}

TEST_CASE("correlations can be inverted with more columns than rows", "[correlation]") {
  const ShrunkCorrelation seen = shrunk_correlation(normal_rows(20, falling(60, 0.5), Rng(4)).view());
  CHECK(smallest_eigenvalue(map(seen.sigma.view())) > 0.1);
  CHECK(map(seen.sigma.view()).diagonal() == Eigen::VectorXd::Ones(60));
}

TEST_CASE("a single column has the correlation 1", "[correlation]") {
  CHECK(shrunk_correlation(of_columns({{1, 2, 4}}).view()).sigma.values == std::vector{1.0});
}

TEST_CASE("columns that have no correlation are named", "[correlation]") {
  CHECK(at([] { standardised(of_columns({{1, 2}, {3, 3}}).view()); }) == 1);
  CHECK(at([] { standardised(of_columns({{1, 2}, {3, 4}, {kAbsent, 3}}).view()); }) == 2);
  CHECK(at([] { represented_columns(of_columns({{1, 2}, {kAbsent, 3}}).view()); }) == 1);
  CHECK_THROWS_WITH(standardised(DenseMatrix(0, 2).view()), Catch::Contains("no rows"));
}

TEST_CASE("constant columns are left out, and exact copies are merged into the first", "[alike]") {
  DenseMatrix x = normal_rows(30, falling(6, 0.3), Rng(5));
  const auto column = [&](std::uint64_t j) { return x.view().column(j); };
  std::fill(column(1).begin(), column(1).end(), 7.5);
  for (std::uint64_t i = 0; i < 30; ++i) {
    column(3)[i] = 3 + 0.1 * column(0)[i];
    column(4)[i] = -5e6 * column(2)[i];
    column(5)[i] = column(2)[i] + 1e-2 * column(5)[i];
  }
  const RepresentedColumns seen = represented_columns(x.view());
  CHECK(seen.kept == std::vector<Feature>{0, 2, 5});
  CHECK(seen.constant == std::vector<Feature>{1});
  REQUIRE(seen.merged.size() == 2);
  CHECK((seen.merged[0].feature == 3 && seen.merged[0].like == 0));
  CHECK(seen.merged[0].correlation == Approx(1));
  CHECK((seen.merged[1].feature == 4 && seen.merged[1].like == 2));
  CHECK(seen.merged[1].correlation == Approx(-1));
  REQUIRE(seen.close.size() == 1);
  CHECK((seen.close[0].feature == 5 && seen.close[0].like == 2));

  CHECK(represented_columns(x.view(), 0.98).kept == std::vector<Feature>{0, 2});
  CHECK_THROWS_WITH(represented_columns(x.view(), 0), Catch::Contains("give one above 0"));
}

TEST_CASE("the squared shrinkage is the square of that of Ledoit and Wolf", "[knockoffs]") {
  const DenseMatrix x = normal_rows(20, falling(60, 0.5), Rng(4));
  const ShrunkCorrelation best = shrunk_correlation(x.view());
  const ShrunkCorrelation less = shrunk_correlation(x.view(), Shrinkage::squared);
  CHECK(less.shrinkage == best.shrinkage * best.shrinkage);
  CHECK(less.sigma(3, 7) / best.sigma(3, 7) == Approx((1 - less.shrinkage) / (1 - best.shrinkage)));
}
