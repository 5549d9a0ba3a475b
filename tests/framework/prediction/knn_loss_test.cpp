#include <tamis/errors.hpp>
#include <tamis/framework/prediction/knn_classifier.hpp>
#include <tamis/framework/prediction/knn_loss.hpp>
#include <tamis/framework/prediction/knn_regressor.hpp>
#include <tamis/rng.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;
using Catch::Contains;

namespace {

using Columns = std::vector<std::vector<double>>;

const std::vector<std::string> kNames{"a", "b", "c"};

TargetColumn classes(std::vector<std::int32_t> labels) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = kNames;
  target.labels = std::move(labels);
  return target;
}

LoadedData with_clean(const Columns& columns, TargetColumn observed, TargetColumn clean) {
  LoadedData data = LoadedData::from_columns(columns, {}, std::move(observed));
  data.edit([&](DataTable& p) { p.clean = std::move(clean); });
  return data;
}

/// Values on a coarse grid, so that distances tie.
Columns grid(std::size_t n, std::size_t d, Rng& rng) {
  Columns out(d, std::vector<double>(n));
  for (auto& column : out)
    for (double& x : column) x = static_cast<double>(rng.below(6));
  return out;
}

/// A target that has something to do with the first column.
TargetColumn some_target(TargetKind kind, const std::vector<double>& x, Rng& rng) {
  TargetColumn target;
  target.kind = kind;
  if (kind != TargetKind::real) target.class_names = kNames;
  if (kind == TargetKind::sets) target.set_start = {0};
  for (const double value : x) {
    const double seen = value + 3 * rng.uniform() - 1.5;
    const std::int32_t label = seen < 1 ? 0 : seen < 3 ? 1 : 2;
    if (kind == TargetKind::real) target.real.push_back(seen);
    if (kind == TargetKind::classes) target.labels.push_back(label);
    if (kind != TargetKind::sets) continue;
    const auto labels = rng.below(4);  // none, one or two
    if (labels > 0) target.set_labels.push_back(label);
    if (labels > 2 && label < 2) target.set_labels.push_back(label + 1);
    target.set_start.push_back(target.set_labels.size());
  }
  return target;
}

EvaluateOptions with_neighbours(std::vector<std::size_t> ks, TargetKind kind = TargetKind::classes) {
  EvaluateOptions options;
  options.neighbours = std::move(ks);
  options.inner_folds = 4;
  if (kind == TargetKind::sets) options.top = 2;
  return options;
}

const tamis::testing::SerialRuntime& runtime() {
  static const tamis::testing::SerialRuntime serial;
  return serial;
}

/// On all features, with units and cuts of the samples that train.
double loss_on(const LoadedData& data, const Split& split, const EvaluateOptions& options,
               const PreparationOptions& how = Standardise::population) {
  Registry none;
  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return KnnLoss(none, data, options, how, runtime())(all, split, split.trains, 3);
}

Split halves(std::size_t n) {
  Split split{0, 0, std::vector<char>(n), std::vector<char>(n)};
  for (std::size_t i = 0; i < n; ++i) (i % 2 ? split.trains : split.tests)[i] = 1;
  return split;
}

}  // namespace

TEST_CASE("one search for the largest k predicts as a search for each k does", "[knn_loss][property]") {
  const auto kind = GENERATE(TargetKind::classes, TargetKind::sets, TargetKind::real);
  Rng rng(11);
  const Columns columns = grid(90, 2, rng);
  const LoadedData data = LoadedData::from_columns(columns, {}, some_target(kind, columns[0], rng));
  std::vector<numerics::Sample> training, queries;
  for (std::uint32_t i = 0; i < 90; ++i) (i % 3 ? training : queries).push_back(i);
  if (kind == TargetKind::real) {
    const KnnRegressor once(data.view(), training, queries, 70, runtime());
    for (std::size_t k = 1; k <= 70; ++k)
      CHECK(once.predict(k) == KnnRegressor(data.view(), training, queries, k, runtime()).predict(k));
    return;
  }
  const KnnClassifier once(data.view(), training, queries, 70, runtime());
  for (std::size_t k = 1; k <= 70; ++k) {
    const auto ranked = KnnClassifier(data.view(), training, queries, k, runtime()).rank(k);
    CHECK(once.rank(k) == ranked);
    const std::vector<std::int32_t> first = once.predict(k);
    for (std::size_t q = 0; q < first.size(); ++q)
      CHECK(first[q] == static_cast<std::int32_t>(ranked[q].front()));
  }
}

