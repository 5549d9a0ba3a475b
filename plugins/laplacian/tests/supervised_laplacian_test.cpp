#include "supervised_laplacian.hpp"

#include <catch2/catch.hpp>

#include "dense_reference.hpp"

namespace {

using namespace tamis;
using namespace tamis::laplacian;
using namespace tamis::laplacian::testing;

Scored supervised(Table& table, SupervisedLaplacian::Options options = {}) {
  SupervisedLaplacian criterion;
  criterion.options = options;
  return score_all(criterion, table.view());
}

}  // namespace

TEST_CASE("supervised_laplacian agrees with the definition by matrices", "[supervised_laplacian]") {
  const std::size_t n = GENERATE(5, 80), every = GENERATE(1, 2);
  const int k = GENERATE(1, 5, 200);
  const auto standardise = GENERATE(OutputScaling::none, OutputScaling::population, OutputScaling::sample);
  Table table = regression(n, 7, n, every);
  const Real variance =
      standardise == OutputScaling::none ? 1 : output_variance(table, standardise == OutputScaling::sample);
  const Scored got = supervised(table, {k, 0.7, standardise});
  check_close(got.value, dense_sls(table, static_cast<std::size_t>(k), 0.7, variance));
  for (double v : got.value) CHECK(v <= 2 + 1e-12);
}

TEST_CASE("supervised_laplacian leaves out the samples that lack a feature",
          "[supervised_laplacian][missing]") {
  Table table = with_missing(regression(80, 4, 1), 0.3, 2);
  if (GENERATE(false, true))  // many of one output are one node of the graph
    for (double& y : table.real) y = std::round(y / 2);
  if (GENERATE(false, true)) table = with_weights(std::move(table), 8);
  check_close(supervised(table, {5, 0.7, OutputScaling::population}).value,
              dense_sls(table, 5, 0.7, output_variance(table, 0)));
}

TEST_CASE("supervised_laplacian of heavily tied outputs agrees with the definition by matrices",
          "[supervised_laplacian][degenerate]") {
  Table table = random_table(90, 5, 3);
  Rng rng(1);
  const std::uint64_t values = GENERATE(1, 2, 4, 20, 40);
  const Ties ties = GENERATE(Ties::all, Ties::first);
  std::vector<double> y(90);
  for (double& v : y) v = 0.1 * static_cast<double>(rng.below(values));
  for (std::size_t i = 0; i < 20; ++i) y[i] = i % 4 == 0 ? kUnknown : 1;  // one value of many copies
  table.with_real(y);
  check_close(supervised(table, {4, 1.0, OutputScaling::none, ties}).value,
              dense_sls(table, 4, 1.0, 1, ties));
}

TEST_CASE("supervised_laplacian with weights of samples agrees with the definition by matrices",
          "[supervised_laplacian][weights]") {
  const auto standardise = GENERATE(OutputScaling::none, OutputScaling::population, OutputScaling::sample);
  const Ties ties = GENERATE(Ties::all, Ties::first);
  Table table = with_weights(random_table(90, 5, 3), 2);
  Rng rng(1);
  std::vector<double> y(90);
  for (double& v : y) v = 0.1 * static_cast<double>(rng.below(20));
  for (std::size_t i = 0; i < 20; ++i) y[i] = i % 4 == 0 ? kUnknown : 1;  // one value of many copies
  table.with_real(y);
  const Real variance =
      standardise == OutputScaling::none ? 1 : output_variance(table, standardise == OutputScaling::sample);
  check_close(supervised(table, {4, 1.0, standardise, ties}).value, dense_sls(table, 4, 1.0, variance, ties));
}

TEST_CASE("supervised_laplacian does not depend on the unit of the output", "[supervised_laplacian]") {
  Table table = random_table(300, 8, 6);
  std::vector<double> y(300);
  for (std::size_t i = 0; i < 300; ++i)
    y[i] = std::round(3e5 + 1e5 * (table.at(i, 0) + 0.5 * table.at(i, 1) + 0.3 * table.at(i, 2)));
  const Scored in_euros = supervised(table.with_real(y));
  CHECK(in_euros.warnings.empty());
  CHECK(in_euros.value[0] < 0.5);
  for (double& v : y) v /= 1e5;
  check_close(supervised(table.with_real(y)).value, in_euros.value, 1e-9);
}

