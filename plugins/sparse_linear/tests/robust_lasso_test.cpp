#include "robust_lasso.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/memberships.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/score_all.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace {

using namespace tamis;
using namespace tamis::sparse_linear;
using namespace tamis::testing;

/// Features 0 and 1 tell the class, the others nothing.
Table table_of(std::size_t n, std::size_t d, std::int32_t classes, std::uint64_t seed) {
  Table table = random_table(n, d, seed);
  std::vector<std::int32_t> labels;
  Rng rng(seed + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double logit = 1.5 * table.at(i, 0) - table.at(i, 1) + normal(rng);
    labels.push_back(logit < -0.7 ? 0 : logit > 0.7 || classes == 2 ? 1 : 2);
  }
  return table.with_labels(labels, static_cast<std::uint32_t>(classes));
}

Scored scored(Table& table, RobustLasso::Options options, std::uint64_t seed = 0) {
  RobustLasso criterion;
  criterion.options = options;
  criterion.configured();
  return score_all(criterion, table.view(), SerialRuntime(seed));
}

RobustLasso::Options right_labels() {
  RobustLasso::Options options;
  options.flips = FlipSource::none;
  options.lambdas = 30;
  options.folds = 3;
  return options;
}

/// A fit of all samples at one lambda, as a share of lambda_max.
Model fitted(Table& table, const Penalty& penalty, const MatrixXd& flips, double share,
             SoftReading reading = SoftReading::shares) {
  const Dataset data = table.view();
  const CountedSamples counted = counted_samples(data.target(), data.weights());
  const Design design(data, counted, Standardise::deviation);
  const ClassOutcome outcome(observe(data.target(), counted, reading), flips);
  Solver solver(design, outcome, penalty);
  solver.fit_null();
  CHECK(solver.fit(share * solver.lambda_max(), 1e-11));
  return model_of(design, penalty, solver.coefficients(), solver.intercepts());
}

void check_close(const MatrixXd& a, const MatrixXd& b) {
  REQUIRE(a.rows() == b.rows());
  CHECK((a - b).cwiseAbs().maxCoeff() < 1e-8 * std::max(1.0, b.cwiseAbs().maxCoeff()));
}

TEST_CASE("of orthogonal columns the fit of real values is soft thresholding",
          "[sparse_linear][closed_form]") {
  // a full factorial of two levels: columns are orthogonal and of deviation 1
  Table table(8, 3);
  std::vector<double> y;
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 3; ++j) table.at(i, j) = (i >> j) % 2 == 0 ? -1 : 1;
    y.push_back(1e9 + 3 * table.at(i, 0) - 1 * table.at(i, 1) + 0.25 * table.at(i, 2));
  }
  table.with_real(y);
  const Dataset data = table.view();
  const CountedSamples counted = counted_samples(data.target(), {});
  const Design design(data, counted, Standardise::deviation);
  const RealOutcome outcome(data.target(), counted);
  const Penalty penalty{PenaltyKind::group, 0.8, {}};
  Solver solver(design, outcome, penalty);
  solver.fit_null();
  CHECK(solver.lambda_max() == Approx(3 / 0.8));
  REQUIRE(solver.fit(0.5, 1e-12));
  CHECK(solver.coefficients()(0, 0) == Approx((3 - 0.4) / (1 + 0.1)));
  CHECK(solver.coefficients()(1, 0) == Approx(-(1 - 0.4) / (1 + 0.1)));
  CHECK(solver.coefficients()(2, 0) == 0);
  CHECK(outcome.origin() == Approx(1e9));
}