TEST_CASE("the k that is chosen has the least loss in a cross-validation by hand", "[knn_loss]") {
  const auto kind = GENERATE(TargetKind::classes, TargetKind::sets, TargetKind::real);
  const auto draw = GENERATE(1u, 2u, 3u);
  Rng rng(draw);
  const Columns columns = grid(80, 2, rng);
  const LoadedData data = LoadedData::from_columns(columns, {}, some_target(kind, columns[0], rng));
  const std::vector<std::size_t> ks{1, 2, 3, 5, 9, 20};
  const Split split = make_splits(data.parts(), {.folds = 3}, 5)[0];

  const LoadedData training = data.copy_of_samples(split.trains);
  std::vector<double> sums;
  for (const std::size_t k : ks) {
    sums.push_back(0);
    Registry none;
    const std::vector<Feature> both{0, 1};
    const EvaluateOptions one_k = with_neighbours({k}, kind);
    const KnnLoss loss(none, training, one_k, Standardise::population, runtime());
    for (const Split& fold : make_splits(training.parts(), {.folds = 4}, 3))
      sums.back() += loss(both, fold, std::vector<char>(training.samples(), 1), 3);
  }
  const std::size_t best =
      ks[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
  CHECK(*std::max_element(sums.begin(), sums.end()) > *std::min_element(sums.begin(), sums.end()));
  CHECK(loss_on(data, split, with_neighbours(ks, kind)) ==
        loss_on(data, split, with_neighbours({best}, kind)));
}

TEST_CASE("clean labels judge, and are trained on unless the observed ones are to be", "[knn_loss]") {
  const Columns line{{0, 0, 1, 1, 9, 9, 10, 10}};
  const TargetColumn clean = classes({0, 0, 0, 0, 1, 1, 1, 1}), wrong = classes({1, 1, 1, 1, 0, 0, 0, 0}),
                     hidden = classes({0, -1, -1, -1, -1, 1, -1, -1});
  EvaluateOptions options = with_neighbours({1});
  CHECK(loss_on(with_clean(line, wrong, clean), halves(8), options) == 0);
  CHECK(loss_on(with_clean(line, hidden, clean), halves(8), options) == 0);
  options.train_on = TrainingLabels::observed;
  CHECK(loss_on(with_clean(line, wrong, clean), halves(8), options) == 1);
  // sample 5 alone teaches: all are taken for b
  CHECK(loss_on(with_clean(line, hidden, clean), halves(8), options) == 0.5);
}

TEST_CASE("observed labels that are trained on also choose k", "[knn_loss]") {
  // Twins at each place are wrong together: by the observed labels one neighbour is best, by the clean ones
  // many are.
  Rng rng(2);
  std::vector<double> x;
  std::vector<std::int32_t> observed, clean;
  for (int place = 0; place < 120; ++place) {
    const int label = place < 60 ? 0 : 1, seen = rng.uniform() < 0.3 ? 1 - label : label;
    for (int twin = 0; twin < 2; ++twin) x.push_back(place), clean.push_back(label), observed.push_back(seen);
  }
  const LoadedData data = with_clean({x}, classes(observed), classes(clean));
  const Split split = make_splits(data.parts(), {.folds = 4}, 7)[0];
  const auto loss = [&](TrainingLabels train_on, std::vector<std::size_t> ks) {
    EvaluateOptions options = with_neighbours(std::move(ks));
    options.train_on = train_on;
    return loss_on(data, split, options);
  };
  CHECK(loss(TrainingLabels::observed, {1}) > loss(TrainingLabels::observed, {25}));
  CHECK(loss(TrainingLabels::observed, {1, 25}) == loss(TrainingLabels::observed, {1}));
  CHECK(loss(TrainingLabels::clean, {25, 1}) < 0.05);
}

TEST_CASE("soft observed labels train by the label that was stated, else by the most probable class",
          "[knn_loss]") {
  const Columns line{{0, 0, 1, 1, 9, 9, 10, 10}};
  const TargetColumn clean = classes({0, 0, 0, 0, 1, 1, 1, 1});
  TargetColumn soft;
  soft.kind = TargetKind::soft;
  soft.class_names = kNames;
  soft.soft = {.6, .6, .6, .6, .6, .6, .6, .6, .4, .4, .4, .4, .4, .4, .4, .4, 0, 0, 0, 0, 0, 0, 0, 0};
  EvaluateOptions options = with_neighbours({1});
  CHECK(loss_on(with_clean(line, soft, clean), halves(8), options) == 0);
  options.train_on = TrainingLabels::observed;
  CHECK(loss_on(with_clean(line, soft, clean), halves(8), options) == 0.5);  // all a
  soft.labels = {0, 0, 0, 0, 1, 1, 1, 1};
  CHECK(loss_on(with_clean(line, soft, clean), halves(8), options) == 0);
}

TEST_CASE("splits are stratified by the clean labels, and samples without one do not test", "[split]") {
  std::vector<std::int32_t> clean;
  for (int i = 0; i < 40; ++i) clean.push_back(i == 7 ? -1 : i % 4 == 0 ? 1 : 0);
  const LoadedData data =
      with_clean({std::vector<double>(40, 1.0)}, classes(std::vector<std::int32_t>(40, 2)), classes(clean));
  for (const Split& split : make_splits(data.parts(), {.folds = 5}, 1)) {
    int rare = 0;
    for (std::size_t i = 0; i < 40; ++i) rare += split.tests[i] && clean[i] == 1;
    CHECK(rare == 2);
    CHECK_FALSE(split.tests[7]);
  }
}

TEST_CASE("codes are cut where the training samples say", "[knn_loss]") {
  Rng rng(5);
  const std::size_t n = 60;
  Columns columns(2, std::vector<double>(n)), codes = columns;
  for (auto& column : columns)
    for (double& x : column) x = rng.uniform();
  columns[0][0] = 40;  // tests, beyond every edge
  const Split split = halves(n);
  Discretise cuts;
  cuts.binning = GENERATE(Binning::quantile, Binning::uniform);
  cuts.bins = 4;
  for (std::size_t j = 0; j < 2; ++j) {
    std::vector<double> training;
    for (std::size_t i = 0; i < n; ++i)
      if (split.trains[i]) training.push_back(columns[j][i]);
    const auto [low, high] = std::minmax_element(training.begin(), training.end());
    const Bins bins = cuts.binning == Binning::quantile ? quantile_bins(SortedColumn(training), 4)
                                                        : uniform_bins(*low, *high, 4);
    for (std::size_t i = 0; i < n; ++i) codes[j][i] = bins.code(columns[j][i]);
  }
  const TargetColumn target = some_target(TargetKind::classes, codes[1], rng);
  EvaluateOptions by_codes = with_neighbours({3}), by_values = by_codes;
  by_codes.features = FeatureForm::codes;
  by_values.features = FeatureForm::values;
  CHECK(loss_on(LoadedData::from_columns(columns, {}, target), split, by_codes,
                PreparationOptions(Standardise::population, cuts)) ==
        loss_on(LoadedData::from_columns(codes, {}, target), split, by_values));
}

TEST_CASE("distances are on z-scores, or on values where the data are not standardised", "[knn_loss]") {
  // the first feature tells the class, the second is loud
  Rng rng(9);
  Columns columns(2);
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 60; ++i) {
    labels.push_back(i / 2 % 2);
    columns[0].push_back(i / 2 % 2 + 0.1 * rng.uniform());
    columns[1].push_back(1e4 * rng.uniform());
  }
  const LoadedData data = LoadedData::from_columns(columns, {}, classes(labels));
  EvaluateOptions options = with_neighbours({3});
  const double scaled = loss_on(data, halves(60), options);
  const double raw = loss_on(data, halves(60), options, Standardise::none);
  CHECK(scaled < 0.1);
  CHECK(raw > 0.3);
  options.features = FeatureForm::z_scores;
  CHECK(loss_on(data, halves(60), options, Standardise::none) == scaled);
  options.features = FeatureForm::values;
  CHECK(loss_on(data, halves(60), options) == raw);
}

