#include "wasserstein_exact.hpp"

#include "optimal_cost.hpp"
#include "random_cases.hpp"

#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

#include <numeric>

using namespace tamis;
using namespace tamis::transport;
using namespace tamis::transport::testing;

namespace {

/// A metric on a ground of its own.
struct Exact {
  explicit Exact(GroundData data, ClosedForm closed_form = ClosedForm::use)
      : classes(data.d.size()), ground(std::move(data)), metric(classes, [&](auto& exact) {
          exact.options.ground = ground;
          exact.options.closed_form = closed_form;
        }) {}
  std::size_t classes;
  Ground ground;
  Prepared<WassersteinExact> metric;
};

/// The metric's values against a plan and a dual solution that prove each other.
void check_optimal(const GroundData& ground, const Rows& p, const Rows& q) {
  const Exact exact(ground);
  const Row from_counts = exact.metric.distances(Batch::counts(p), Batch::counts(q));
  const Row from_masses = exact.metric.distances(Batch::masses(p, true), Batch::masses(q, true));
  for (std::size_t b = 0; b < p.size(); ++b) {
    const Proof proof = optimal_cost(normalised(p[b]), normalised(q[b]), ground.d);
    REQUIRE(proof.violation <= 1e-12);
    REQUIRE(proof.cost - proof.lower <= 1e-12);
    CHECK(from_counts[b] == Approx(proof.cost).margin(2e-12));
    CHECK(from_masses[b] == Approx(proof.cost).margin(2e-12));
  }
}

}  // namespace

TEST_CASE("transport costs are optimal: a dual solution proves it", "[wasserstein_exact]") {
  const std::uint64_t seed = GENERATE(range(1u, 41u));
  Rng rng(seed);
  const std::size_t l = 1 + below(rng, seed % 4 == 0 ? 60 : 12);
  const double empty = seed % 3 == 0 ? 0.0 : 0.6;
  const Rows p = random_rows(rng, 6, l, empty), q = random_rows(rng, 6, l, empty);
  check_optimal(random_points(rng, l), p, q);
  // neither symmetric, nor with a zero diagonal, nor with the triangle inequality
  check_optimal(ground_of(l, [&](auto, auto) { return rng.uniform(); }), p, q);
  // many plans of equal cost, many basic plans for each
  check_optimal(ground_of(l, [&](auto, auto) { return static_cast<double>(below(rng, 3)); }), p, q);
  check_optimal(ground_of(l, [](auto i, auto j) { return i == j ? 0.0 : 1.0; }), p, q);
}

TEST_CASE("closed forms agree with the solver", "[wasserstein_exact]") {
  Rng rng(GENERATE(range(1u, 31u)));
  const std::size_t l = 1 + below(rng, 90);
  const Rows p = random_rows(rng, 4, l, 0.5), q = random_rows(rng, 4, l, 0.3);
  for (const GroundData& ground : {random_tree(rng, l), random_line(rng, l), zero_one(l)}) {
    const Row closed = Exact(ground).metric.distances(p, q);
    const Row solved = Exact(ground, ClosedForm::never).metric.distances(p, q);
    for (std::size_t b = 0; b < p.size(); ++b) CHECK(closed[b] == Approx(solved[b]).margin(1e-12));
  }
}

TEST_CASE("transport costs agree with cases worked by hand", "[wasserstein_exact]") {
  const ClosedForm form = GENERATE(ClosedForm::use, ClosedForm::never);
  // places 3, 0, 1: half moves from 0 to 3, a quarter from 0 to 1
  CHECK(Exact(on_line({3, 0, 1}), form).metric.distance({0, 1, 0}, {0.5, 0.25, 0.25}) == 1.75);
  CHECK(Exact(zero_one(3), form).metric.distance({1, 0, 0}, {0.25, 0.5, 0.25}) == 0.75);
  // b and c hang from node 1 at 0.2, node 1 and a from the root at 0.5
  const GroundData tree = on_tree({0, 0, 0, 1, 1}, {0, 0.5, 0.5, 0.2, 0.2}, {2, 3, 4});
  CHECK(Exact(tree, form).metric.distance({0, 1, 0}, {0, 0, 1}) == Approx(0.4).epsilon(1e-15));
  CHECK(Exact(tree, form).metric.distance({1, 0, 0}, {0, 0.5, 0.5}) == Approx(1.2).epsilon(1e-15));
}

