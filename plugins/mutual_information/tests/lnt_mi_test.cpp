#include <catch2/catch.hpp>

#include "fixture.hpp"

#include <known_rates.hpp>
#include <none.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/memberships.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <map>

namespace {

using namespace tamis;
using namespace tamis::mutual_information;
using namespace tamis::mutual_information::testing;
using tamis::testing::Reported;

using Features = std::vector<Feature>;

/// Starts for l classes, two sets; they live as long as the program, since options only point at them.
const std::vector<double>& two_starts(std::uint32_t l) {
  static std::map<std::uint32_t, std::vector<double>> all;
  std::vector<double>& starts = all[l];
  if (!starts.empty()) return starts;
  for (std::uint32_t s = 0; s < l; ++s) starts.push_back(0.1 + 0.05 * s);
  for (std::uint32_t s = 0; s < l; ++s) starts.push_back(0.4 - 0.05 * s);
  return starts;
}
std::vector<std::vector<double>> as_sets(const std::vector<double>& starts, std::size_t l) {
  return {{starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(l)},
          {starts.begin() + static_cast<std::ptrdiff_t>(l), starts.end()}};
}

LntMi::Options exactly(const std::vector<double>& starts) {
  LntMi::Options options;
  options.jitter = 0;
  options.starts = starts;
  options.min_class_size = 1;
  return options;
}

}  // namespace

TEST_CASE("lnt_mi agrees with the formulas word for word", "[lnt_mi]") {
  const auto classes = GENERATE(2u, 3u, 5u);
  const auto self = GENERATE(Self::exclude, Self::include);
  const double unknown = GENERATE(0.0, 0.3);
  const bool weighted = GENERATE(false, true);
  Table table = clouds(90, 4, classes, 7 + classes, 0.15, unknown);
  if (weighted) weigh(table, classes);
  const std::vector<double>& starts = two_starts(classes);
  LntMi::Options options = exactly(starts);
  options.self_in_em = options.self_in_mi = self;
  Ready<LntMi> lnt(options);
  lnt.on(table);
  const auto set_up = [&](literal::Problem p) {
    p.self_in_em = p.self_in_mi = self == Self::include;
    return p;
  };

  const Features subset{0, 2, 3};
  const literal::Em fit = literal::best_em(set_up(problem(table, subset)), as_sets(starts, classes));
  CHECK(lnt.whole(subset) ==
        Approx(literal::information(set_up(problem(table, subset)), fit.gamma)).margin(1e-9));
  const std::vector<double> removed = lnt.score(subset, Move::remove, subset);
  CHECK(removed[0] == Approx(literal::information(set_up(problem(table, {2, 3})), fit.gamma)).margin(1e-9));
  CHECK(removed[1] == Approx(literal::information(set_up(problem(table, {0, 3})), fit.gamma)).margin(1e-9));
  CHECK(removed[2] == Approx(literal::information(set_up(problem(table, {0, 2})), fit.gamma)).margin(1e-9));
  CHECK(lnt.score(subset, Move::add, {1})[0] ==
        Approx(literal::information(set_up(problem(table, {0, 1, 2, 3})), fit.gamma)).margin(1e-9));

  const std::vector<double> gamma = memberships_of(lnt.criterion, table.view(), subset);
  const Reported reported(lnt.criterion);
  CHECK(reported.numbers.at("log_likelihood") == Approx(fit.log_likelihood).epsilon(1e-10));
  for (std::size_t s = 0; s < classes; ++s) {
    CHECK(reported.tables.at("label_noise")[s] == Approx(fit.rates[s]).margin(1e-9));
    CHECK(reported.tables.at("label_noise")[classes + s] == Approx(fit.priors[s]).margin(1e-9));
    for (std::size_t i = 0; i < table.n; ++i)
      CHECK(gamma[i + s * table.n] == Approx(fit.gamma[i][s]).margin(1e-8));
  }
}

