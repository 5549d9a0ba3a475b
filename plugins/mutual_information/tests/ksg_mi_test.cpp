#include "ksg_fixture.hpp"

#include <tamis/numerics/random.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include "feature_values.hpp"

namespace {

using namespace tamis;
using namespace tamis::mutual_information;
using namespace tamis::mutual_information::testing;

// The definition by plain loops, for either kind of target. Outputs in the units that ksg_output says.
double slow_information(Table& table, const Features& subset, std::size_t k) {
  const bool classes = table.kind == TargetKind::classes;
  std::vector<numerics::Sample> samples;
  for (std::size_t i = 0; i < table.n; ++i)
    if (classes ? std::ranges::count(table.labels, table.labels[i]) > 1 && table.labels[i] >= 0
                : !std::isnan(table.real[i]))
      samples.push_back(static_cast<numerics::Sample>(i));
  const Dataset data = table.view();
  const KsgColumn output = classes ? KsgColumn() : ksg_output(data.target(), samples);
  std::vector<std::vector<double>> x(subset.size(), std::vector<double>(table.n));
  for (std::size_t f = 0; f < subset.size(); ++f) data.scaled_column(subset[f], x[f]);

  const std::size_t n = samples.size();
  long double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> in_x(n, 0.0), in_y(n, 0.0), others;
    for (std::size_t j = 0; j < n; ++j) {
      for (const auto& column : x)
        in_x[j] = std::max(in_x[j], std::abs(column[samples[i]] - column[samples[j]]));
      if (classes)
        in_y[j] = table.labels[samples[i]] == table.labels[samples[j]] ? 0.0 : INFINITY;
      else
        in_y[j] = std::abs(output.value[i] - output.value[j]);
      if (j != i && in_y[j] < INFINITY) others.push_back(std::max(in_x[j], in_y[j]));
    }
    std::sort(others.begin(), others.end());
    const double radius = others[std::min(k, others.size()) - 1];
    const auto is_inside = [&](double distance) {
      return distance == 0 || distance < numerics::nearest_tied(radius);
    };
    std::size_t n_x = 0, n_y = 0, n_xy = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const bool near_x = is_inside(in_x[j]), near_y = is_inside(in_y[j]);
      n_x += near_x, n_y += near_y, n_xy += near_x && near_y;
    }
    sum += psi(n_xy) + psi(n) - psi(n_x) - psi(n_y);
  }
  return static_cast<double>(sum / static_cast<long double>(n));
}

double normal_pair(Table& table, double rho, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> y;
  for (double& x : table.column(0)) {
    x = numerics::normal(rng);
    y.push_back(rho * x + std::sqrt(1 - rho * rho) * numerics::normal(rng));
  }
  table.with_real(y);
  return Prepared(table, 3).whole({0});
}

struct Mean {
  double value = 0, error = 0;  // and its standard error
};
Mean mean_of(const std::vector<double>& x) {
  double sum = 0, squares = 0;
  for (double v : x) sum += v;
  const auto n = static_cast<double>(x.size());
  for (double v : x) squares += (v - sum / n) * (v - sum / n);
  return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

}  // namespace

TEST_CASE("ksg_mi agrees with the inner routines of scikit-learn", "[ksg_mi]") {
  // _compute_mi_cd and _compute_mi_cc (y divided by its standard deviation) of scikit-learn 1.2.1 without
  // their last line, which puts 0 for what is negative, with algorithm = "kd_tree": "auto" finds neighbours
  // of few samples by products, which loses half the digits of a distance.
  Table table(14, 1);
  table.x = {-0.802, -1.324, -0.248, 0.42,  1.136,  0.11,   -0.553,
             -0.785, 0.749,  1.635,  0.273, -1.233, -0.958, 1.6};
  table.with_labels({0, 1, 0, 1, 1, 0, 2, 0, 1, 2, 0, 1, 3, 0}, 4);
  CHECK(whole(table, {0}, 1) == nearly(0.23300033300033302));
  CHECK(whole(table, {0}, 3) == nearly(-0.20720113220113223));
  CHECK(whole(table, {0}, 5) == nearly(-0.13086635586635653));
  table.with_real({-0.32, -2.08, -0.022, -0.148, 0.845, 0.027, -0.713, -0.075, 0.879, 1.316, 0.771, -0.288,
                   -1.694, 1.507});
  CHECK(whole(table, {0}, 1) == nearly(0.7027528027528026));
  CHECK(whole(table, {0}, 3) == nearly(0.45655098869384614));
  CHECK(whole(table, {0}, 5) == nearly(0.37163035377321085));
}