TEST_CASE("the first distribution is where mass comes from", "[wasserstein_exact]") {
  const Exact exact(ground_of(2, [](auto i, auto j) { return i == j ? 0.0 : i < j ? 1.0 : 5.0; }));
  CHECK(exact.metric.distance({1, 0}, {0, 1}) == 1);
  CHECK(exact.metric.distance({0, 1}, {1, 0}) == 5);
  CHECK(exact.metric.distance({0.5, 0.5}, {0.25, 0.75}) == 0.25);
  CHECK_FALSE(exact.metric.metric.difference_only());
}

TEST_CASE("common mass moves on where that is cheaper", "[wasserstein_exact]") {
  // a -> b costs 10, a -> c -> b only 2: the mass on c makes room
  const Exact detour(ground_of(3, [](auto i, auto j) { return i == j ? 0.0 : i + j == 1 ? 10.0 : 1.0; }));
  CHECK(detour.metric.distance({0.5, 0, 0.5}, {0, 0.5, 0.5}) == 1);
  CHECK(detour.metric.distance({0.5, 0, 0.5}, {0.5, 0, 0.5}) == 0);
  CHECK(detour.metric.report().texts.at("common_mass").starts_with("kept: the ground metric breaks the tri"));
  const Exact toll(ground_of(2, [](auto i, auto j) { return i == j ? 3.0 : 1.0; }));
  CHECK(toll.metric.distance({0.5, 0.5}, {0.5, 0.5}) == 1);  // changing places beats staying
  CHECK(toll.metric.distance({1, 0}, {1, 0}) == 3);
  CHECK(toll.metric.report().texts.at("common_mass").starts_with("kept: the ground metric's diagonal"));
}

TEST_CASE("a transport cost is a metric where the ground is", "[wasserstein_exact][property]") {
  Rng rng(GENERATE(range(1u, 11u)));
  const std::size_t l = 2 + below(rng, 20);
  const Exact exact(random_points(rng, l));
  const Rows p = random_rows(rng, 10, l, 0.4), q = random_rows(rng, 10, l, 0.4),
             r = random_rows(rng, 10, l, 0.4);
  const Row pq = exact.metric.distances(p, q), qr = exact.metric.distances(q, r),
            pr = exact.metric.distances(p, r), qp = exact.metric.distances(q, p);
  for (std::size_t b = 0; b < p.size(); ++b) {
    CHECK(pq[b] == Approx(qp[b]).epsilon(1e-12));
    CHECK(pr[b] <= pq[b] + qr[b] + 1e-12);
  }
  for (double d : exact.metric.distances(p, p)) CHECK(d == 0);
}

TEST_CASE("a transport cost is 0 for equal distributions only, where other classes are apart",
          "[wasserstein_exact][property]") {
  // Proposition 1: zero diagonal, positive elsewhere; no symmetry and no triangle inequality.
  Rng rng(GENERATE(range(1u, 21u)));
  const std::size_t l = 2 + below(rng, 5);
  const Exact exact(ground_of(l, [&](auto i, auto j) { return i == j ? 0.0 : 0.01 + rng.uniform(); }));
  for (int trial = 0; trial < 50; ++trial) {
    const Row p = random_counts(rng, l, 0.3, 2), q = random_counts(rng, l, 0.3, 2);
    const double d = exact.metric.distances(Batch::counts({p}), Batch::counts({q}))[0];
    CHECK((d == 0) == (normalised(p) == normalised(q)));
  }
}

