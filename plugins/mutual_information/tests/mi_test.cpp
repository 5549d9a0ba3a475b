#include <tamis/testing/score_all.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

#include <numeric>

#include "fixture.hpp"

namespace {

using namespace tamis;
using namespace tamis::mutual_information;
using namespace tamis::mutual_information::testing;

Mi::Options exactly(int k = 8) {
  Mi::Options options;
  options.neighbours = k;
  options.jitter = 0;
  return options;
}

}  // namespace

TEST_CASE("mi agrees with the formula word for word", "[mi]") {
  const auto classes = GENERATE(2u, 4u, 20u);
  const int k = GENERATE(1, 3, 8, 200);
  Table table = clouds(80, 3, classes, classes);  // of 20 classes some have one sample
  if (GENERATE(false, true)) weigh(table, classes);
  Ready<Mi> mi(exactly(k));
  mi.on(table);
  const auto literally = [&](const std::vector<Feature>& features) {
    literal::Problem p = problem(table, features);
    p.k = k;
    return Approx(literal::gomez(p)).margin(1e-9);
  };
  CHECK(mi.whole({0, 1, 2}) == literally({0, 1, 2}));
  const std::vector<double> removed = mi.score({0, 1, 2}, Move::remove, {2, 0});
  CHECK(removed[0] == literally({0, 1}));
  CHECK(removed[1] == literally({1, 2}));
  CHECK(mi.score({1}, Move::add, {0})[0] == literally({0, 1}));
  CHECK(mi.score({}, Move::add, {2})[0] == literally({2}));
}

TEMPLATE_TEST_CASE("weights give the information in the population that they stand for", "[mi][lnt_mi]", Mi,
                   LntMi) {
  // half of the sample is of each class, and half of each class is far away; of the population 4/5 and 1/3 are. Nothing
  // overlaps, so the information is the entropy of the classes.
  Table table(600, 1);
  Rng rng(3);
  std::vector<std::int32_t> y;
  for (std::size_t i = 0; i < 600; ++i) {
    const std::size_t s = i % 2, far = i / 2 % 2;
    y.push_back(static_cast<std::int32_t>(s));
    table.at(i, 0) = normal(rng) + 100.0 * static_cast<double>(s) + 1000.0 * static_cast<double>(far);
    table.weights.push_back((s == 0 ? 0.8 : 0.2) * (far == 0 ? 2.0 : 1.0) * 7);
  }
  table.with_labels(y, 2);
  typename TestType::Options options;
  options.jitter = 0;
  if constexpr (requires { options.self_in_mi; }) options.self_in_mi = Self::exclude;
  Ready<TestType> ready(options);
  const double entropy = -(0.8 * std::log(0.8) + 0.2 * std::log(0.2));
  CHECK(ready.on(table).score({}, Move::add, {0})[0] == Approx(entropy).margin(0.02));
  table.weights.clear();
  CHECK(ready.on(table).score({}, Move::add, {0})[0] == Approx(std::log(2.0)).margin(0.02));
}

TEST_CASE("mi agrees with the formula on integers, where everything ties", "[mi]") {
  Table table = integer_table(70, 3, 5, 4);
  table.with_labels(random_labels(70, 2, 6), 2);
  Ready<Mi> mi(exactly());
  CHECK(mi.on(table).whole({0, 1, 2}) == Approx(literal::gomez(problem(table, {0, 1, 2}))).margin(1e-8));
  CHECK(mi.score({0, 1, 2}, Move::remove, {1})[0] ==
        Approx(literal::gomez(problem(table, {0, 2}))).margin(1e-8));
}

TEST_CASE("mi of two far clouds is the entropy of the classes, and of noise it is near 0", "[mi]") {
  Table apart(400, 1);
  Rng rng(1);
  std::vector<std::int32_t> y;
  for (std::size_t i = 0; i < 400; ++i) {
    y.push_back(static_cast<std::int32_t>(i % 2));
    apart.at(i, 0) = normal(rng) + 100.0 * static_cast<double>(i % 2);
  }
  apart.with_labels(y, 2);
  Ready<Mi> mi(exactly());
  // psi(400) - psi(200): the estimate of log 2 where spheres never meet the other class
  CHECK(mi.on(apart).whole({0}) == Approx(numerics::digamma(400) - numerics::digamma(200)).margin(1e-12));

  Table noise = random_table(2000, 1, 3);
  noise.with_labels(random_labels(2000, 2, 4), 2);
  Ready<Mi> nothing(exactly());
  CHECK(std::abs(nothing.on(noise).whole({0})) < 0.05);
}