TEST_CASE("supervised_laplacian warns of a kernel that is narrow for the outputs",
          "[supervised_laplacian][degenerate]") {
  Table table = regression(300, 4, 7);
  const SupervisedLaplacian::Options printed{5, 1.0, OutputScaling::none};
  CHECK(supervised(table, printed).warnings.empty());
  for (double& y : table.real) y *= 1e5;
  const Scored got = supervised(table, printed);
  REQUIRE(got.warnings.size() == 1);
  CHECK_THAT(got.warnings[0], Catch::Contains("pairs of neighbours are worth 1 of equal weight") &&
                                  Catch::Contains("set standardise_target"));
}

TEST_CASE("supervised_laplacian of tied outputs does not depend on the order of the rows",
          "[supervised_laplacian][property]") {
  Table table = random_table(300, 6, 8);
  Rng rng(2);
  std::vector<double> y(300);
  for (double& v : y) v = rng.uniform() < 0.65 ? 0 : 0.1 * static_cast<double>(rng.below(30));
  table.with_real(y);
  const Scored before = supervised(table);
  Table other = reordered(table, shuffled(300, 4));
  check_close(supervised(other).value, before.value, 1e-12);
}

TEST_CASE("supervised_laplacian of 100 000 outputs, most of them 0, takes a moment",
          "[supervised_laplacian][degenerate]") {
  Table table = random_table(100000, 2, 9);
  std::vector<double> y(table.n, 0.0);
  for (std::size_t i = 0; i < table.n; i += 3) y[i] = table.at(i, 0);
  const Scored got = supervised(table.with_real(y));
  CHECK(got.reason[0].empty());
  CHECK(got.value[1] == Approx(1).margin(0.02));
}

TEST_CASE("supervised_laplacian of two known outputs is 2 for every feature",
          "[supervised_laplacian][property]") {
  Table table = regression(10, 4, 2, 7);
  table.at(7, 3) = table.at(0, 3);
  const Scored got = supervised(table);
  for (std::size_t j = 0; j < 3; ++j) CHECK(got.value[j] == Approx(2).epsilon(1e-14));
  CHECK(got.reason[3] == "constant_on_graph");
}

TEST_CASE("supervised_laplacian is undefined for constant features and fewer than two outputs",
          "[supervised_laplacian][degenerate]") {
  Table table = regression(12, 3, 4);
  const double c = GENERATE(0.0, 0.1, 0.3, 1e9);
  for (double& v : table.column(2)) v = c;
  CHECK(supervised(table).reason == std::vector<std::string>{"", "", "constant"});
  table = regression(12, 3, 4, 100);
  CHECK(supervised(table).reason == std::vector<std::string>(3, "empty_graph"));
  CHECK(supervised(table).value[0] == INFINITY);
  table.with_real(std::vector<double>(12, kUnknown));
  CHECK(supervised(table).reason[0] == "empty_graph");
}

TEST_CASE("supervised_laplacian does not change when the output and a feature are shifted",
          "[supervised_laplacian][property]") {
  Table table = integer_table(60, 4, 5, 50);
  std::vector<double> y(table.column(0).begin(), table.column(0).end());
  table.with_real(y);
  const Scored before = supervised(table, {5, 30.0, OutputScaling::none});
  for (double& v : y) v += 1e9;
  for (double& v : table.x) v = v * -8 + 1e9;
  table.with_real(y);
  check_close(supervised(table, {5, 30.0, OutputScaling::none}).value, before.value, 1e-13);
  // Standardised, the scale of the output does not matter either, not even an extreme one.
  const Scored standard = supervised(table, {5, 1.0, OutputScaling::population});
  for (double& v : y) v = (v - 1e9) * 0x1p+700;
  table.with_real(y);
  check_close(supervised(table, {5, 1.0, OutputScaling::population}).value, standard.value, 1e-12);
}