TEST_CASE("A class of fewer than k members in all has spheres that hold everything, as the formulas say",
          "[lnt_mi]") {
  const auto self = GENERATE(Self::exclude, Self::include);
  const std::size_t members = GENERATE(1, 2, 5);  // fewer than the 3 of the fit, than the 8 of the entropies
  Table table = clouds(90, 4, 2, 19, 0.1);
  for (std::size_t i = 0; i < 90; ++i)
    if (i % 2 == 0 && i / 2 < members) table.labels[i] = 2, table.at(i, 1) += 4;
  table.classes = 3;
  const std::vector<double>& starts = two_starts(3);
  LntMi::Options options = exactly(starts);
  options.self_in_em = options.self_in_mi = self;
  Ready<LntMi> lnt(options);
  lnt.on(table);
  const auto literally = [&](const Features& features) {
    literal::Problem p = problem(table, features);
    p.self_in_em = p.self_in_mi = self == Self::include;
    return p;
  };
  const Features subset{0, 1, 3};
  const literal::Em fit = literal::best_em(literally(subset), as_sets(starts, 3));
  const auto information = [&](const Features& features) {
    return Approx(literal::information(literally(features), fit.gamma)).margin(1e-9);
  };
  CHECK(lnt.whole(subset) == information(subset));
  const std::vector<double> removed = lnt.score(subset, Move::remove, subset);
  CHECK(removed[0] == information({1, 3}));
  CHECK(removed[1] == information({0, 3}));
  CHECK(removed[2] == information({0, 1}));
  CHECK(lnt.score(subset, Move::add, {2})[0] == information({0, 1, 2, 3}));
}

TEST_CASE("lnt_mi agrees with the formulas in the other norms", "[lnt_mi]") {
  Table table = clouds(70, 3, 2, 5);
  const std::vector<double> starts = two_starts(2);
  Ready<LntMi> lnt(exactly(starts));
  point_metrics::Manhattan manhattan;
  point_metrics::Chebyshev chebyshev;
  const auto norm = GENERATE(literal::Norm::l1, literal::Norm::linf);
  if (norm == literal::Norm::l1)
    lnt.criterion.options.metric = manhattan;
  else
    lnt.criterion.options.metric = chebyshev;
  lnt.on(table);
  const auto in_norm = [&](literal::Problem p) {
    p.norm = norm;
    return p;
  };
  const literal::Em fit = literal::best_em(in_norm(problem(table, {0, 1, 2})), as_sets(starts, 2));
  CHECK(lnt.score({0, 1, 2}, Move::remove, {1})[0] ==
        Approx(literal::information(in_norm(problem(table, {0, 2})), fit.gamma)).margin(1e-9));
}

TEST_CASE("On the empty subset lnt_mi takes the labels as memberships", "[lnt_mi]") {
  const double unknown = GENERATE(0.0, 0.4);
  Table table = clouds(700, 2, 2, 3, 0.1, unknown);  // more than the search samples without a feature
  Ready<LntMi> lnt(exactly(two_starts(2)));
  const std::vector<double> alone = lnt.on(table).score({}, Move::add, {1, 0});
  for (const auto& [score, feature] : {std::pair{alone[0], Feature{1}}, std::pair{alone[1], Feature{0}}}) {
    const literal::Problem p = problem(table, {feature});
    const std::vector<double> share = literal::observed_shares(p);
    literal::Rows gamma;
    for (int y : p.y)
      gamma.push_back(y < 0 ? share : std::vector<double>{y == 0 ? 1.0 : 0.0, y == 1 ? 1.0 : 0.0});
    CHECK(score == Approx(literal::information(p, gamma)).margin(1e-9));
  }
}

