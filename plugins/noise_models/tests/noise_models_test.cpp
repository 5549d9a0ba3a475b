#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::noise_models;
using namespace tamis::noise_models::testing;

namespace {

/// sum_y p(y | S = s) for each s, from samples of label 0 to l - 1.
template <class Model>
void check_rows_sum_to_one(const Prepared<Model>& p) {
  const std::uint32_t l = p.table.classes;
  const auto likelihood = p.likelihood();
  for (std::uint32_t s = 0; s < l; ++s) {
    double sum = 0;
    for (std::uint32_t y = 0; y < l; ++y) {
      CHECK(likelihood[y + s * l] >= 0);
      sum += likelihood[y + s * l];
    }
    CHECK(sum == Approx(1).epsilon(1e-14));
  }
}

/// Memberships that know the true classes.
std::vector<double> certain(const std::vector<std::int32_t>& truth, std::uint32_t classes) {
  return one_hot(truth, classes);
}

/// Labels of which, in every class, exactly the share rates[s] is wrong; with `each` samples per class.
struct Mislabelled {
  std::vector<std::int32_t> truth, label;
};
Mislabelled mislabelled(const std::vector<double>& rates, std::size_t each) {
  const auto l = static_cast<std::int32_t>(rates.size());
  Mislabelled m;
  for (std::int32_t s = 0; s < l; ++s)
    for (std::size_t i = 0; i < each; ++i) {
      const bool wrong =
          static_cast<double>(i) < rates[static_cast<std::size_t>(s)] * static_cast<double>(each);
      m.truth.push_back(s);
      m.label.push_back(wrong ? (s + 1 + static_cast<std::int32_t>(i) % (l - 1)) % l : s);
    }
  return m;
}

void check_probabilities(const std::vector<double>& got, const std::vector<double>& wanted) {
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(wanted[i]).margin(1e-14));
}

}  // namespace

TEST_CASE("the probabilities of all labels sum to one under every true class", "[noise_models][property]") {
  const std::uint32_t l = GENERATE(1u, 2u, 20u);
  const auto y = in_turn(l, l);
  const std::vector<double> matrix = lopsided_matrix(l);
  Prepared<None> none(y, l);
  Prepared<UniformFlip> uniform(y, l, {0.3});
  Prepared<PerClassFlip> per_class(y, l);
  Prepared<ConfusionMatrix> confusion(y, l, {0.1, matrix});
  check_rows_sum_to_one(none);
  check_rows_sum_to_one(uniform);
  check_rows_sum_to_one(per_class);
  check_rows_sum_to_one(confusion);
  check_rows_sum_to_one(Prepared<KnownRates>(y, l, {matrix}));
  check_rows_sum_to_one(Prepared<ExpertBeta>(y, l));
  for (std::uint64_t seed : {1u, 2u}) {
    uniform.model.start(seed), per_class.model.start(seed), confusion.model.start(seed);
    check_rows_sum_to_one(uniform);
    check_rows_sum_to_one(per_class);
    check_rows_sum_to_one(confusion);
    const auto memberships = random_soft(l, l, seed);
    uniform.update(memberships), per_class.update(memberships), confusion.update(memberships);
    check_rows_sum_to_one(uniform);
    check_rows_sum_to_one(per_class);
    check_rows_sum_to_one(confusion);
  }
}