TEST_CASE("ksg_mi agrees with the definition by plain loops, ties and copies included", "[ksg_mi]") {
  const std::size_t n = GENERATE(9, 40, 150), d = GENERATE(1, 2, 3, 4);
  const std::uint64_t values = GENERATE(0, 2, 9);
  const int k = GENERATE(1, 3, 10, 200);
  Table table = table_of(n, d, values);
  const bool classes = GENERATE(true, false);
  classes ? classify(table) : regress(table);
  Features all(d);
  std::iota(all.begin(), all.end(), Feature{0});
  CHECK(whole(table, all, k) == nearly(slow_information(table, all, static_cast<std::size_t>(k))));
}

TEST_CASE("ksg_mi says the same of a subset whichever move leads to it, bit by bit", "[ksg_mi][contract]") {
  // Up to ten features: few of them are estimated one subset after the other, more of them together.
  const std::size_t size = GENERATE(0, 1, 2, 5, 7, 9);
  const std::uint64_t values = GENERATE(0, 4, 30);
  const int k = GENERATE(1, 4, 300);
  Table table = table_of(130, 10, values);
  const bool classes = GENERATE(true, false);
  classes ? classify(table) : regress(table);
  Prepared prepared(table, k);
  Features subset;
  for (Feature f = 0; f < size; ++f) subset.push_back((3 * f + 1) % 10);
  Features outside;
  for (Feature f = 10; f-- > 0;)
    if (std::ranges::count(subset, f) == 0) outside.push_back(f);

  const std::vector<double> added = prepared.move(Move::add, subset, outside);
  for (std::size_t c = 0; c < outside.size(); ++c) {
    Features with = subset;
    with.insert(with.begin(), outside[c]);
    CHECK(prepared.whole(with) == added[c]);
    CHECK(prepared.move(Move::remove, with, {outside[c]})[0] == prepared.whole(subset));
  }
  CHECK(added[0] == nearly(slow_information(
                        table,
                        [&] {
                          Features with = subset;
                          with.push_back(outside[0]);
                          return with;
                        }(),
                        static_cast<std::size_t>(k))));
}

TEST_CASE("ksg_mi of correlated normal numbers is -log(1 - rho^2) / 2", "[ksg_mi][property]") {
  const double rho = GENERATE(0.0, 0.3, 0.6, 0.9);
  std::vector<double> estimates;
  Table table(2000, 1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) estimates.push_back(normal_pair(table, rho, seed));
  const Mean mean = mean_of(estimates);
  CHECK(std::abs(mean.value + 0.5 * std::log(1 - rho * rho)) < 2 * mean.error);
}

TEST_CASE("ksg_mi of two normal numbers and their noisy sum is log(3) / 2", "[ksg_mi][property]") {
  // y = a + b + noise, all of variance 1: 1 - R^2 = 1/3. Neither a nor b alone has more than log(3/2) / 2.
  std::vector<double> both, alone;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    Table table(2000, 2);
    for (double& x : table.x) x = numerics::normal(rng);
    std::vector<double> y;
    for (std::size_t i = 0; i < table.n; ++i)
      y.push_back(table.at(i, 0) + table.at(i, 1) + numerics::normal(rng));
    table.with_real(y);
    Prepared prepared(table, 3);
    both.push_back(prepared.whole({0, 1}));
    alone.push_back(prepared.whole({0}));
  }
  CHECK(mean_of(alone).value == Approx(0.5 * std::log(1.5)).margin(3 * mean_of(alone).error));
  // the bias of k = 3 in three dimensions is below 0.03 nats
  CHECK(mean_of(both).value == Approx(0.5 * std::log(3.0)).margin(0.03));
}