TEST_CASE("Single features are scored with the labels as given, and lnt_mi says so with the way out",
          "[lnt_mi]") {
  Table table = clouds(200, 3, 2, 13, 0.2);
  LntMi::Options options = exactly(two_starts(2));
  options.self_in_mi = Self::exclude;
  Ready<LntMi> lnt(options);
  Mi::Options plain;
  plain.jitter = 0;
  Ready<Mi> mi(plain);
  const std::vector<double> ranked = lnt.on(table).score({}, Move::add, {0, 1, 2}),
                            believed = mi.on(table).score({}, Move::add, {0, 1, 2});
  for (std::size_t f = 0; f < 3; ++f) CHECK(ranked[f] == Approx(believed[f]).margin(1e-10));
  lnt.score({}, Move::add, {1});
  REQUIRE(lnt.serial.warnings.size() == 1);  // once
  Table one = clouds(50, 1, 2, 13);
  Ready<LntMi> nothing_to_choose(options);
  nothing_to_choose.on(one).score({}, Move::add, {0});
  CHECK(nothing_to_choose.serial.warnings.empty());
  CHECK_THAT(lnt.serial.warnings[0], Catch::Contains("believes the labels") &&
                                         Catch::Contains("first_memberships = \"all_features\"") &&
                                         Catch::Contains("backward"));

  options.first_memberships = FirstMemberships::all_features;
  Ready<LntMi> fitted(options);
  const std::vector<double> tolerant = fitted.on(table).score({}, Move::add, {0, 1, 2});
  CHECK(fitted.serial.warnings.empty());
  literal::Problem all = problem(table, {0, 1, 2});
  all.self_in_mi = false;
  const literal::Em fit = literal::best_em(all, as_sets(two_starts(2), 2));
  for (Feature f = 0; f < 3; ++f) {
    literal::Problem alone = problem(table, {f});
    alone.self_in_mi = false;
    CHECK(tolerant[f] == Approx(literal::information(alone, fit.gamma)).margin(1e-9));
  }
  CHECK(fitted.score({1}, Move::add, {0}) == lnt.score({1}, Move::add, {0}));  // only where no feature is in
}

TEST_CASE("A ranking by memberships fitted on all features sees through labels that are wrong", "[lnt_mi]") {
  // three classes that all of four features together part clearly, and one feature of noise
  const std::size_t n = 300, telling = 4;
  Table table(n, telling + 1);
  Rng rng(5);
  std::vector<std::int32_t> truth, given;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t s = rng.below(3);
    truth.push_back(static_cast<std::int32_t>(s));
    given.push_back(static_cast<std::int32_t>(rng.uniform() < 0.2 ? (s + 1 + rng.below(2)) % 3 : s));
    for (std::size_t f = 0; f < telling; ++f)
      table.at(i, f) = normal(rng) + 3 * static_cast<double>((s + f) % 3);
    table.at(i, telling) = normal(rng);
  }
  const Features all{0, 1, 2, 3, 4};
  const auto scores = [&](std::vector<std::int32_t> labels, FirstMemberships first) {
    table.with_labels(std::move(labels), 3);
    LntMi::Options options;
    options.self_in_mi = Self::exclude;
    options.first_memberships = first;
    Ready<LntMi> lnt(options);
    return lnt.on(table).score({}, Move::add, all);
  };
  const std::vector<double> clean = scores(truth, FirstMemberships::labels),
                            noisy = scores(given, FirstMemberships::labels),
                            fitted = scores(given, FirstMemberships::all_features);
  for (std::size_t f = 0; f < telling; ++f) {
    INFO(clean[f] << " " << noisy[f] << " " << fitted[f]);
    CHECK(noisy[f] < clean[f] - 0.2);
    CHECK(std::abs(fitted[f] - clean[f]) < (clean[f] - noisy[f]) / 2);
  }
  CHECK(std::abs(fitted[telling]) < 0.1);
}

TEST_CASE("One-hot memberships and no self make the plain estimate, with labels that are believed",
          "[lnt_mi]") {
  Table table = clouds(150, 3, 3, 11, 0);
  LntMi::Options options;
  options.jitter = 0;
  options.self_in_mi = Self::exclude;
  Ready<LntMi> lnt(options);
  noise_models::None none;
  lnt.criterion.options.noise = none;
  Mi::Options plain;
  plain.jitter = 0;
  Ready<Mi> mi(plain);
  CHECK(lnt.on(table).whole({0, 1, 2}) == Approx(mi.on(table).whole({0, 1, 2})).margin(1e-10));
  CHECK(lnt.score({0, 1, 2}, Move::remove, {1})[0] ==
        Approx(mi.score({0, 1, 2}, Move::remove, {1})[0]).margin(1e-10));
  CHECK(lnt.score({}, Move::add, {1})[0] == Approx(mi.score({}, Move::add, {1})[0]).margin(1e-10));
}