TEST_CASE("likelihoods are those of eq. 20", "[noise_models]") {
  const std::vector<std::int32_t> y{2, 0, -1};
  const double rates[] = {0.1, 0.2, 0.3};
  check_probabilities(Prepared<PerClassFlip>(y, 3, {0.5, rates}).likelihood(),
                      {0.05, 0.9, 1, /**/ 0.1, 0.1, 1, /**/ 0.7, 0.15, 1});
  check_probabilities(Prepared<UniformFlip>(y, 3, {0.2}).likelihood(),
                      {0.1, 0.8, 1, /**/ 0.1, 0.1, 1, /**/ 0.8, 0.1, 1});
  check_probabilities(Prepared<ConfusionMatrix>(y, 3, {0.2}).likelihood(),
                      {0.1, 0.8, 1, /**/ 0.1, 0.1, 1, /**/ 0.8, 0.1, 1});
  check_probabilities(Prepared<None>(y, 3).likelihood(), {0, 1, 1, /**/ 0, 0, 1, /**/ 1, 0, 1});
  check_probabilities(Prepared<ExpertBeta>(y, 3, {0.2, 0.1}).likelihood(),
                      {0.1, 0.8, 1, /**/ 0.1, 0.1, 1, /**/ 0.8, 0.1, 1});
  const double matrix[] = {0.5, 0.25, 0.25, /**/ 0, 1, 0, /**/ 0.125, 0, 0.875};
  check_probabilities(Prepared<ConfusionMatrix>(y, 3, {0.1, matrix}).likelihood(),
                      {0.25, 0.5, 1, /**/ 0, 0, 1, /**/ 0.875, 0.125, 1});
}

TEST_CASE("known rates may be one number, one per class, or a matrix", "[noise_models][known_rates]") {
  const auto y = in_turn(5, 3);
  const double one[] = {0.2}, each[] = {0.1, 0.2, 0.3};
  CHECK(Prepared<KnownRates>(y, 3, {one}).likelihood() == Prepared<UniformFlip>(y, 3, {0.2}).likelihood());
  CHECK(Prepared<KnownRates>(y, 3, {each}).likelihood() ==
        Prepared<PerClassFlip>(y, 3, {0.1, each}).likelihood());
  const auto matrix = lopsided_matrix(3);
  CHECK(Prepared<KnownRates>(y, 3, {matrix}).likelihood() ==
        Prepared<ConfusionMatrix>(y, 3, {0.1, matrix}).likelihood());
  CHECK(Prepared<KnownRates>(y, 3, {matrix}).parameters() == matrix);
}

TEST_CASE("an update recovers the rates that the memberships know", "[noise_models][property]") {
  const std::vector<double> rates{0.25, 0, 0.5, 1};
  const Mislabelled m = mislabelled(rates, 60);
  const auto gamma = certain(m.truth, 4);

  Prepared<PerClassFlip> per_class(m.label, 4);
  per_class.update(gamma);
  CHECK(per_class.parameters() == rates);

  Prepared<UniformFlip> uniform(m.label, 4);
  uniform.update(gamma);
  CHECK(uniform.parameters() == std::vector<double>{1.75 / 4});

  Prepared<ConfusionMatrix> confusion(m.label, 4);
  confusion.update(gamma);
  check_probabilities(confusion.parameters(),
                      {0.75, 5 / 60., 5 / 60., 5 / 60., /**/ 0, 1, 0, 0, /**/ 10 / 60., 10 / 60., 0.5,
                       10 / 60., /**/ 20 / 60., 20 / 60., 20 / 60., 0});
}

TEST_CASE("an update from soft memberships is the weighted share of labels", "[noise_models]") {
  // gamma(0|i) = 1, 0.5, 0.25 and gamma(1|i) = 0, 0.5, 0.75 with labels 0, 1, 1
  const std::vector<double> gamma{1, 0.5, 0.25, /**/ 0, 0.5, 0.75};
  const std::vector<std::int32_t> y{0, 1, 1};
  Prepared<UniformFlip> uniform(y, 2);
  uniform.update(gamma);
  CHECK(uniform.parameters() == std::vector<double>{0.25});  // 0.75 of a mass of 3
  Prepared<PerClassFlip> per_class(y, 2);
  per_class.update(gamma);
  CHECK(per_class.parameters() == std::vector<double>{0.75 / 1.75, 0});
  Prepared<PooledFlip> pooled(y, 2, {0.1, 4});
  pooled.update(gamma);
  check_probabilities(pooled.parameters(), {1.75 / 5.75, 1 / 5.25});
  Prepared<PooledFlip> apart(y, 2, {0.1, 0});
  apart.update(gamma);
  CHECK(apart.parameters() == per_class.parameters());
  Prepared<ConfusionMatrix> confusion(y, 2);
  confusion.update(gamma);
  CHECK(confusion.parameters() == std::vector<double>{1 / 1.75, 0.75 / 1.75, 0, 1});

  // 0.75 of a mass of 3 is wrong: 4 samples more of each class, a quarter of them wrong
  Prepared<ConfusionMatrix> steadied(y, 2, {0.1, {}, 4});
  steadied.update(gamma);
  check_probabilities(steadied.parameters(), {4 / 5.75, 1.75 / 5.75, 1 / 5.25, 4.25 / 5.25});
}