TEST_CASE("Jitter is drawn by feature and seed, and parts copies", "[mi]") {
  Table table = integer_table(80, 2, 7, 3);
  table.with_labels(random_labels(80, 2, 8), 2);
  const auto score = [&](std::uint64_t seed) {
    const SerialRuntime runtime(seed);
    Ready<Mi> mi(Mi::Options{});
    return mi.on(table, runtime).whole({0, 1});
  };
  CHECK(score(1) == score(1));
  CHECK(score(1) != score(2));
  Ready<Mi> both(Mi::Options{}), one(Mi::Options{});
  Table first = table;
  first.d = 1;
  first.x.resize(80);
  CHECK(both.on(table).whole({0}) == one.on(first).whole({0}));  // whatever other features there are
}

TEST_CASE("Threads change no bit of mi, and unknown classes, single ones or constants are defined", "[mi]") {
  Table table = clouds(300, 4, 3, 9);
  const std::vector<Feature> all{0, 1, 2, 3};
  Ready<Mi> serial(Mi::Options{}), threaded(Mi::Options{});
  const tamis::testing::ThreadedRuntime threads(4);
  CHECK(serial.on(table).score(all, Move::remove, all) ==
        threaded.on(table, threads).score(all, Move::remove, all));

  for (auto& y : table.labels) y = 1;
  Ready<Mi> single(Mi::Options{});
  CHECK(single.on(table).whole(all) == 0);
  CHECK_THAT(single.serial.warnings.at(0), Catch::Contains("one class"));
}

TEST_CASE("a target that is an identifier is refused at once, where memory would not do", "[mi][errors]") {
  Table table = random_table(40000, 1, 3);
  std::vector<std::int32_t> numbers(40000);
  std::iota(numbers.begin(), numbers.end(), 0);
  table.with_labels(std::move(numbers), 40000);
  CHECK_THROWS_WITH(Ready<Mi>(Mi::Options{}).on(table), Catch::Contains("is it an identifier?"));
  CHECK_THROWS_WITH(Ready<LntMi>(LntMi::Options{}).on(table), Catch::Contains("is it an identifier?"));
}

TEMPLATE_TEST_CASE("features in which most samples are tied are warned of, by name", "[mi][lnt_mi]", Mi,
                   LntMi) {
  Table table = clouds(60, 3, 2, 1);
  const auto of_ties = [](Table& t) {
    Ready<TestType> ready((typename TestType::Options()));
    ready.on(t);
    CHECK(ready.serial.warnings.empty());  // beside others samples are not tied
    ready.score({}, Move::add, {0, 1, 2});
    return std::ranges::count_if(ready.serial.warnings, [&](const std::string& warning) {
      return warning.find("others and more in feature '" + std::string(t.view().feature_name(2)) + "':") !=
             std::string::npos;
    });
  };
  CHECK(of_ties(table) == 0);
  for (std::size_t i = 0; i < 60; ++i) table.at(i, 2) = std::floor(table.at(i, 2) / 2);
  CHECK(of_ties(table) == 1);
  for (std::size_t i = 0; i < 60; ++i) table.at(i, 2) = 1;  // a constant says nothing to anybody
  CHECK(of_ties(table) == 0);
}

TEST_CASE("without a jitter lnt_mi says that the order of rows decides where values are equal", "[lnt_mi]") {
  const auto warnings = [](Table& table, double jitter) {
    LntMi::Options options;
    options.jitter = jitter;
    Ready<LntMi> ready(options);
    ready.on(table);
    return ready.serial.warnings;
  };
  Table table = clouds(60, 3, 2, 1);
  CHECK(warnings(table, 0).empty());
  table.at(0, 2) = table.at(1, 2);
  CHECK(warnings(table, 1e-3).empty());
  CHECK_THAT(warnings(table, 0).at(0), Catch::StartsWith("jitter is 0, and samples are equal in feature"));
}