TEST_CASE("No order of samples, name of a class, shift or scale changes lnt_mi", "[lnt_mi]") {
  Table table = clouds(120, 3, 3, 21);
  const std::vector<double> starts = two_starts(3);
  const Features all{0, 1, 2};
  Ready<LntMi> first(exactly(starts));
  const std::vector<double> expected = first.on(table).score(all, Move::remove, all);
  const auto check_same = [&](Table& changed, const std::vector<double>& its_starts) {
    Ready<LntMi> lnt(exactly(its_starts));
    const std::vector<double> seen = lnt.on(changed).score(all, Move::remove, all);
    for (std::size_t f = 0; f < all.size(); ++f) CHECK(seen[f] == Approx(expected[f]).margin(1e-9));
  };

  Table permuted = reordered(table, shuffled(table.n, 3));
  check_same(permuted, starts);
  Table relabelled = table;
  for (auto& y : relabelled.labels) y = (y + 1) % 3;
  std::vector<double> moved(6);
  for (std::size_t s = 0; s < 3; ++s) moved[(s + 1) % 3] = starts[s], moved[3 + (s + 1) % 3] = starts[3 + s];
  check_same(relabelled, moved);
  Table shifted = table;
  for (double& v : shifted.x) v = 4 * v + 1024;  // all features alike: the norm keeps its shape
  check_same(shifted, starts);
}

TEST_CASE("Threads, processors and earlier questions change no bit of lnt_mi", "[lnt_mi]") {
  Table table = clouds(333, 4, 3, 31, 0.2, 0.1);
  const Features all{0, 1, 2, 3};
  const auto scores = [&](Runtime runtime) {
    Ready<LntMi> lnt(LntMi::Options{});
    lnt.on(table, runtime);
    std::vector<double> out = lnt.score(all, Move::remove, all);
    for (double v : lnt.score({0, 2}, Move::add, {1, 3})) out.push_back(v);
    out.push_back(lnt.whole({0, 2}));
    return out;
  };
  const std::vector<double> expected = scores(SerialRuntime());
  const tamis::testing::ThreadedRuntime threads(5);
  CHECK(scores(threads) == expected);
  for (auto path : {numerics::SimdPath::sse2, numerics::SimdPath::avx2}) {
    numerics::force_simd_path(path);
    CHECK(scores(SerialRuntime()) == expected);
  }
  numerics::release_simd_path();

  // a run that resumes asks for the later steps only
  Ready<LntMi> resumed(LntMi::Options{});
  CHECK(resumed.on(table).whole({0, 2}) == expected.back());
}

TEST_CASE("Copies of samples and constant features are defined", "[lnt_mi]") {
  Table table = clouds(60, 3, 2, 41);
  for (std::size_t i = 0; i < 60; ++i) table.at(i, 1) = 5;  // constant
  Ready<LntMi> lnt(exactly(two_starts(2)));
  const double without = lnt.on(table).whole({0, 2});
  CHECK(lnt.whole({0, 1, 2}) == without);
  CHECK(lnt.score({0, 1, 2}, Move::remove, {1})[0] == without);
  CHECK(lnt.score({0, 2}, Move::add, {1})[0] == -std::numeric_limits<double>::infinity());
  CHECK(lnt.whole({1}) == 0);
  CHECK(lnt.whole({}) == 0);
  CHECK(lnt.score({1}, Move::remove, {1})[0] == 0);
  CHECK(lnt.score({0}, Move::remove, {0})[0] == 0);

  const std::size_t kinds = GENERATE(2, 5);
  Table copies = clouds(120, 2, 2, 43);
  for (std::size_t i = 0; i < 120; ++i)
    for (std::size_t f = 0; f < 2; ++f) copies.at(i, f) = copies.at(i % kinds, f);
  Ready<LntMi> exact(exactly(two_starts(2)));
  const literal::Problem p = problem(copies, {0, 1});
  const literal::Em fit = literal::best_em(p, as_sets(two_starts(2), 2));
  CHECK(exact.on(copies).whole({0, 1}) == Approx(literal::information(p, fit.gamma)).margin(1e-8));
  Ready<LntMi> jittered(LntMi::Options{});
  CHECK(std::isfinite(jittered.on(copies).whole({0, 1})));
}