TEST_CASE("an update from the labels themselves finds no noise", "[noise_models][property]") {
  const std::uint32_t l = GENERATE(1u, 2u, 20u);
  const auto y = in_turn(std::size_t{3} * l, l);
  Prepared<UniformFlip> uniform(y, l);
  Prepared<PerClassFlip> per_class(y, l);
  Prepared<ConfusionMatrix> confusion(y, l);
  const auto gamma = certain(y, l);
  uniform.update(gamma), per_class.update(gamma), confusion.update(gamma);
  CHECK(uniform.parameters() == std::vector<double>{0});
  CHECK(per_class.parameters() == std::vector<double>(l, 0.0));
  CHECK(confusion.likelihood() == Prepared<None>(y, l).likelihood());
}

TEST_CASE("an update is the likeliest value of the rates", "[noise_models][property]") {
  // the M step maximises sum_i sum_s gamma(s|i) log p(y_i|s): no small step away from it gains
  const std::uint32_t l = 3;
  auto y = random_labels(200, l, 1);
  for (std::size_t i = 0; i < y.size(); i += 9) y[i] = -1;
  const auto gamma = random_soft(200, l, 2);
  const auto objective = [&](const auto& p) {
    const auto likelihood = p.likelihood();
    double sum = 0;
    for (std::size_t k = 0; k < gamma.size(); ++k) sum += gamma[k] * std::log(likelihood[k]);
    return sum;
  };
  const auto check = [&](auto&& p, const std::vector<std::pair<std::size_t, std::size_t>>& trades) {
    p.update(gamma);
    const auto best = p.parameters();
    const double reached = objective(p);
    for (const auto& [up, down] : trades)
      for (double step : {-0.01, 0.01}) {
        auto moved = best;
        moved[up] += step;
        if (down != up) moved[down] -= step;
        p.model.set_parameters(moved);
        CHECK(objective(p) < reached);
      }
  };
  check(Prepared<UniformFlip>(y, l), {{0, 0}});
  check(Prepared<PerClassFlip>(y, l), {{0, 0}, {1, 1}, {2, 2}});
  check(Prepared<ConfusionMatrix>(y, l), {{0, 1}, {1, 2}, {3, 5}, {8, 7}});
}

TEST_CASE("samples without a label say nothing", "[noise_models]") {
  auto y = random_labels(90, 3, 4);
  auto gamma = random_soft(90, 3, 5);
  for (std::size_t i = 0; i < 90; i += 4) y[i] = -1;
  const auto check = [&](auto&& p) {
    p.update(gamma);
    const auto before = p.parameters();
    auto other = gamma;
    for (std::size_t i = 0; i < 90; i += 4)
      for (std::size_t s = 0; s < 3; ++s) other[i + s * 90] = s == 1;
    p.update(other);
    CHECK(p.parameters() == before);
    const auto likelihood = p.likelihood();
    for (std::size_t i = 0; i < 90; i += 4)
      for (std::size_t s = 0; s < 3; ++s) CHECK(likelihood[i + s * 90] == 1);
  };
  check(Prepared<UniformFlip>(y, 3));
  check(Prepared<PerClassFlip>(y, 3));
  check(Prepared<ConfusionMatrix>(y, 3));
}