TEST_CASE("with one guess and no ground metric the top-k loss is the error rate", "[knn_loss]") {
  Rng rng(6);
  const Columns columns = grid(60, 2, rng);
  const LoadedData data =
      LoadedData::from_columns(columns, {}, some_target(TargetKind::classes, columns[0], rng));
  EvaluateOptions options = with_neighbours({4});
  const double error = loss_on(data, halves(60), options);
  options.loss = Loss::top_k;
  options.top = 1;
  CHECK(error > 0);
  CHECK(loss_on(data, halves(60), options) == Approx(error));
  options.top = 3;  // one of the three classes is always right, two are not
  CHECK(loss_on(data, halves(60), options) == Approx(2.0 / 3));
}

TEST_CASE("of sets the guesses are compared with every true label, and samples without one are passed over",
          "[knn_loss]") {
  TargetColumn sets;
  sets.kind = TargetKind::sets;
  sets.class_names = kNames;
  // even samples test, odd ones teach; 2 has no label
  sets.set_start = {0, 2, 4, 4, 5, 6, 7};
  sets.set_labels = {0, 2, 0, 1, 1, 2, 1};
  EvaluateOptions options = with_neighbours({2});
  options.top = 1;
  // of 1 the labels a and b vote, b is more frequent: b is wrong for {a, c}; 5 says b, which is wrong for {c}
  CHECK(loss_on(LoadedData::from_columns(Columns{{0, 0, 5, 5.1, 9, 9}}, {}, sets), halves(6), options) == 1);
  options.top = 2;  // b and then a: half of {a, c} is met, nothing of {c}
  CHECK(loss_on(LoadedData::from_columns(Columns{{0, 0, 5, 5.1, 9, 9}}, {}, sets), halves(6), options) ==
        0.75);
}