TEST_CASE("Labels of one class tell nothing", "[lnt_mi]") {
  const bool some_unknown = GENERATE(false, true);
  Table table = clouds(40, 2, 2, 51, 0);
  for (std::size_t i = 0; i < 40; ++i) table.labels[i] = some_unknown && i % 2 ? -1 : 1;
  Ready<LntMi> lnt(LntMi::Options{});
  CHECK(lnt.on(table).whole({0, 1}) == 0);
  CHECK(lnt.score({}, Move::add, {0, 1}) == std::vector<double>{0, 0});
  REQUIRE(lnt.serial.warnings.size() == 1);
  CHECK_THAT(lnt.serial.warnings[0], Catch::Contains("one class"));
}

TEST_CASE("Small classes are named, and the smallest are taken as unknown", "[lnt_mi]") {
  Table table = clouds(60, 2, 3, 61);
  for (std::size_t i = 0; i < 60; ++i) table.labels[i] = i < 1 ? 2 : i < 6 ? 1 : 0;
  Ready<LntMi> lnt(LntMi::Options{});
  CHECK(std::isfinite(lnt.on(table).whole({0, 1})));
  REQUIRE(lnt.serial.warnings.size() == 2);
  CHECK_THAT(lnt.serial.warnings[0], Catch::Contains("5 samples") && Catch::Contains("neighbours + 1 = 9"));
  CHECK_THAT(lnt.serial.warnings[1], Catch::Contains("1 sample,") && Catch::Contains("taken as unknown"));
  const std::vector<double> gamma = memberships_of(lnt.criterion, table.view(), Features{0, 1});
  for (std::size_t i = 0; i < 60; ++i) CHECK(gamma[i + 2 * 60] == 0);

  LntMi::Options strict;
  strict.min_class_size = 100;
  Ready<LntMi> none(strict);
  CHECK_THROWS_WITH(none.on(table), Catch::Contains("100 samples"));
}

TEST_CASE("Every amount of noise, of unknown labels and of classes gives numbers", "[lnt_mi]") {
  const auto classes = GENERATE(2u, 7u, 20u);
  const double wrong = GENERATE(0.0, 0.5), unknown = GENERATE(0.0, 0.95);
  Table table = clouds(200, 2, classes, 71, wrong, unknown);
  Ready<LntMi> lnt(LntMi::Options{});
  for (double v : lnt.on(table).score({0, 1}, Move::remove, {0, 1})) CHECK(std::isfinite(v));
  const std::vector<double> gamma = memberships_of(lnt.criterion, table.view(), Features{0, 1});
  const Reported reported(lnt.criterion);
  for (std::size_t i = 0; i < table.n; ++i) {
    double sum = 0;
    for (std::size_t s = 0; s < classes; ++s) sum += gamma[i + s * table.n];
    CHECK(sum == Approx(1).epsilon(1e-12));
  }
  for (std::size_t s = 0; s < classes; ++s) {
    CHECK(reported.tables.at("label_noise")[s] >= 0);
    CHECK(reported.tables.at("label_noise")[s] <= 1);
  }
}

TEST_CASE("Two samples are enough", "[lnt_mi]") {
  Table table(2, 1);
  table.x = {0, 1};
  table.with_labels({0, 1}, 2);
  LntMi::Options options;
  options.min_class_size = 1;
  Ready<LntMi> lnt(options);
  CHECK(std::isfinite(lnt.on(table).whole({0})));
}