TEST_CASE("ksg_mi of independent features and classes is near 0 and may be below", "[ksg_mi][property]") {
  std::vector<double> estimates;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Table table = random_table(500, 1, seed);
    table.with_labels(random_labels(500, 3, seed + 100), 3);
    estimates.push_back(whole(table, {0}));
  }
  const Mean mean = mean_of(estimates);
  CHECK(std::abs(mean.value) < 2 * mean.error);
  CHECK(std::ranges::min(estimates) < 0);
}

TEST_CASE("ksg_mi of two separated classes is log 2", "[ksg_mi]") {
  const std::size_t d = GENERATE(1, 2);
  Table table = random_table(2000, d, 4);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 2000; ++i) labels.push_back(i % 2 == 0 ? 0 : 1);
  for (std::size_t i = 0; i < 2000; ++i) table.at(i, d - 1) += 100 * labels[i];
  table.with_labels(labels, 2);
  const double got = whole(table, d == 1 ? Features{0} : Features{0, 1});
  CHECK(got == nearly(static_cast<double>(psi(2000) - psi(1000))));
  CHECK(got == Approx(std::log(2.0)).margin(3e-4));
}

TEST_CASE("ksg_mi of a discrete feature counts its values", "[ksg_mi][degenerate]") {
  // All balls have radius 0: psi(n_xy) + psi(n) - psi(n_x) - psi(n_y) over the cells of a table.
  Table table(60, 1);
  std::vector<std::int32_t> labels;
  std::size_t cell[2][2] = {};
  for (std::size_t i = 0; i < 60; ++i) {
    labels.push_back(i % 3 == 0 ? 0 : 1);
    table.at(i, 0) = i % 5 < 2 ? 0.1 : 0.3;
    ++cell[i % 5 < 2][i % 3 == 0];
  }
  table.with_labels(labels, 2);
  long double expected = psi(60);
  for (std::size_t v = 0; v < 2; ++v)
    for (std::size_t c = 0; c < 2; ++c)
      expected += static_cast<long double>(cell[v][c]) / 60 *
                  (psi(cell[v][c]) - psi(cell[v][0] + cell[v][1]) - psi(cell[0][c] + cell[1][c]));
  CHECK(whole(table, {0}) == nearly(static_cast<double>(expected)));
}

TEST_CASE("ksg_mi gains nothing from rounding", "[ksg_mi][property]") {
  // With k in the place of k_i, ties at the edge of balls would add 0.3 nats.
  const double step = GENERATE(1.0 / 64, 1.0 / 16, 1.0 / 2);
  const bool classes = GENERATE(true, false);
  std::vector<double> estimates;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Table table = random_table(300, 2, seed);
    for (double& x : table.x) x = std::round(x / step) * step;
    if (classes)
      table.with_labels(random_labels(300, 2, seed + 100), 2);
    else
      table.with_real({table.column(1).begin(), table.column(1).end()});
    estimates.push_back(whole(table, {0}));
  }
  CHECK(std::abs(mean_of(estimates).value) < 0.03);
}

TEST_CASE("ksg_mi does not change with the order of samples, names of classes, units of features and outputs",
          "[ksg_mi][property]") {
  const std::size_t d = GENERATE(1, 3, 8);
  const bool classes = GENERATE(true, false);
  Table table = random_table(120, d, 11);
  classes ? classify(table) : regress(table);
  table.standardise();
  Features all(d);
  std::iota(all.begin(), all.end(), Feature{0});
  const double before = whole(table, all);

  Table moved = reordered(table, shuffled(120, 1));
  CHECK(whole(moved, all) == nearly(before));
  Table scaled = table;
  for (double& x : scaled.x) x = -3.7e6 * x + 1e3;
  scaled.standardise();
  CHECK(whole(scaled, all) == nearly(before));
  if (classes) {
    for (auto& y : table.labels) y = 4 - y;
  } else {
    for (double& y : table.real) y = 1e200 * y - 3e200;
  }
  CHECK(whole(table, all) == nearly(before));
}

