#include "flip_matrix.hpp"
#include "model.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/table.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace tamis;
using namespace tamis::sparse_linear;
using namespace tamis::testing;

/// What a fit stands on; the first two features tell the class.
struct Problem {
  Table table;
  CountedSamples counted;
  Design design;
  ClassOutcome outcome;

  Problem(std::size_t n, std::size_t d, std::int32_t classes, const MatrixXd& flips, std::uint64_t seed = 1)
      : table(made(n, d, classes, seed)),
        counted(counted_samples(table.view().target(), {})),
        design(table.view(), counted, Standardise::deviation),
        outcome(observe(table.view().target(), counted, SoftReading::shares), flips) {}
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  static Table made(std::size_t n, std::size_t d, std::int32_t classes, std::uint64_t seed) {
    Table table = random_table(n, d, seed);
    Rng rng(seed + 1);
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < n; ++i) {
      const double score = 1.5 * table.at(i, 0) - table.at(i, 1) + normal(rng) + classes / 2.0;
      labels.push_back(std::clamp(static_cast<std::int32_t>(std::floor(score)), 0, classes - 1));
    }
    return table.with_labels(labels, static_cast<std::uint32_t>(classes));
  }
  Solver fitted(const Penalty& penalty, double share) const {
    Solver solver(design, outcome, penalty);
    solver.fit_null();
    REQUIRE(solver.fit(share * solver.lambda_max(), 1e-11));
    return solver;
  }
};

TEST_CASE("missing cells have the mean of the known ones", "[sparse_linear][missing]") {
  Table table = Table::of({{"x", {1, 2, 100, 6}}, {"y", {1, 2, 3, 4}}});
  table.missing = {0, 0, 1, 0, 0, 0, 0, 0};
  std::vector<double> x(4);
  copy_complete(table.view(), 0, x);
  CHECK(x == std::vector<double>{1, 2, 3, 6});
  table.weights = {1, 0, 1, 1};
  copy_complete(table.view(), 0, x);
  CHECK(x == std::vector<double>{1, 2, 3.5, 6});
  copy_complete(table.view(), 1, x);
  CHECK(x == std::vector<double>{1, 2, 3, 4});
  table.missing = {1, 1, 1, 1, 0, 0, 0, 0};
  copy_complete(table.view(), 0, x);
  CHECK(x == std::vector<double>{0, 0, 0, 0});
}

TEST_CASE("a feature of factor 0 is never shrunken", "[sparse_linear]") {
  for (const Index classes : {2, 3})
    for (const double rate : {0.0, 0.2}) {
      const Problem problem(150, 5, static_cast<std::int32_t>(classes), uniform_flips(classes, rate));
      Penalty penalty;
      penalty.factors = VectorXd::Ones(5);
      penalty.factors[3] = 0;
      Solver solver(problem.design, problem.outcome, penalty);
      solver.fit_null();
      // it is in the null model, where it is alone
      CHECK((solver.coefficients().rowwise().norm().array() > 0).count() == 1);
      CHECK(solver.coefficients().row(3).norm() > 0);
      for (const double share : {1.0, 0.5, 0.1}) {
        REQUIRE(solver.fit(share * solver.lambda_max(), 1e-11));
        CHECK(solver.gradient().row(3).norm() < 1e-10);
        CHECK(solver.is_active(3));
      }
      // were it penalised, it would not be there yet
      CHECK(problem.fitted(Penalty{}, 0.9).coefficients().row(3).norm() == 0);
    }
}