TEST_CASE("classes without mass and labels that are all unknown have labels that are right",
          "[noise_models][degenerate]") {
  const std::vector<double> gamma{0, 0, /**/ 1, 1};
  for (const std::vector<std::int32_t>& y : {std::vector<std::int32_t>{0, 1}, {-1, -1}}) {
    const bool known = y[0] >= 0;
    Prepared<PerClassFlip> per_class(y, 2);
    Prepared<ConfusionMatrix> confusion(y, 2);
    Prepared<UniformFlip> uniform(y, 2);
    per_class.update(gamma), confusion.update(gamma), uniform.update(gamma);
    CHECK(per_class.parameters() == (known ? std::vector<double>{0, 0.5} : std::vector<double>{0, 0}));
    CHECK(confusion.parameters() ==
          (known ? std::vector<double>{1, 0, 0.5, 0.5} : std::vector<double>{1, 0, 0, 1}));
    CHECK(uniform.parameters() == std::vector<double>{known ? 0.5 : 0});
  }
}

TEST_CASE("what is fitted follows the classes when they are renamed", "[noise_models][property]") {
  const std::size_t l = 3, n = 120, renamed[] = {2, 0, 1};
  const auto y = random_labels(n, 3, 6);
  const auto gamma = random_soft(n, 3, 7);
  auto other_y = y;
  auto other_gamma = gamma;
  for (auto& v : other_y) v = static_cast<std::int32_t>(renamed[v]);
  for (std::size_t s = 0; s < l; ++s)
    std::copy_n(gamma.begin() + static_cast<std::ptrdiff_t>(s * n), n,
                other_gamma.begin() + static_cast<std::ptrdiff_t>(renamed[s] * n));
  const auto check = [&](auto&& p, auto&& other) {
    p.update(gamma), other.update(other_gamma);
    const auto likelihood = p.likelihood(), of_other = other.likelihood();
    for (std::size_t s = 0; s < l; ++s)
      for (std::size_t i = 0; i < n; ++i)
        CHECK(of_other[i + renamed[s] * n] == Approx(likelihood[i + s * n]).epsilon(1e-14));
  };
  check(Prepared<UniformFlip>(y, 3), Prepared<UniformFlip>(other_y, 3));
  check(Prepared<PerClassFlip>(y, 3), Prepared<PerClassFlip>(other_y, 3));
  check(Prepared<ConfusionMatrix>(y, 3), Prepared<ConfusionMatrix>(other_y, 3));
}

TEST_CASE("a fit starts from rates in [0, 0.5) that the seed says, one per class", "[noise_models]") {
  const auto y = in_turn(20, 20);
  Prepared<PerClassFlip> p(y, 20);
  p.model.start(1);
  const auto first = p.parameters();
  std::vector<double> sorted = first;
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted.front() >= 0);
  CHECK(sorted.back() < 0.5);
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
  p.model.start(2);
  CHECK(p.parameters() != first);
  p.model.start(1);
  CHECK(p.parameters() == first);

  double sum = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    p.model.start(seed);
    for (double r : p.parameters()) sum += r;
  }
  CHECK(sum / 40000 == Approx(0.25).margin(5 * 0.5 / std::sqrt(12 * 40000.)));  // five standard errors

  Prepared<UniformFlip> uniform(y, 20);
  uniform.model.start(3);
  CHECK(uniform.parameters()[0] < 0.5);
  CHECK(uniform.parameters()[0] != 0.1);

  Prepared<ConfusionMatrix> confusion(y, 20);
  confusion.model.start(3);
  const auto t = confusion.parameters();
  for (std::size_t s = 0; s < 20; ++s) {
    CHECK(t[s * 20 + s] > 0.5);
    CHECK(t[s * 20 + (s + 1) % 20] > 0);
    CHECK(t[s * 20 + (s + 1) % 20] != t[s * 20 + (s + 2) % 20]);
  }
}