TEST_CASE("ksg_mi of nothing, of a constant and for one class is 0", "[ksg_mi][degenerate]") {
  const bool classes = GENERATE(true, false);
  const double c = GENERATE(0.0, 0.1, -1e300);
  Table table = random_table(30, 3, 12);
  classes ? classify(table) : regress(table);
  for (double& v : table.column(1)) v = c;
  Prepared prepared(table, 3);
  CHECK(prepared.whole({}) == 0);
  CHECK(prepared.move(Move::remove, {2}, {2})[0] == 0);
  CHECK(prepared.whole({1}) == 0);
  CHECK(prepared.whole({0, 1, 2}) == prepared.whole({0, 2}));

  if (classes)
    table.with_labels(std::vector<std::int32_t>(30, 1), 2);
  else
    table.with_real(std::vector<double>(30, c));
  Prepared single(table, 3);
  CHECK(single.whole({0}) == 0);
  CHECK(single.whole({0, 2}) == 0);
}

TEST_CASE("ksg_mi of two samples is defined", "[ksg_mi][degenerate]") {
  Table table(2, 2);
  table.x = {0, 1, 5, 5};
  table.with_labels({0, 0}, 1);
  CHECK(whole(table, {0, 1}) == 0);
  // Outputs are 2 standard deviations apart, features 1: psi(1) + psi(2) - psi(2) - psi(1). Then features 4.
  table.with_real({3, 4});
  CHECK(whole(table, {0, 1}) == 0);
  table.x = {0, 4, 5, 5};
  CHECK(whole(table, {0, 1}) == nearly(0));
}

TEST_CASE("ksg_mi survives differences that overflow", "[ksg_mi][degenerate]") {
  Table table = random_table(40, 2, 13);
  for (double& v : table.x) v *= 5e307;
  const bool classes = GENERATE(true, false);
  classes ? classify(table) : regress(table);
  if (!classes)
    for (std::size_t i = 0; i < 40; ++i) table.real[i] = static_cast<double>(i);
  CHECK(whole(table, {0}) == nearly(slow_information(table, {0}, 3)));
  CHECK(whole(table, {0, 1}) == nearly(slow_information(table, {0, 1}, 3)));
}

TEST_CASE("ksg_mi leaves out samples without a target", "[ksg_mi]") {
  const bool classes = GENERATE(true, false);
  Table table = random_table(50, 2, 14);
  classes ? classify(table) : regress(table);
  Table known(25, 2);
  for (std::size_t i = 0; i < 25; ++i) {
    for (std::size_t j = 0; j < 2; ++j) known.at(i, j) = table.at(2 * i, j);
    if (classes) {
      known.labels.push_back(table.labels[2 * i]);
      table.labels[2 * i + 1] = -1;
    } else {
      known.real.push_back(table.real[2 * i]);
      table.real[2 * i + 1] = kUnknown;
    }
  }
  known.kind = table.kind, known.classes = table.classes;
  CHECK(whole(table, {0}) == whole(known, {0}));
  CHECK(whole(table, {0, 1}) == whole(known, {0, 1}));
}

TEST_CASE("ksg_mi adds noise of the size that jitter says, the same in every subset", "[ksg_mi]") {
  Table table = integer_table(4000, 3, 15, 10);
  for (double& v : table.column(2)) v = 4;
  classify(table).standardise();
  const Dataset data = table.view();
  const KsgMi criterion;
  const auto column = [&](Feature f, double jitter) {
    return feature_values(data, f, numerics::all_samples(data), jitter, criterion, kSerial);
  };
  const std::vector<double> plain = column(1, 0), noisy = column(1, 0.25), other = column(0, 0.25);
  double squares = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) squares += (noisy[i] - plain[i]) * (noisy[i] - plain[i]);
  CHECK(std::sqrt(squares / 4000) == Approx(0.25).epsilon(0.05));
  CHECK(noisy[0] - plain[0] != other[0] - column(0, 0)[0]);
  CHECK(column(2, 0.25) == column(2, 0));

  Prepared prepared(table, 3, 0.25), exact(table, 3);
  CHECK(prepared.whole({0, 1}) == prepared.move(Move::add, {1}, {0})[0]);
  CHECK(prepared.whole({1}) != exact.whole({1}));
  CHECK(prepared.whole({2}) == 0);
}