TEST_CASE("transport costs follow the unit of the distances and not the order of the classes",
          "[wasserstein_exact][property]") {
  Rng rng(GENERATE(range(1u, 11u)));
  const std::size_t l = 3 + below(rng, 15);
  const GroundData ground = random_points(rng, l);
  const Rows p = random_rows(rng, 5, l, 0.3), q = random_rows(rng, 5, l, 0.3);
  const Row d = Exact(ground).metric.distances(p, q);
  const double unit = GENERATE(1e-200, 3.0, 1e200);
  const Row scaled =
      Exact(ground_of(l, [&](auto i, auto j) { return unit * ground.d[i][j]; })).metric.distances(p, q);
  std::vector<std::size_t> at(l);
  std::iota(at.begin(), at.end(), std::size_t{0});
  for (std::size_t i = l; i-- > 1;) std::swap(at[i], at[below(rng, i + 1)]);
  const auto shuffled = [&](const Rows& rows) {
    Rows out = rows;
    for (std::size_t b = 0; b < rows.size(); ++b)
      for (std::size_t c = 0; c < l; ++c) out[b][c] = rows[b][at[c]];
    return out;
  };
  const Row renamed = Exact(ground_of(l, [&](auto i, auto j) {
                        return ground.d[at[i]][at[j]];
                      })).metric.distances(shuffled(p), shuffled(q));
  for (std::size_t b = 0; b < p.size(); ++b) {
    CHECK(scaled[b] / unit == Approx(d[b]).epsilon(1e-12));
    CHECK(renamed[b] == Approx(d[b]).epsilon(1e-12));
  }
}

TEST_CASE("mixing with q shortens a transport cost in proportion where it depends on p - q alone",
          "[wasserstein_exact][property]") {
  Rng rng(5);
  const Exact exact(random_points(rng, 8));
  REQUIRE(exact.metric.metric.difference_only());
  const Row p = normalised(random_counts(rng, 8, 0.2)), q = normalised(random_counts(rng, 8, 0.2));
  Row mixed(8);
  for (std::size_t c = 0; c < 8; ++c) mixed[c] = 0.75 * p[c] + 0.25 * q[c];
  CHECK(exact.metric.distance(p, mixed) == Approx(0.25 * exact.metric.distance(p, q)).epsilon(1e-12));
}

TEST_CASE("tiny masses and huge counts keep their digits", "[wasserstein_exact][degenerate]") {
  const Exact exact(on_line({0, 1, 3, 7}), ClosedForm::never);
  // 1e-12 moves over 7 and 2e-12 over 2
  CHECK(exact.metric.distance({1, 1e-12, 0, 1e-12}, {1, 0, 0, 2e-12}) == Approx(6e-12).epsilon(1e-4));
  CHECK(exact.metric.distance({1 - 3e-12, 3e-12, 0, 0}, {1, 0, 0, 0}) == Approx(3e-12).epsilon(1e-4));
  const double n = GENERATE(1e5, 2e9, 1e18);  // products of totals leave 64 bits, then 2^53 leaves counts
  const Row p{n, 0, n, 0}, q{0, n, 0, n};
  CHECK(exact.metric.distances(Batch::counts({p}), Batch::counts({q}))[0] == Approx(2.5).epsilon(1e-15));
  const Row more{n, 1, 0, 0}, less{n, 0, 0, 0};
  CHECK(exact.metric.distances(Batch::counts({more}), Batch::counts({less}))[0] ==
        Approx(1 / (n + 1)).epsilon(1e-12));
}

