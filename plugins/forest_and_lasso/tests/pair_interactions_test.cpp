#include "pair_interactions.hpp"

#include <Eigen/Dense>
#include <boost/math/distributions/chi_squared.hpp>
#include <catch2/catch.hpp>
#include <tamis/eigen.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::forest_and_lasso;
using namespace tamis::testing;

std::vector<PairInteraction> pairs_of(Table table) {
  SerialRuntime runtime;
  return pair_interactions(table.view(), Rng(7), runtime);
}

/// Classes by the sign of a product, a share of which are other ones.
std::vector<std::int32_t> signs_of_product(const Table& table, std::size_t a, std::size_t b, double wrong) {
  Rng rng(3);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < table.n; ++i)
    labels.push_back((table.at(i, a) * table.at(i, b) > 0) != (rng.uniform() < wrong));
  return labels;
}

/// Some rows of a table, in this order, with their labels.
Table rows_of(const Table& table, const std::vector<std::size_t>& rows) {
  Table out(rows.size(), table.d);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < table.d; ++j) out.at(i, j) = table.at(rows[i], j);
    labels.push_back(table.labels[rows[i]]);
  }
  return out.with_labels(labels, table.classes);
}

/// What is left of y (n x outputs) after least squares on the columns of a matrix, summed over its outputs.
double squares_left(const Eigen::MatrixXd& columns, const Eigen::MatrixXd& y, const Eigen::VectorXd& weight) {
  const Eigen::VectorXd root = weight.cwiseSqrt();
  const Eigen::MatrixXd a = root.asDiagonal() * columns, b = root.asDiagonal() * y;
  return (b - a * a.colPivHouseholderQr().solve(b)).squaredNorm();
}

/// The share that the interaction of the first two features of a table explains, by fitting both models.
double share_by_fits(const Table& table, const Eigen::MatrixXd& y, const Eigen::VectorXd& weight) {
  const auto n = static_cast<Eigen::Index>(table.n);
  Eigen::MatrixXd both = Eigen::MatrixXd::Ones(n, 4);
  for (Eigen::Index j = 0; j < 2; ++j) {
    std::vector<double> sorted(table.x.begin() + j * n, table.x.begin() + (j + 1) * n);
    std::ranges::sort(sorted);
    for (Eigen::Index i = 0; i < n; ++i)
      both(i, j + 1) =
          table.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) >= sorted[sorted.size() / 2];
  }
  both.col(3) = both.col(1).cwiseProduct(both.col(2));
  return (squares_left(both.leftCols(3), y, weight) - squares_left(both, y, weight)) /
         squares_left(both.leftCols(1), y, weight);
}

/// The most that chance explains.
double by_chance(double pairs, double freedom, double samples) {
  return boost::math::quantile(boost::math::complement(boost::math::chi_squared(freedom), 0.05 / pairs)) /
         freedom / samples;
}

}  // namespace

TEST_CASE(
    "what the interaction of a pair explains is the difference of two least squares fits, less the most by chance",
    "[pair_interactions]") {
  Table table = random_table(200, 3, 1);
  const auto n = static_cast<Eigen::Index>(table.n);
  const std::vector<std::int32_t> labels = signs_of_product(table, 0, 1, 0.1);
  const Eigen::VectorXd equal = Eigen::VectorXd::Ones(n);
  SECTION("of two classes") {
    Eigen::MatrixXd y(n, 1);
    for (Eigen::Index i = 0; i < n; ++i) y(i, 0) = labels[static_cast<std::size_t>(i)];
    const std::vector<PairInteraction> found = pairs_of(table.with_labels(labels, 2));
    REQUIRE(found.size() == 1);
    CHECK(found[0].first == 0);
    CHECK(found[0].second == 1);
    CHECK(found[0].explained == Approx(share_by_fits(table, y, equal) - by_chance(3, 1, 200)).epsilon(1e-10));
    SECTION("with weights") {
      Rng rng(5);
      for (std::size_t i = 0; i < table.n; ++i) table.weights.push_back(0.5 + rng.uniform());
      const Eigen::Map<const Eigen::VectorXd> weight(table.weights.data(), n);
      const double effective = weight.sum() * weight.sum() / weight.squaredNorm();
      const std::vector<PairInteraction> weighted = pairs_of(table);
      REQUIRE(weighted.size() == 1);
      CHECK(weighted[0].explained ==
            Approx(share_by_fits(table, y, weight) - by_chance(3, 1, effective)).epsilon(1e-10));
    }
    SECTION("which are probabilities") {
      const std::vector<PairInteraction> soft = pairs_of(Table(table).with_soft(one_hot(labels, 2), 2));
      REQUIRE(soft.size() == 1);
      CHECK(soft[0].explained == Approx(found[0].explained).epsilon(1e-12));
    }
  }
  SECTION("of three classes of unequal sizes") {
    std::vector<std::int32_t> three = labels;
    for (std::size_t i = 0; i < 30; ++i) three[i] = 2;
    const Eigen::MatrixXd y = map(ConstMatrix(one_hot(three, 3).data(), table.n, 3));
    const std::vector<PairInteraction> found = pairs_of(table.with_labels(three, 3));
    REQUIRE(found.size() == 1);
    // chance is between that of three equal classes, two degrees of freedom, and that of one class beside two rare ones
    const double chance = share_by_fits(table, y, equal) - found[0].explained;
    CHECK(chance > by_chance(3, 2, 200));
    CHECK(chance < by_chance(3, 1, 200));
  }
  SECTION("of the ranks of real values") {
    std::vector<double> values, ranks(table.n);
    for (std::size_t i = 0; i < table.n; ++i) values.push_back(std::exp(3 * table.at(i, 0) * table.at(i, 1)));
    for (std::size_t i = 0; i < table.n; ++i)
      ranks[i] = static_cast<double>(std::ranges::count_if(values, [&](double v) { return v < values[i]; }));
    const Eigen::Map<const Eigen::VectorXd> y(ranks.data(), n);
    const std::vector<PairInteraction> found = pairs_of(table.with_real(values));
    REQUIRE(found.size() == 1);
    CHECK(found[0].explained == Approx(share_by_fits(table, y, equal) - by_chance(3, 1, 200)).epsilon(1e-10));
  }
}