TEST_CASE("orthogonal columns of one unit shrink as one vector", "[sparse_linear][units][closed_form]") {
  Table table(8, 3);
  std::vector<double> y;
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 3; ++j) table.at(i, j) = (i >> j) % 2 == 0 ? -1 : 1;
    y.push_back(3 * table.at(i, 0) - 2 * table.at(i, 1) + 4 * table.at(i, 2));
  }
  table.feature_units = {5, -1, 5};
  const Dataset data = table.with_real(y).view();
  const CountedSamples counted = counted_samples(data.target(), {});
  const Design design(data, counted, Standardise::deviation);
  const RealOutcome outcome(data.target(), counted);
  const Penalty penalty{PenaltyKind::unit, 0.8, {}, Units::of_selection(data)};
  Solver solver(design, outcome, penalty);
  solver.fit_null();
  // columns 0 and 2: a gradient of length 5, and a factor of sqrt(2)
  CHECK(solver.lambda_max() == Approx(5 / (0.8 * std::sqrt(2.0))));
  const double lambda = 0.5, f = std::sqrt(2.0);
  REQUIRE(solver.fit(lambda, 1e-12));
  const double shrink = (1 - 0.8 * lambda * f / 5) / (1 + 0.2 * lambda * f);
  CHECK(solver.coefficients()(0, 0) == Approx(3 * shrink));
  CHECK(solver.coefficients()(2, 0) == Approx(4 * shrink));
  CHECK(solver.coefficients()(1, 0) == Approx(-(2 - 0.4) / (1 + 0.1)));
  REQUIRE(solver.fit(3, 1e-12));
  CHECK(solver.coefficients()(1, 0) == 0);
  CHECK(solver.coefficients()(2, 0) > 0);
}

TEST_CASE("an optimum of units keeps its conditions by plain loops", "[sparse_linear][units][brute_force]") {
  for (const std::int32_t classes : {2, 3})
    for (const std::size_t n : {30u, 200u})  // by residuals, and by second derivatives that are kept
      for (const double rate : {0.0, 0.2}) {
        if (n < 40 && classes > 2 && rate > 0)
          continue;  // no curvature is left that settles to this tolerance
        Table table = table_of(n, 40, classes, 5);
        for (std::size_t i = 0; i < n; ++i) table.at(i, 7) = 4;  // constant, in a unit with others
        table.feature_units.assign(40, -1);
        for (std::size_t j = 0; j < 24; ++j) table.feature_units[j] = static_cast<std::int32_t>(j % 6);
        const Dataset data = table.view();
        const Units units = Units::of_selection(data);
        CHECK(units.count() == 22);
        const CountedSamples counted = counted_samples(data.target(), {});
        const Design design(data, counted, Standardise::deviation);
        const ClassOutcome outcome(observe(data.target(), counted, SoftReading::shares),
                                   uniform_flips(classes, rate));
        const Penalty penalty{PenaltyKind::unit, 0.9, {}, units};
        Solver solver(design, outcome, penalty);
        solver.fit_null();
        const double allowed = 1e-9 * solver.lambda_max();
        for (double share = 0.95; share > 0.1; share *= 0.9) {
          CAPTURE(classes, n, rate, share);
          const double lambda = share * solver.lambda_max();
          REQUIRE(solver.fit(lambda, 1e-10));
          Derivatives at;
          outcome.derive(solver.predictors(), Curvature::exact, at);
          for (Index u = 0; u < units.count(); ++u) {
            MatrixXd b(units.columns(u).size(), outcome.columns()),
                slope = MatrixXd::Zero(b.rows(), b.cols());
            for (Index r = 0; r < b.rows(); ++r) {
              const Index j = units.columns(u)[static_cast<std::size_t>(r)];
              b.row(r) = solver.coefficients().row(j);
              if (!design.is_constant(j)) slope.row(r) = design.column(j).transpose() * at.gradient;
            }
            const double f = std::sqrt(static_cast<double>(b.rows())), size = b.norm();
            if (size == 0)
              CHECK(slope.norm() < 0.9 * lambda * f + allowed);
            else
              CHECK((slope + lambda * f * (0.1 + 0.9 / size) * b).norm() < allowed);
          }
        }
      }
}

TEST_CASE("the columns of a feature group come in together, and have one score", "[sparse_linear][units]") {
  Table table = table_of(150, 6, 2, 3);
  table.feature_units = {0, -1, 0, -1, 1, 1};
  for (const RankingKind ranking :
       {RankingKind::entry, RankingKind::coefficient, RankingKind::stability, RankingKind::explained}) {
    RobustLasso::Options options = right_labels();
    options.ranking = ranking;
    options.pairs = 10;
    const Scored found = scored(table, options);
    CHECK(found.value[0] == found.value[2]);
    CHECK(found.value[4] == found.value[5]);
    CHECK(found.value[0] > found.value[4]);
    CHECK(found.value[0] > found.value[3]);
    options.penalty = PenaltyKind::group;
    const Scored apart = scored(table, options);
    CHECK(apart.value[0] > apart.value[2]);
  }
}