TEST_CASE("ksg_mi measures outputs in their standard deviation", "[ksg_mi]") {
  const double unit = GENERATE(1.0, 1e-300, 1e300);
  Table table = random_table(100, 1, 17);
  regress(table);
  for (double& y : table.real) y = unit * (y + 3);
  const std::vector<double> y = ksg_output(table.view().target(), numerics::all_samples(table.view())).value;
  CHECK(mean_of(y).error * std::sqrt(99.0) == nearly(1));
}

TEST_CASE("ksg_mi warns of what it leaves out and of a target that says nothing", "[ksg_mi][errors]") {
  const auto warnings = [](Table& table) {
    const SerialRuntime serial;
    Prepared(table, 3, 0, serial);
    return serial.warnings;
  };
  Table table = random_table(6, 1, 18);
  table.with_labels({0, 0, 1, 1, 2, -1}, 3);
  REQUIRE(warnings(table).size() == 1);
  CHECK_THAT(warnings(table)[0], Catch::Contains("alone in their class") && Catch::Contains("1 class"));
  table.with_labels({1, 1, 1, 0, 2, 3}, 4);
  REQUIRE(warnings(table).size() == 2);
  CHECK_THAT(warnings(table)[0], Catch::Contains("samples of 3 classes"));
  CHECK_THAT(warnings(table)[1], Catch::Contains("one class only"));
  table.with_real({2, 2, 2, 2, 2, kUnknown});
  REQUIRE(warnings(table).size() == 1);
  CHECK_THAT(warnings(table)[0], Catch::Contains("all outputs are equal"));
}

TEST_CASE("ksg_mi refuses targets that it cannot use", "[ksg_mi][errors]") {
  Table table = random_table(3, 1, 16);
  table.with_labels({0, 1, 2}, 3);
  CHECK_THROWS_WITH(whole(table, {0}), Catch::Contains("no class has two samples"));
  table.with_real({1, kUnknown, kUnknown});
  CHECK_THROWS_WITH(whole(table, {0}),
                    Catch::Contains("needs the target of two samples or more, but knows 1"));
  table.with_soft(random_soft(3, 2, 1), 2);
  CHECK_THROWS_WITH(whole(table, {0}), Catch::Contains("class labels or real values"));
}

TEST_CASE("ksg_mi gives the same bits for any number of threads and on every SIMD path",
          "[ksg_mi][determinism]") {
  const bool classes = GENERATE(true, false);
  Table table = table_of(700, 9, GENERATE(0, 25));
  classes ? classify(table) : regress(table);
  const auto scores = [&](Runtime runtime) {
    Prepared prepared(table, 3, 0.01, runtime);
    std::vector<double> all;
    for (const Features& subset :
         {Features{}, Features{1}, Features{0, 1, 2}, Features{0, 1, 2, 3, 4, 5, 6}}) {
      std::ranges::copy(prepared.move(Move::add, subset, {7, 8}), std::back_inserter(all));
      std::ranges::copy(prepared.move(Move::remove, subset, subset), std::back_inserter(all));
      all.push_back(prepared.whole(subset));
    }
    return all;
  };
  const std::vector<double> expected = scores(kSerial);
  CHECK(scores(ThreadedRuntime(4)) == expected);
  for (auto path : {numerics::SimdPath::sse2, numerics::SimdPath::avx2, numerics::SimdPath::avx512}) {
    numerics::force_simd_path(path);
    CHECK(scores(kSerial) == expected);
  }
  numerics::release_simd_path();
}