TEST_CASE("what a k-NN evaluation cannot do is refused with a remedy", "[knn_loss][errors]") {
  const Columns line{{0, 1, 2, 3}};
  const auto make = [&](const LoadedData& data, const EvaluateOptions& options) {
    Registry none;
    const KnnLoss made(none, data, options, Standardise::population, runtime());
  };
  const TargetColumn known = classes({0, 1, 0, 1});
  TargetColumn soft, real, sets;
  soft.kind = TargetKind::soft;
  soft.class_names = kNames;
  soft.soft = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  real.kind = TargetKind::real;
  real.real = {1, 2, 3, 4};
  sets.kind = TargetKind::sets;
  sets.class_names = kNames;
  sets.set_start = {0, 1, 2, 3, 4};
  sets.set_labels = {0, 1, 0, 1};

  EvaluateOptions options;
  CHECK_THROWS_WITH(make(LoadedData::from_columns(line, {}, soft), options),
                    Contains("`data.harden = true`"));
  CHECK_THROWS_WITH(make(LoadedData::from_columns(line), options), Contains("`data.target`"));
  options.loss = Loss::error;
  CHECK_THROWS_WITH(make(LoadedData::from_columns(line, {}, sets), options),
                    Contains("sets of labels, of which evaluate.loss cannot be the error rate"));
  options.loss = Loss::top_k;
  CHECK_THROWS_WITH(make(LoadedData::from_columns(line, {}, known), options),
                    Contains("evaluate.top is 5; expected at most 3"));
  options = {};
  options.train_on = TrainingLabels::clean;
  CHECK_THROWS_WITH(make(LoadedData::from_columns(line, {}, known), options), Contains("`data.clean`"));
  options.train_on = TrainingLabels::observed;
  CHECK_THROWS_WITH(make(with_clean(line, real, known), options), Contains("evaluate.train_on = \"clean\""));
}

TEST_CASE("too few samples to choose k, and values that are no codes, are refused", "[knn_loss][errors]") {
  const LoadedData few = LoadedData::from_columns(Columns{{0, 1, 2, 3}}, {}, classes({0, 1, 0, 1}));
  Registry none;
  const KnnLoss loss(none, few, with_neighbours({1, 2}), Standardise::population, runtime());
  CHECK_THROWS_WITH(loss.check(halves(4), 0),
                    Contains("evaluate.inner_folds is 4") && Contains("2 samples of known target"));
  CHECK_NOTHROW(
      KnnLoss(none, few, with_neighbours({1}), Standardise::population, runtime()).check(halves(4), 0));

  EvaluateOptions codes = with_neighbours({1});
  codes.features = FeatureForm::codes;
  Discretise integers;
  integers.binning = Binning::integers;
  const LoadedData half = LoadedData::from_columns(Columns{{0.5, 1, 2, 3}}, {}, classes({0, 1, 0, 1}));
  CHECK_THROWS_WITH(loss_on(half, halves(4), codes, PreparationOptions(Standardise::none, integers)),
                    Contains("sample 1: feature 'c1' is 0.5"));
  CHECK(loss_on(few, halves(4), codes, PreparationOptions(Standardise::none, integers)) == 1);
}