TEST_CASE("an optimum keeps its conditions by plain loops", "[sparse_linear][brute_force]") {
  for (const PenaltyKind kind : {PenaltyKind::group, PenaltyKind::separate}) {
    Table table = table_of(80, 6, 3, 5);
    const Dataset data = table.view();
    const CountedSamples counted = counted_samples(data.target(), {});
    const Design design(data, counted, Standardise::deviation);
    const MatrixXd flips = uniform_flips(3, 0.2);
    const ClassOutcome outcome(observe(data.target(), counted, SoftReading::shares), flips);
    const Penalty penalty{kind, 0.9, {}};
    Solver solver(design, outcome, penalty);
    solver.fit_null();
    const double lambda = 0.2 * solver.lambda_max();
    REQUIRE(solver.fit(lambda, 1e-11));
    MatrixXd gradient = MatrixXd::Zero(6, 3);
    for (std::size_t i = 0; i < 80; ++i) {
      Eigen::RowVectorXd logits = solver.intercepts();
      for (Index j = 0; j < 6; ++j)
        logits += (table.at(i, static_cast<std::size_t>(j)) - design.mean(j)) / design.scale(j) *
                  solver.coefficients().row(j);
      Eigen::RowVectorXd p = logits.array().exp();
      p /= p.sum();
      Eigen::RowVectorXd gamma = p.cwiseProduct(flips.col(table.labels[i]).transpose());
      gamma /= gamma.sum();
      for (Index j = 0; j < 6; ++j)
        gradient.row(j) +=
            (p - gamma) * (table.at(i, static_cast<std::size_t>(j)) - design.mean(j)) / design.scale(j) / 80;
    }
    for (Index j = 0; j < 6; ++j)
      CHECK(penalty.violation(1, solver.coefficients().row(j), gradient.row(j), lambda) < 1e-9);
  }
}

TEST_CASE("the order of samples, the names of classes and one-hot labels change nothing", "[sparse_linear]") {
  const MatrixXd flips = (MatrixXd(3, 3) << .8, .15, .05, .1, .9, 0, 0, .2, .8).finished();
  Table table = table_of(90, 5, 3, 11);
  const Model model = fitted(table, {}, flips, 0.15);

  Table turned = table;
  std::reverse(turned.labels.begin(), turned.labels.end());
  for (std::size_t j = 0; j < 5; ++j) std::ranges::reverse(turned.column(j));
  check_close(fitted(turned, {}, flips, 0.15).raw_coefficients, model.raw_coefficients);

  Table named = table;
  for (std::int32_t& label : named.labels) label = (label + 1) % 3;
  const std::vector<Index> order{2, 0, 1};
  check_close(fitted(named, {}, flips(order, order), 0.15).raw_coefficients,
              model.raw_coefficients(Eigen::all, order));

  Table soft = table;
  std::vector<double> q(270, 0.0);
  for (std::size_t i = 0; i < 90; ++i) q[i + 90 * static_cast<std::size_t>(table.labels[i])] = 1;
  soft.with_soft(q, 3);
  for (const SoftReading reading : {SoftReading::shares, SoftReading::evidence})
    check_close(fitted(soft, {}, flips, 0.15, reading).raw_coefficients, model.raw_coefficients);
}