TEST_CASE("degenerate pairs have the costs that they should", "[wasserstein_exact][degenerate]") {
  const ClosedForm form = GENERATE(ClosedForm::use, ClosedForm::never);
  CHECK(Exact(zero_one(1), form).metric.distance({3}, {8}) == 0);
  CHECK(Exact(on_line({2}), form).metric.distance({3}, {8}) == 0);
  CHECK(Exact(on_tree({0}, {0}, {0, 0}), form).metric.distance({1, 0}, {0, 1}) == 0);  // one place
  const Exact line(on_line({0, 4, 9}), form);
  CHECK(line.metric.distance({0, 2, 0}, {0, 0, 5}) == 5);    // points
  CHECK(line.metric.distance({1, 0, 0}, {0, 1, 1}) == 6.5);  // no class in common
  CHECK(line.metric.distances(Rows{}, Rows{}).empty());
  // shares that doubles cannot hold: equal by counts
  CHECK(line.metric.distances(Batch::counts({{1, 2, 4}}), Batch::counts({{11, 22, 44}}))[0] == 0);
  // what masses leave over by rounding costs next to nothing
  CHECK(line.metric.distance({0.1, 0.2, 0.7}, {0.3, 0.6, 2.1}) <= 1e-15);
  CHECK(Exact(ground_of(3, [](auto, auto) { return 0.0; })).metric.distance({1, 0, 0}, {0, 1, 1}) == 0);
}

TEST_CASE("the report says how transport was solved", "[wasserstein_exact]") {
  CHECK(Exact(zero_one(2)).metric.report().texts.at("transport") == "half L1 (0/1 ground metric)");
  CHECK(Exact(on_line({0, 1})).metric.report().texts.at("transport") == "distribution functions on a line");
  CHECK(Exact(on_tree({0}, {0}, {0})).metric.report().texts.at("transport") ==
        "masses below the edges of a tree");
  const Exact solved(on_line({0, 1}), ClosedForm::never);
  CHECK(solved.metric.report().texts.at("transport") == "network simplex");
  CHECK(solved.metric.report().texts.at("common_mass").starts_with("cancelled"));
  CHECK(Exact(zero_one(2)).metric.metric.difference_only());
}

TEST_CASE("any number of threads computes the same bits", "[wasserstein_exact][threads]") {
  Rng rng(11);
  const tamis::testing::ThreadedRuntime threads(3);
  const std::size_t l = 20, pairs = 400;
  const Rows p = random_rows(rng, pairs, l, 0.3), q = random_rows(rng, pairs, l, 0.3);
  for (const GroundData& ground : {random_points(rng, l), random_tree(rng, l)}) {
    const Exact exact(ground);
    const Row expected = exact.metric.distances(p, q);
    Row out(pairs);
    const Runtime runtime = threads;
    runtime.parallel_for(pairs, [&](std::uint64_t b) { out[b] = exact.metric.distance(p[b], q[b]); });
    CHECK(out == expected);
  }
}

TEST_CASE("grounds that carry no mass are refused", "[wasserstein_exact][errors]") {
  const auto with = [](double d) {
    return ground_of(3, [=](auto i, auto j) { return i == 1 && j == 2 ? d : i == j ? 0.0 : 1.0; });
  };
  CHECK_THROWS_WITH(Exact(with(-2)), Catch::Contains("from class 'b' to 'c' is -2;"));
  CHECK_THROWS_WITH(Exact(with(std::nan(""))),
                    Catch::Contains("is nan; mass can be carried over distances of 0 to 1e280"));
  CHECK_THROWS_WITH(Exact(with(1e300)), Catch::Contains("of 0 to 1e280 only"));
  CHECK_THROWS_WITH(Exact(on_line({0, 1e308})), Catch::Contains("use a smaller unit"));
  CHECK_THROWS_AS(Exact(with(-2)), DataError);
  CHECK_THROWS_WITH(Exact(zero_one(0)), Catch::Contains("need an outcome with classes"));
  GroundData tree = on_tree({0, 0, 1}, {0, 1, 1}, {1, 2});
  const auto refused = [](const GroundData& ground) { CHECK_THROWS_AS(Exact(ground), PluginError); };
  refused([=]() mutable { return tree.parent[1] = 2, tree; }());
  refused([=]() mutable { return tree.length[2] = -1, tree; }());
  refused([=]() mutable { return tree.node[0] = 3, tree; }());
  refused([=]() mutable { return tree.length.pop_back(), tree; }());
  GroundData line = on_line({0, 1});
  refused([=]() mutable { return line.line.pop_back(), line; }());
}