TEST_CASE("A fit never ends below the best likelihood it saw, and stops by its rule", "[lnt_mi]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Table table = clouds(80, 2, 2, seed, 0.3);
    Ready<LntMi> lnt(exactly(two_starts(2)));
    lnt.on(table).whole({0, 1});
    const Reported reported(lnt.criterion);
    const std::vector<double>& trace = reported.tables.at("fit");
    CHECK(reported.numbers.at("log_likelihood") == *std::ranges::max_element(trace));
    for (std::size_t t = 1; t < trace.size(); ++t) {
      const bool rose = trace[t] > trace[t - 1] + 1e-6 * 80;
      CHECK(rose == (t + 1 < trace.size()));
    }
  }
}

TEST_CASE("Noise that is known stays as it is given", "[lnt_mi]") {
  Table table = clouds(100, 2, 2, 81, 0.2);
  Ready<LntMi> lnt(LntMi::Options{});
  noise_models::KnownRates known;
  const double rates[] = {0.3, 0.1};
  known.options.rates = rates;
  lnt.criterion.options.noise = known;
  lnt.on(table).whole({0, 1});
  CHECK(Reported(lnt.criterion).tables.at("noise_parameters") ==
        std::vector<double>{0.7, 0.3, 0.1, 0.9});  // by rows
}

TEST_CASE("lnt_mi refuses what it cannot use, with the remedy", "[lnt_mi]") {
  Table table = clouds(30, 2, 2, 91);
  Ready<LntMi> lnt(LntMi::Options{});
  point_metrics::Cosine cosine;
  lnt.criterion.options.metric = cosine;
  CHECK_THROWS_WITH(lnt.on(table), Catch::Contains("norm"));

  const double three[] = {0.1, 0.2, 0.3};
  Ready<LntMi> odd(exactly({three, three + 3}));
  odd.criterion.options.starts = three;
  CHECK_THROWS_WITH(odd.on(table), Catch::Contains("3 numbers") && Catch::Contains("2 parameters"));

  Table wide = clouds(30, 2, 2, 93);
  wide.at(3, 1) = 1e200;
  Ready<LntMi> huge(LntMi::Options{});
  CHECK_THROWS_WITH(huge.on(wide), Catch::Contains("standardise"));
}

TEST_CASE("a sample of weight 0 takes no part in a fit, and its membership is by its label alone",
          "[lnt_mi]") {
  Table table = clouds(90, 3, 2, 5, 0.15);
  table.weights.assign(90, 3.0);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < 90; ++i) {
    if (i % 4 == 1)
      table.weights[i] = 0;
    else
      kept.push_back(i);
  }
  Table thinned(kept.size(), 3);
  std::vector<std::int32_t> y;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    for (std::size_t f = 0; f < 3; ++f) thinned.at(k, f) = table.at(kept[k], f);
    y.push_back(table.labels[kept[k]]);
  }
  thinned.with_labels(std::move(y), 2);

  Ready<LntMi> weighted(exactly(two_starts(2))), plain(exactly(two_starts(2)));
  const Features subset{0, 1};
  CHECK(weighted.on(table).whole(subset) == plain.on(thinned).whole(subset));
  const std::vector<double> of_all = memberships_of(weighted.criterion, table.view(), subset),
                            of_kept = memberships_of(plain.criterion, thinned.view(), subset);
  for (std::size_t k = 0; k < kept.size(); ++k) CHECK(of_all[kept[k]] == of_kept[k]);
  const Reported reported(plain.criterion);
  const std::vector<double>& noise = reported.tables.at("label_noise");  // rates of two classes, then priors
  for (std::size_t i = 1; i < 90; i += 4) {
    const double right = table.labels[i] == 0 ? 1 - noise[0] : noise[0],
                 wrong = table.labels[i] == 0 ? noise[1] : 1 - noise[1];
    CHECK(of_all[i] == Approx(right * noise[2] / (right * noise[2] + wrong * noise[3])).margin(1e-12));
  }
}