TEST_CASE("a sample of weight 2 stands there twice, and units of features change nothing",
          "[sparse_linear]") {
  Table table = table_of(60, 4, 2, 3);
  const MatrixXd flips = uniform_flips(2, 0.1);
  Table twice(80, 4), weighted = table;
  std::vector<std::int32_t> labels = table.labels;
  for (std::size_t i = 0; i < 80; ++i)
    for (std::size_t j = 0; j < 4; ++j) twice.at(i, j) = table.at(i < 60 ? i : i - 60, j);
  labels.insert(labels.end(), table.labels.begin(), table.labels.begin() + 20);
  twice.with_labels(labels, 2);
  weighted.weights.assign(60, 1.0);
  std::fill_n(weighted.weights.begin(), 20, 2.0);
  check_close(fitted(weighted, {}, flips, 0.1).raw_coefficients,
              fitted(twice, {}, flips, 0.1).raw_coefficients);

  Table moved = table;
  for (double& value : moved.column(0)) value = 1e9 + 1000 * value;
  for (double& value : moved.column(1)) value *= -0.001;
  MatrixXd expected = fitted(table, {}, flips, 0.1).coefficients;
  expected.row(1) *= -1;
  CHECK((fitted(moved, {}, flips, 0.1).coefficients - expected).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("sparse columns give the fit of dense ones", "[sparse_linear]") {
  Table table = table_of(120, 4, 3, 8);
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t i = 0; i < 120; ++i)
      if ((i * 7 + j) % 5 != 0) table.at(i, j) = 0;
  Table listed = table;
  listed.as_sparse();
  const Dataset data = table.view();
  const CountedSamples counted = counted_samples(data.target(), {});
  const ClassOutcome outcome(observe(data.target(), counted, SoftReading::shares), uniform_flips(3, 0.1));
  MatrixXd found[2];
  for (const bool is_sparse : {false, true}) {
    const Design design(is_sparse ? listed.view() : data, counted, Standardise::deviation);
    CHECK((design.offset(0) != 0) == is_sparse);
    const Penalty penalty{};
    Solver solver(design, outcome, penalty);
    solver.fit_null();
    CHECK(solver.fit(0.1 * solver.lambda_max(), 1e-11));
    found[is_sparse] = solver.coefficients();
  }
  check_close(found[1], found[0]);
}

TEST_CASE("a criterion of sparse columns alone says what one of dense columns says", "[sparse_linear]") {
  for (const std::int32_t classes : {2, 3}) {
    Table table = table_of(150, 6, classes, 17);
    for (std::size_t j = 1; j < 6; ++j)
      for (std::size_t i = 0; i < 150; ++i)
        if ((i * 7 + j) % 4 != 0) table.at(i, j) = 0;
    table.labels[3] = table.labels[70] = -1;
    Table listed = table;
    listed.as_sparse();
    std::vector<double> scores[2], memberships[2];
    for (const bool is_sparse : {false, true}) {
      const Dataset data = (is_sparse ? listed : table).view();
      RobustLasso criterion;
      criterion.options.lambdas = 30;
      criterion.configured();
      scores[is_sparse] = score_all(criterion, data, SerialRuntime(1)).value;
      memberships[is_sparse] = memberships_of(criterion, data, std::vector<Feature>{0, 1, 2, 3, 4, 5});
    }
    for (std::size_t j = 0; j < 6; ++j) CHECK(scores[1][j] == Approx(scores[0][j]).epsilon(1e-9));
    for (std::size_t k = 0; k < memberships[0].size(); ++k)
      CHECK(memberships[1][k] == Approx(memberships[0][k]).epsilon(1e-5));
  }
}

TEST_CASE("separable classes have finite coefficients, with flips and without", "[sparse_linear]") {
  Table table(40, 2);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 40; ++i) {
    table.at(i, 0) = static_cast<double>(i);
    table.at(i, 1) = static_cast<double>(i * 7 % 40);
    labels.push_back(i >= 20);
  }
  table.with_labels(labels, 2);
  for (const double rate : {0.0, 0.2}) {
    const double norm = fitted(table, {}, uniform_flips(2, rate), 0.01).coefficients.norm();
    CHECK((norm > 1 && norm < 50));
  }
}

TEST_CASE("features that tell the class come in first, whatever the score", "[sparse_linear]") {
  for (const RankingKind ranking : {RankingKind::entry, RankingKind::coefficient, RankingKind::stability})
    for (const std::int32_t classes : {2, 3}) {
      Table table = table_of(200, 8, classes, 21);
      RobustLasso::Options options = right_labels();
      options.ranking = ranking;
      options.pairs = 5;
      const Scored found = scored(table, options);
      for (std::size_t j = 2; j < 8; ++j) CHECK(std::min(found.value[0], found.value[1]) >= found.value[j]);
    }
}

TEST_CASE("one-sided flips are found behind the link", "[sparse_linear]") {
  Table table = random_table(1500, 6, 2);
  std::vector<std::int32_t> labels;
  Rng rng(3);
  for (std::size_t i = 0; i < 1500; ++i) {
    const bool is_one = 4 * table.at(i, 0) - 3 * table.at(i, 1) + normal(rng) > 0;
    labels.push_back(is_one || rng.uniform() < 0.3);
  }
  table.with_labels(labels, 2);
  const Dataset data = table.view();
  const CountedSamples counted = counted_samples(data.target(), {});
  MatrixXd eta(1500, 1);
  for (Index i = 0; i < 1500; ++i)
    eta(i, 0) = table.at(static_cast<std::size_t>(i), 0) - 0.75 * table.at(static_cast<std::size_t>(i), 1);
  const FlipLink link =
      fit_flip_link(eta, observe(data.target(), counted, SoftReading::shares), counted.total, FlipPrior{});
  CHECK(link.flips(0, 1) == Approx(0.3).margin(0.05));
  CHECK(link.flips(1, 0) < 0.03);
  CHECK(link.slope > 1.5);
}