TEST_CASE("of twenty tables without an interaction one has a pair, whatever their features and targets are",
          "[pair_interactions]") {
  constexpr std::size_t kTables = 200, kSamples = 120, kFeatures = 20;
  const std::vector<std::pair<std::string, std::function<double(Rng&)>>> kinds = {
      {"normal", [](Rng& rng) { return normal(rng); }},
      {"flags of a fifth", [](Rng& rng) { return rng.uniform() < 0.2 ? 1.0 : 0.0; }},
      {"flags of a twentieth", [](Rng& rng) { return rng.uniform() < 0.05 ? 1.0 : 0.0; }},
      {"three codes", [](Rng& rng) { return static_cast<double>(rng.below(3)); }}};
  const std::vector<std::pair<std::string, std::function<Table&(Table&, Rng&)>>> targets = {
      {"two classes",
       [](Table& t, Rng& rng) -> Table& { return t.with_labels(random_labels(t.n, 2, rng.next()), 2); }},
      {"a class of a twentieth",
       [](Table& t, Rng& rng) -> Table& {
         std::vector<std::int32_t> labels;
         for (std::size_t i = 0; i < t.n; ++i) labels.push_back(rng.uniform() < 0.05);
         return t.with_labels(std::move(labels), 2);
       }},
      {"six classes of unequal sizes",
       [](Table& t, Rng& rng) -> Table& {
         std::vector<std::int32_t> labels;
         for (std::size_t i = 0; i < t.n; ++i)
           labels.push_back(static_cast<std::int32_t>(6 * std::pow(rng.uniform(), 3)));
         return t.with_labels(std::move(labels), 6);
       }},
      {"real values with heavy tails",
       [](Table& t, Rng& rng) -> Table& {
         std::vector<double> y;
         for (std::size_t i = 0; i < t.n; ++i) y.push_back(normal(rng) / (rng.uniform() + 1e-3));
         return t.with_real(std::move(y));
       }},
      {"an effect of one feature", [](Table& t, Rng&) -> Table& {
         std::vector<std::int32_t> labels;
         for (std::size_t i = 0; i < t.n; ++i) labels.push_back(t.at(i, 0) > 0);
         return t.with_labels(std::move(labels), 2);
       }}};
  for (const auto& [kind, draw] : kinds)
    for (const auto& [target, with_target] : targets) {
      std::size_t with_pairs = 0;
      for (std::uint64_t seed = 0; seed < kTables; ++seed) {
        Rng rng(Rng::mix(seed));
        Table table(kSamples, kFeatures);
        for (double& x : table.x) x = draw(rng);
        with_pairs += !pairs_of(with_target(table, rng)).empty();
      }
      INFO(kind << ", " << target);
      CHECK(with_pairs <= 20);  // 10 expected at most, with a standard deviation of 3.1
    }
}