TEST_CASE("what is given stays as it is in a fit", "[noise_models]") {
  const auto y = in_turn(12, 3);
  const auto gamma = random_soft(12, 3, 8);
  const double rates[] = {0.1, 0.2, 0.3};
  const auto check = [&](auto&& p) {
    const auto before = p.parameters();
    const auto likelihood = p.likelihood();
    p.model.start(1);
    p.update(gamma);
    CHECK(p.parameters() == before);
    CHECK(p.likelihood() == likelihood);
  };
  check(Prepared<None>(y, 3));
  check(Prepared<KnownRates>(y, 3, {rates}));
  check(Prepared<ExpertBeta>(y, 3));
}

TEST_CASE("parameters that are saved can be restored", "[noise_models]") {
  const auto y = in_turn(12, 3);
  const auto check = [](auto&& p) {
    p.model.start(5);
    const auto saved = p.parameters();
    const auto likelihood = p.likelihood();
    p.model.start(6);
    p.model.set_parameters(saved);
    CHECK(p.parameters() == saved);
    CHECK(p.likelihood() == likelihood);
  };
  check(Prepared<None>(y, 3));
  check(Prepared<UniformFlip>(y, 3));
  check(Prepared<PerClassFlip>(y, 3));
  check(Prepared<ConfusionMatrix>(y, 3));
  check(Prepared<ExpertBeta>(y, 3));
  CHECK(Prepared<None>(y, 3).model.parameter_count() == 0);
  CHECK(Prepared<UniformFlip>(y, 3).model.parameter_count() == 1);
  CHECK(Prepared<PerClassFlip>(y, 3).model.parameter_count() == 3);
  CHECK(Prepared<ConfusionMatrix>(y, 3).model.parameter_count() == 9);
  CHECK(Prepared<ExpertBeta>(y, 3).model.parameter_count() == 2);
}

TEST_CASE("with one class no label can be wrong", "[noise_models][degenerate]") {
  const std::vector<std::int32_t> y{0, -1, 0};
  const double all[] = {1.0};
  const auto check = [](const auto& p) { CHECK(p.likelihood() == std::vector<double>{1, 1, 1}); };
  check(Prepared<None>(y, 1));
  check(Prepared<UniformFlip>(y, 1, {0.7}));
  check(Prepared<PerClassFlip>(y, 1, {0.7}));
  check(Prepared<ConfusionMatrix>(y, 1, {0.7}));
  check(Prepared<KnownRates>(y, 1, {all}));
  check(Prepared<ExpertBeta>(y, 1));
}