TEST_CASE("copies share their score, and what tells nothing has none", "[sparse_linear]") {
  Table table = table_of(100, 5, 2, 4);
  for (std::size_t i = 0; i < 100; ++i) {
    table.at(i, 3) = 5 - 2 * table.at(i, 0);
    table.at(i, 4) = 0.3;
  }
  const Scored found = scored(table, right_labels());
  CHECK(found.value[3] == found.value[0]);
  CHECK(found.reason[4] == "constant");

  for (std::int32_t& label : table.labels) label = 1;
  CHECK(scored(table, right_labels()).value[0] == 0);
}

TEST_CASE("what cannot be fitted is refused in words", "[sparse_linear]") {
  Table table = table_of(50, 3, 2, 6);
  RobustLasso::Options options = right_labels();
  options.flips = FlipSource::known;
  CHECK_THROWS_AS(scored(table, options), ParamError);
  const double three[] = {0.1, 0.2, 0.3}, bad_row[] = {0.5, 0.4, 0.1, 0.9}, impossible[] = {1, 0, 1, 0};
  for (const std::span<const double> rates :
       {std::span<const double>(three), std::span<const double>(bad_row)}) {
    options.rates = rates;
    CHECK_THROWS_AS(scored(table, options), ParamError);
  }
  options.rates = impossible;
  CHECK_THROWS_AS(scored(table, options), DataError);
  options = right_labels();
  const double factors[] = {1.0, 2.0};
  options.factors = factors;
  CHECK_THROWS_AS(scored(table, options), ParamError);
  for (std::int32_t& label : table.labels) label = -1;
  CHECK_THROWS_AS(scored(table, right_labels()), DataError);
}

/// A table of what is reported.
MatrixXd table_of(const Reported& found, const std::string& name) {
  const std::vector<double>& values = found.tables.at(name);
  const auto columns = static_cast<Index>(found.column_names.at(name).size());
  return Eigen::Map<const MatrixXd>(values.data(), static_cast<Index>(values.size()) / columns, columns);
}

TEST_CASE("the path of coefficients holds those that come in first, and goes through the chosen model",
          "[sparse_linear][report]") {
  for (const std::int32_t classes : {2, 3})
    for (const PenaltyKind kind : {PenaltyKind::group, PenaltyKind::separate}) {
      Table table = table_of(150, 30, classes, 5);
      RobustLasso criterion;
      criterion.options = right_labels();
      criterion.options.penalty = kind;
      criterion.configured();
      const std::vector<double> scores = score_all(criterion, table.view(), SerialRuntime(0)).value;
      const Reported found(criterion);
      const std::vector<std::string>& columns = found.column_names.at("coefficient_path");
      const MatrixXd path = table_of(found, "coefficient_path");
      const MatrixXd chosen = table_of(found, "standardised_coefficients");
      REQUIRE(columns.size() == 21);  // all 30 come in
      CHECK(columns[0] == "lambda");
      CHECK(path.col(0) == table_of(found, "path").col(0));
      CHECK(path.row(0).tail(20).isZero());
      Index l = 0;
      while (path(l, 0) != found.numbers.at("lambda")) ++l;
      double before = std::numeric_limits<double>::infinity();
      for (std::size_t c = 1; c < columns.size(); ++c) {
        const auto j = static_cast<std::size_t>(std::stoi(columns[c]));
        const auto row = chosen.row(static_cast<Index>(j));
        CHECK(path(l, static_cast<Index>(c)) == Approx(row.size() == 1 ? row[0] : row.norm()).margin(1e-12));
        CHECK(scores[j] <= before);  // by entry, the best first
        before = scores[j];
      }
      CHECK((found.texts.at("coefficient_path_caption").find("Above 0") != std::string::npos) ==
            (classes == 2));
    }
}

}  // namespace