TEST_CASE("pairs do not depend on the units of features, the names of classes or the order of samples",
          "[pair_interactions]") {
  Table table = random_table(150, 6, 2);
  table.with_labels(signs_of_product(table, 1, 4, 0.2), 2);
  const std::vector<PairInteraction> found = pairs_of(table);
  REQUIRE(found.size() == 1);
  std::vector<std::size_t> backwards;
  for (std::size_t i = 150; i-- > 0;) backwards.push_back(i);
  Table other = rows_of(table, backwards);
  for (double& x : other.x) x = std::exp(x);
  for (std::int32_t& label : other.labels) label = 1 - label;
  const std::vector<PairInteraction> again = pairs_of(other);
  REQUIRE(again.size() == 1);
  CHECK(again[0].first == 1);
  CHECK(again[0].second == 4);
  CHECK(again[0].explained == Approx(found[0].explained).epsilon(1e-12));
}

TEST_CASE("a sparse table has the pairs of the dense one", "[pair_interactions][sparse]") {
  Table table = random_table(300, 5, 12);
  for (double& x : table.x) x = std::max(0.0, x);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 300; ++i) labels.push_back((table.at(i, 0) > 0) != (table.at(i, 3) > 0));
  table.with_labels(labels, 2);
  const std::vector<PairInteraction> dense = pairs_of(table), sparse = pairs_of(Table(table).as_sparse());
  REQUIRE(dense.size() == 1);
  REQUIRE(sparse.size() == 1);
  CHECK(sparse[0].second == 3);
  CHECK(sparse[0].explained == dense[0].explained);
}

TEST_CASE("copies of rows, and rows of one group, are no further evidence of an interaction",
          "[pair_interactions]") {
  Table table = random_table(100, 4, 4);
  table.with_labels(signs_of_product(table, 0, 2, 0.15), 2);
  const std::vector<PairInteraction> once = pairs_of(table);
  REQUIRE(once.size() == 1);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < 200; ++i) rows.push_back(i % 100);
  Table twice = rows_of(table, rows);
  REQUIRE(pairs_of(twice).size() == 1);
  CHECK(pairs_of(twice)[0].explained == Approx(once[0].explained).epsilon(1e-12));
  twice.groups.assign(rows.begin(), rows.end());
  CHECK(pairs_of(twice)[0].explained == Approx(once[0].explained).epsilon(1e-12));
}

TEST_CASE("a missing cell is in neither half: what stands in it does not matter", "[pair_interactions]") {
  Table table = random_table(300, 4, 5);
  table.with_labels(signs_of_product(table, 0, 1, 0), 2);
  const std::vector<PairInteraction> whole = pairs_of(table);
  Table gaps = with_missing(table, 0.2, 6), others = gaps;
  for (std::size_t cell = 0; cell < others.missing.size(); ++cell)
    if (others.missing[cell]) others.x[cell] = -5;
  const std::vector<PairInteraction> found = pairs_of(gaps);
  REQUIRE(found.size() == 1);
  CHECK(found[0].explained == pairs_of(others)[0].explained);
  // a fifth of the cells of both features tells nothing: .8 * .8 of the contrast is left
  CHECK(found[0].explained < whole[0].explained);
  CHECK(found[0].explained > 0.3 * whole[0].explained);
  std::fill(gaps.missing.begin(), gaps.missing.begin() + 300, std::uint8_t{1});
  CHECK(pairs_of(gaps).empty());
}

TEST_CASE(
    "unknown labels, tables of one feature, constant targets and very wide tables have no pairs to be seen",
    "[pair_interactions]") {
  Table table = random_table(400, 4, 8);
  std::vector<std::int32_t> labels = signs_of_product(table, 0, 1, 0);
  for (std::size_t i = 0; i < 200; ++i) labels[i] = -1;
  table.with_labels(labels, 2);
  std::vector<std::size_t> known(200);
  std::iota(known.begin(), known.end(), std::size_t{200});
  CHECK(pairs_of(table)[0].explained == Approx(pairs_of(rows_of(table, known))[0].explained).epsilon(1e-12));

  CHECK(pairs_of(random_table(50, 1, 9).with_labels(random_labels(50, 2, 1), 2)).empty());
  CHECK(pairs_of(random_table(50, 3, 9).with_labels(std::vector<std::int32_t>(50, 0), 2)).empty());
  CHECK(pairs_of(random_table(50, 3, 9).with_real(std::vector<double>(50, 2.5))).empty());

  Table wide = random_table(60, kMostColumnsOfPairs + 1, 10);
  wide.with_labels(signs_of_product(wide, 0, 1, 0), 2);
  CHECK(pairs_of(wide).empty());
}

TEST_CASE("of a long table some rows are drawn, which show the same pair", "[pair_interactions]") {
  Table table = random_table(30000, 3, 11);
  table.with_labels(signs_of_product(table, 0, 2, 0.3), 2);
  const std::vector<PairInteraction> found = pairs_of(table);
  REQUIRE(found.size() == 1);
  CHECK(found[0].explained == Approx(0.16).margin(0.03));  // (1 - 2 * 0.3)^2
}