TEST_CASE("options that do not go with the classes are refused with their number", "[noise_models][errors]") {
  using Catch::Matchers::Contains;
  const auto y = in_turn(6, 3);
  const double two[] = {0.1, 0.2}, beyond[] = {0.1, 1.5, 0.2}, below[] = {-0.1, 0, 0};
  CHECK_THROWS_WITH(Prepared<PerClassFlip>(y, 3, {0.1, two}), Contains("one per class, 3"));
  CHECK_THROWS_WITH(Prepared<PerClassFlip>(y, 3, {0.1, beyond}), Contains("1.5") && Contains("3 classes"));
  CHECK_THROWS_WITH(Prepared<PerClassFlip>(y, 3, {0.1, below}), Contains("-0.1") && Contains("3 classes"));
  CHECK_THROWS_WITH(Prepared<KnownRates>(y, 3, {}), Contains("lists 0") && Contains("3 classes"));
  CHECK_THROWS_WITH(Prepared<KnownRates>(y, 3, {two}), Contains("lists 2") && Contains("the 9"));
  CHECK_THROWS_WITH(Prepared<KnownRates>(y, 3, {beyond}), Contains("1.5"));
  CHECK_THROWS_WITH(Prepared<ConfusionMatrix>(y, 3, {0.1, two}), Contains("expected 9"));
  auto matrix = lopsided_matrix(3);
  matrix[4] += 2e-9;
  CHECK_THROWS_WITH(Prepared<ConfusionMatrix>(y, 3, {0.1, matrix}), Contains("sums to 1.000000002"));
  CHECK_THROWS_WITH(Prepared<KnownRates>(y, 3, {matrix}), Contains("sums to"));
  matrix[4] -= 1.9e-9;
  CHECK_NOTHROW(Prepared<ConfusionMatrix>(y, 3, {0.1, matrix}));
  matrix[3] = -0.5, matrix[4] = 1.5 - matrix[5];
  CHECK_THROWS_WITH(Prepared<ConfusionMatrix>(y, 3, {0.1, matrix}), Contains("holds -0.5"));
  CHECK_THROWS_AS(Prepared<KnownRates>(y, 3, {two}), ParamError);

  CHECK_THROWS_WITH(Prepared<ExpertBeta>(y, 3, {0.3, 0.21}), Contains("below mean (1 - mean), here 0.21"));
  CHECK_THROWS_WITH(Prepared<ExpertBeta>(y, 3, {1.0, 0.1}), Contains("variance 0.1"));
  CHECK_NOTHROW(Prepared<ExpertBeta>(y, 3, {0.3, 0.2099}));
}

TEST_CASE("a label that is observed but impossible is refused with its class", "[noise_models][errors]") {
  const double never_one[] = {1, 0, 0, /**/ 0.5, 0, 0.5, /**/ 0, 0, 1}, swap[] = {1, 0};
  CHECK_NOTHROW(Prepared<KnownRates>({0, 2, -1}, 3, {never_one}));
  const auto refused_class = [](auto make) {
    try {
      make();
    } catch (const ParamError& e) {
      CHECK(e.at.subject == TAMIS_CLASS);
      return e.at.index;
    }
    return std::int64_t{-1};
  };
  CHECK(refused_class([&] { Prepared<KnownRates>({0, 2, 1}, 3, {never_one}); }) == 1);
  CHECK(refused_class([&] { Prepared<ConfusionMatrix>({0, 2, 1}, 3, {0.1, never_one}); }) == 1);
  CHECK(refused_class([&] { Prepared<PerClassFlip>({1, 0}, 2, {0.1, swap}); }) == 0);
}

TEST_CASE("parameters, memberships and targets of the wrong kind are refused", "[noise_models][errors]") {
  const auto y = in_turn(6, 3);
  Prepared<PerClassFlip> p(y, 3);
  const double two[] = {0.1, 0.2}, beyond[] = {0.1, 0.2, 1.1};
  CHECK_THROWS_AS(p.model.set_parameters(two), ParamError);
  CHECK_THROWS_AS(p.model.set_parameters(beyond), ParamError);
  CHECK(p.parameters() == std::vector<double>(3, 0.1));  // as before
  const std::vector<double> small(12);
  const auto check_shapes = [&](auto&& of) {
    CHECK_THROWS_AS(of.model.update(ConstMatrix(small.data(), 6, 2)), ParamError);
    CHECK_THROWS_AS(of.model.update(ConstMatrix(small.data(), 4, 3)), ParamError);
  };
  check_shapes(Prepared<PerClassFlip>(y, 3));
  check_shapes(Prepared<UniformFlip>(y, 3));
  check_shapes(Prepared<ConfusionMatrix>(y, 3));
  std::vector<double> out(12);
  CHECK_THROWS_AS(p.model.likelihood(Matrix(out.data(), 6, 2)), ParamError);

  Table table(3, 1);
  Runtime runtime = p.runtime;
  CHECK_THROWS_AS(None().prepare(table.view(), runtime), DataError);
  CHECK_THROWS_AS(None().prepare(table.with_real({1, 2, 3}).view(), runtime), DataError);
}