TEST_CASE("separate penalties choose by class, and of an even number of classes the middle is reported",
          "[sparse_linear]") {
  for (const Index classes : {3, 4}) {
    const Problem problem(300, 6, static_cast<std::int32_t>(classes), uniform_flips(classes, 0.0));
    const Penalty separate{PenaltyKind::separate, 1, {}};
    const Solver solver = problem.fitted(separate, 0.2);
    const Model model = model_of(problem.design, separate, solver.coefficients(), solver.intercepts());
    // the first feature orders the classes: a class of the middle does without it, which a group never does
    CHECK((model.coefficients.row(0).array() == 0).any());
    CHECK((problem.fitted(Penalty{}, 0.2).coefficients().row(0).array() != 0).all());
    for (const Index j : model.selected()) {
      Eigen::RowVectorXd row = model.coefficients.row(j);
      std::sort(row.begin(), row.end());
      CHECK(row[(classes - 1) / 2] + row[classes / 2] == Approx(0).margin(1e-12));
      // a constant of the row is free: it costs nothing to be in the middle
      CHECK(model.coefficients.row(j).lpNorm<1>() ==
            Approx(solver.coefficients().row(j).lpNorm<1>()).margin(1e-9));
    }
    CHECK(model.intercepts.sum() == Approx(0).margin(1e-12));
    // another start ends in another place of the interval, and is reported as the same
    Solver other(problem.design, problem.outcome, separate);
    other.fit_null();
    other.start_at(MatrixXd::Constant(6, classes, 0.3), Eigen::RowVectorXd::Zero(classes));
    REQUIRE(other.fit(0.2 * other.lambda_max(), 1e-11));
    const Model same = model_of(problem.design, separate, other.coefficients(), other.intercepts());
    CHECK((same.coefficients - model.coefficients).cwiseAbs().maxCoeff() < 1e-7);
  }
}

TEST_CASE("a path ends where a fit from nothing does, whatever was learnt on the way", "[sparse_linear]") {
  for (const Index classes : {2, 3})
    for (const double alpha : {1.0, 0.5}) {
      const Problem problem(200, 40, static_cast<std::int32_t>(classes), uniform_flips(classes, 0.0));
      const Penalty penalty{PenaltyKind::group, alpha, {}};
      Solver solver(problem.design, problem.outcome, penalty);
      solver.fit_null();
      for (double share = 0.9; share > 0.06; share *= 0.9)
        REQUIRE(solver.fit(share * solver.lambda_max(), 1e-11));
      REQUIRE(solver.fit(0.05 * solver.lambda_max(), 1e-11));
      const MatrixXd apart = solver.coefficients() - problem.fitted(penalty, 0.05).coefficients();
      CHECK(apart.cwiseAbs().maxCoeff() < 1e-8);
    }
}

TEST_CASE("no feature that was not looked at should have come in", "[sparse_linear][brute_force]") {
  for (const Index classes : {2, 3}) {
    const Problem problem(60, 300, static_cast<std::int32_t>(classes), uniform_flips(classes, 0.0));
    const Penalty penalty{PenaltyKind::group, 1, {}};
    Solver solver(problem.design, problem.outcome, penalty);
    solver.fit_null();
    bool left_out = false;
    for (double share = 0.97; share > 0.1; share *= 0.97) {
      const double lambda = share * solver.lambda_max();
      REQUIRE(solver.fit(lambda, 1e-10));
      Derivatives at;
      problem.outcome.derive(solver.predictors(), Curvature::exact, at);
      for (Index j = 0; j < 300; ++j) {
        Eigen::RowVectorXd gradient(problem.outcome.columns());
        problem.design.project(j, at.gradient, gradient.data());
        if (!solver.is_active(j)) CHECK(gradient.norm() < lambda + 1e-9 * solver.lambda_max());
        left_out |= (gradient - solver.gradient().row(j)).norm() > 1e-6;
      }
    }
    CHECK(left_out);
  }
}

TEST_CASE("a Gram matrix gives the steps of the residuals", "[sparse_linear][brute_force]") {
  for (const Index classes : {2, 4}) {
    const Problem problem(80, 6, static_cast<std::int32_t>(classes), uniform_flips(classes, 0.0));
    const Index columns = problem.outcome.columns();
    Derivatives at;
    problem.outcome.derive(MatrixXd::Zero(80, columns), Curvature::exact, at);
    const RowMatrix zero = RowMatrix::Zero(6, columns);
    RowMatrix gradient(6, columns);
    for (Index j = 0; j < 6; ++j) problem.design.project(j, at.gradient, gradient.row(j).data());
    const std::vector<Index> rows{0, 2, 3, 5};
    const std::vector<Block> blocks{{0}, {1}, {2}, {3}};
    const Penalty penalty{PenaltyKind::group, 0.9, {}};
    const Quadratic quadratic{problem.design, penalty, 0.01,     rows,
                              blocks,         zero,    gradient, at.gradient.colwise().sum()};
    Gram gram(problem.design);
    gram.restart(at.curvature, columns);
    gram.include({5});
    gram.include(rows);
    const RowMatrix expected = ResidualWalk(quadratic, at).minimise(1e-14).coefficients;
    CHECK((GramWalk(quadratic, gram).minimise(1e-14).coefficients - expected).norm() < 1e-10);
    if (columns > 1) continue;
    SupportFactor factor;
    CHECK((SupportWalk(quadratic, gram, factor, true).minimise(1e-14).coefficients - expected).norm() <
          1e-10);
  }
}

TEST_CASE("the factor of a support follows what comes, goes and changes", "[sparse_linear][brute_force]") {
  const MatrixXd x = MatrixXd::Random(20, 7);
  MatrixXd a = x.transpose() * x;
  SupportFactor factor;
  for (const Index v : {4, 0, 6, 2, 5}) REQUIRE(factor.add(v, a.col(v).data(), v == 6 ? 0.5 : 0) == 0);
  a(6, 6) += 0.5;
  factor.drop(0);
  REQUIRE(factor.add(1, a.col(1).data(), 0) == 0);
  factor.drop(4);
  const VectorXd up = VectorXd::Random(7), down = 0.3 * VectorXd::Random(7);
  REQUIRE(factor.change(up, 1));
  REQUIRE(factor.change(down, -1));
  a += up * up.transpose() - down * down.transpose();
  const std::vector<Index> support = factor.variables();
  CHECK(support == std::vector<Index>{6, 2, 5, 1});
  const VectorXd wanted = VectorXd::Random(4), b = a(support, support) * wanted;
  std::vector<double> found(b.begin(), b.end());
  factor.solve(found);
  for (Index s = 0; s < 4; ++s) CHECK(found[static_cast<std::size_t>(s)] == Approx(wanted[s]));

  // a column twice has no pivot of its own
  MatrixXd twice = MatrixXd::Constant(2, 2, 3.0);
  SupportFactor of_copies;
  CHECK(of_copies.add(0, twice.col(0).data(), 0) == 0);
  CHECK(of_copies.add(1, twice.col(1).data(), 0) > 0);
  CHECK(of_copies.variables() == std::vector<Index>{0});
}

TEST_CASE("a Gram matrix that learns from a step predicts it", "[sparse_linear]") {
  const Problem problem(60, 4, 2, uniform_flips(2, 0.0));
  Gram gram(problem.design);
  gram.restart(MatrixXd::Constant(60, 1, 1.0 / 60), 1);
  gram.include({0, 1, 2, 3});
  SupportFactor factor;
  for (Index v = 0; v < 5; ++v) REQUIRE(factor.add(v, gram.column(v), 0) == 0);
  const VectorXd s = VectorXd::LinSpaced(5, -0.4, 1.0), y = 0.7 * (gram.matrix() * s) + 0.1 * s;
  gram.learn(s, y, factor);
  CHECK((gram.matrix() * s - y).norm() < 1e-12);
  std::vector<double> step(y.begin(), y.end());
  factor.solve(step);
  for (Index v = 0; v < 5; ++v) CHECK(step[static_cast<std::size_t>(v)] == Approx(s[v]));
  const MatrixXd before = gram.matrix();
  gram.learn(s, -y, factor);
  CHECK(MatrixXd(gram.matrix()) == before);
}

}  // namespace
