#include "fixture.hpp"

#include <map>
#include <numeric>
#include <tamis/numerics/ties.hpp>

namespace {

using namespace tamis;
using namespace tamis::knn_error;
using namespace tamis::knn_error::test;

// P(c | i), whatever the kind.
double probability(const Table& t, std::size_t i, std::uint32_t c) {
  if (t.kind == TargetKind::classes) return t.labels[i] == static_cast<std::int32_t>(c) ? 1 : 0;
  return t.soft[i + c * t.n];
}

double weight(const Table& t, std::size_t i) { return t.weights.empty() ? 1 : t.weights[i]; }

// The definition by plain loops; -1 in `folds` for samples that take no part. Not weighted by the sample's own weight.
std::vector<double> plain_losses(Table& t, const Features& subset, std::size_t k, const PointMetric& metric,
                                 const std::vector<double>& folds) {
  const Dataset data = t.view();
  std::vector<double> x(t.n * subset.size()), column(t.n);
  for (std::size_t f = 0; f < subset.size(); ++f) {
    data.scaled_column(subset[f], column);
    for (std::size_t i = 0; i < t.n; ++i) x[i * subset.size() + f] = column[i];
  }
  const auto is_missing = [&](std::size_t i, Feature f) {
    return !t.missing.empty() && t.missing[f * t.n + i];
  };
  std::vector<double> losses;
  for (std::size_t i = 0; i < t.n; ++i) {
    std::multimap<double, std::size_t> others;
    for (std::size_t j = 0; j < t.n; ++j) {
      if (!(folds[j] >= 0) || folds[j] == folds[i]) continue;
      double d = 0;
      if (!t.missing.empty()) {
        double shared = 0;
        for (std::size_t f = 0; f < subset.size(); ++f) {
          if (is_missing(i, subset[f]) || is_missing(j, subset[f])) continue;
          ++shared;
          const double a = std::abs(x[i * subset.size() + f] - x[j * subset.size() + f]);
          d = metric.geometry() == Geometry::linf ? std::max(d, a)
                                                  : d + (metric.geometry() == Geometry::l2 ? a * a : a);
        }
        if (metric.geometry() != Geometry::linf && shared > 0)
          d *= static_cast<double>(subset.size()) / shared;
        if (shared == 0 && !subset.empty()) d = std::numeric_limits<double>::infinity();
      } else if (metric.geometry() ==
                 Geometry::l2)  // roots merge distances, which a general metric cannot help
        for (std::size_t f = 0; f < subset.size(); ++f) {
          const double a = x[i * subset.size() + f] - x[j * subset.size() + f];
          d += a * a;
        }
      else if (!subset.empty())
        metric.distances({x.data() + i * subset.size(), subset.size(), 1},
                         {x.data() + j * subset.size(), subset.size(), 1}, {&d, 1, 1});
      others.emplace(d, j);
    }
    auto end = others.end();
    if (others.size() > k)
      end = others.upper_bound(numerics::farthest_tied(
          std::next(others.begin(), static_cast<long>(k) - 1)->first, metric.geometry()));
    if (t.kind == TargetKind::real) {
      double mean = 0, voters = 0;
      for (auto v = others.begin(); v != end; ++v) voters += weight(t, v->second);
      for (auto v = others.begin(); v != end; ++v) mean += weight(t, v->second) * t.real[v->second] / voters;
      losses.push_back((t.real[i] - mean) * (t.real[i] - mean));
      continue;
    }
    std::vector<double> votes(t.classes, 0.0);
    for (auto v = others.begin(); v != end; ++v)
      for (std::uint32_t c = 0; c < t.classes; ++c)
        votes[c] += weight(t, v->second) * probability(t, v->second, c);
    double right = 0, winners = 0;
    for (std::uint32_t c = 0; c < t.classes; ++c)
      if (votes[c] > std::ranges::max(votes) - 1e-7) right += probability(t, i, c), ++winners;
    losses.push_back(1 - right / winners);
  }
  return losses;
}
double mean(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

TEST_CASE("knn_error by folds is the mean of the losses that plain loops find", "[knn_error]") {
  const PointMetric& metric = *GENERATE(from_range(std::begin(kMetrics), std::end(kMetrics)));
  const int k = GENERATE(1, 4, 7);
  const Features subset = GENERATE(Features{}, Features{2}, Features{0, 1, 3}, Features{0, 1, 2, 3, 4, 5});
  Table soft = clouds(61, 6, 3, 5);
  soft.with_soft(random_soft(61, 3, 8), 3);
  for (Table t : {clouds(61, 6, 3, 1), stepped(83, 6, 2), hills(61, 6, 3), soft}) {
    t.standardise();
    Prepared criterion(t, neighbours(k), metric);
    const double score = criterion.whole(subset);
    const auto [fold, loss] = criterion.report();
    const std::vector<double> expected = plain_losses(t, subset, static_cast<std::size_t>(k), metric, fold);
    for (std::size_t i = 0; i < t.n; ++i) REQUIRE(loss[i] == Approx(expected[i]).margin(1e-12));
    REQUIRE(score == Approx(mean(expected)).margin(1e-12));
  }
}

TEST_CASE("knn_error with missing cells is the mean of the losses that plain loops find",
          "[knn_error][missing]") {
  const PointMetric& metric = *GENERATE(from_range(std::begin(kMetrics), std::end(kMetrics) - 1));
  const double share = GENERATE(0.05, 0.5);
  const Features subset = GENERATE(Features{}, Features{2}, Features{0, 1, 3});
  for (Table t : {clouds(61, 6, 3, 1), stepped(83, 6, 2), hills(61, 6, 3)}) {
    t.standardise();
    t = with_missing(std::move(t), share, 9);
    Prepared criterion(t, neighbours(4), metric);
    const double score = criterion.whole(subset);
    const auto [fold, loss] = criterion.report();
    const std::vector<double> expected = plain_losses(t, subset, 4, metric, fold);
    for (std::size_t i = 0; i < t.n; ++i) REQUIRE(loss[i] == Approx(expected[i]).margin(1e-12));
    if (subset.size() == 3) {
      CHECK(criterion.move(Move::add, {0, 1}, {2, 3})[1] == score);
      CHECK(criterion.move(Move::remove, {0, 1, 3, 4}, {0, 4})[1] == score);
    }
  }
}

TEST_CASE("knn_error of a complete table in which cells may be missing has the same bits",
          "[knn_error][missing]") {
  for (Table t : {clouds(61, 6, 3, 1), stepped(83, 6, 2), hills(61, 6, 3)}) {
    t.standardise();
    const double score = Prepared(t, neighbours(4)).whole({0, 1, 3});
    t = with_missing(std::move(t), 0, 1);
    CHECK(Prepared(t, neighbours(4)).whole({0, 1, 3}) == score);
  }
}

TEST_CASE("knn_error of missing cells needs a metric that is a norm", "[knn_error][missing]") {
  Table t = with_missing(clouds(61, 6, 3, 1), 0.1, 9);
  CHECK_THROWS_WITH(Prepared(t, neighbours(4), kCosine), Catch::Contains("leave out `metric`"));
}

TEST_CASE("knn_error weighs votes and losses by the weights of samples", "[knn_error][weights]") {
  const PointMetric& metric = *GENERATE(from_range(std::begin(kMetrics), std::end(kMetrics)));
  const Features subset = {0, 1, 3};
  Table soft = clouds(61, 6, 3, 5);
  soft.with_soft(random_soft(61, 3, 8), 3);
  for (Table t : {clouds(61, 6, 3, 1), hills(61, 6, 3), soft}) {
    t.standardise();
    Rng rng(4);
    for (std::size_t i = 0; i < t.n; ++i) t.weights.push_back(i % 9 == 0 ? 0 : 0.25 + rng.uniform());
    Prepared criterion(t, neighbours(4), metric);
    const double score = criterion.whole(subset);
    const std::vector<double> fold = criterion.report().fold;
    const std::vector<double> losses = plain_losses(t, subset, 4, metric, fold);
    double sum = 0, mass = 0;
    for (std::size_t i = 0; i < t.n; ++i) {
      CHECK(std::isnan(fold[i]) == (t.weights[i] == 0));
      sum += t.weights[i] * losses[i];
      mass += t.weights[i];
    }
    CHECK(score == Approx(sum / mass).epsilon(1e-12));
    CHECK(criterion.move(Move::add, {0, 1}, {2, 3})[1] == score);
    CHECK(criterion.move(Move::remove, {0, 1, 3, 4}, {0, 4})[1] == score);
    for (double& w : t.weights) w *= 64;
    CHECK(Prepared(t, neighbours(4), metric).whole(subset) == score);
  }
}

TEST_CASE("knn_error with weights of 1 is that without weights", "[knn_error][weights]") {
  KnnError::Options balanced = neighbours(3);
  balanced.loss = LossKind::balanced;
  for (const auto& options : {neighbours(3), balanced}) {
    Table t = clouds(50, 4, 3, 7);
    const double without = Prepared(t, options).whole({0, 2});
    t.weights.assign(50, 3);
    CHECK(Prepared(t, options).whole({0, 2}) == without);
  }
}

TEST_CASE("knn_error leaving one out is what is worked out by hand", "[knn_error]") {
  // 0 and 1 are of class 0, as is 4; 5 and 9 are of class 1.
  Table t(5, 1);
  t.x = {0, 1, 4, 5, 9};
  t.with_labels({0, 0, 0, 1, 1}, 2);
  // nearest: 1, 0, 5 (wrong), 4 (wrong), 5
  CHECK(Prepared(t, left_out(1)).whole({0}) == 0.4);
  // 0: {1, 4} right; 1: {0, 4 at 3} right; 4: {5, 1} one of each; 5: {4; 1 and 9 at 4}: class 0 wins, wrong;
  // 9: {5, 4} one of each. The errors 0, 0, 1/2, 1, 1/2.
  CHECK(Prepared(t, left_out(2)).whole({0}) == Approx(0.4));
  // in the classes: (0 + 0 + 1/2) / 3 and (1 + 1/2) / 2
  KnnError::Options balanced = left_out(2);
  balanced.loss = LossKind::balanced;
  CHECK(Prepared(t, balanced).whole({0}) == Approx((0.5 / 3 + 1.5 / 2) / 2));

  // means of the two nearest: 1: (0 + 6) / 2 = 3, ...
  t.with_real({0, 1, 6, 5, 9});
  const double squares =
      (3.5 * 3.5 + 2 * 2 + 3 * 3 + 16.0 / 3 * 0 + (5 - 16.0 / 3) * (5 - 16.0 / 3) + 3.5 * 3.5) / 5;
  CHECK(Prepared(t, left_out(2)).whole({0}) == Approx(squares));
  KnnError::Options root = left_out(2);
  root.loss = LossKind::root;
  CHECK(Prepared(t, root).whole({0}) == Approx(std::sqrt(squares)));
}

TEST_CASE("knn_error finds what two features tell together", "[knn_error]") {
  Table t = random_table(400, 4, 6);
  std::vector<std::int32_t> y;
  for (std::size_t i = 0; i < t.n; ++i) y.push_back(t.at(i, 1) * t.at(i, 2) > 0 ? 1 : 0);
  t.with_labels(y, 2);
  Prepared criterion(t, neighbours(5));
  const double together = criterion.whole({1, 2});
  CHECK(together < 0.15);
  for (const Features& other : {Features{1}, Features{2}, Features{0, 3}, Features{0, 1}})
    CHECK(criterion.whole(other) > together + 0.2);
}

TEST_CASE("knn_error leaving one out does not depend on the order of samples or classes",
          "[knn_error][property]") {
  for (const Table& t : {stepped(90, 4, 3), clouds(90, 4, 3, 3)}) {
    Table shuffled_table = reordered(t, shuffled(t.n, 5)), renumbered = t;
    for (auto& label : renumbered.labels) label = 2 - label;
    Table plain = t;
    const double expected = Prepared(plain, left_out(4)).whole({0, 2, 3});
    CHECK(Prepared(shuffled_table, left_out(4)).whole({0, 2, 3}) == Approx(expected).epsilon(1e-12));
    CHECK(Prepared(renumbered, left_out(4)).whole({0, 2, 3}) == Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("knn_error of certain soft labels is that of the labels", "[knn_error][property]") {
  const LossKind loss = GENERATE(LossKind::mean, LossKind::balanced);
  KnnError::Options options = neighbours(5);
  options.loss = loss;
  Table hard = clouds(80, 4, 3, 2), soft = hard;
  soft.with_soft(one_hot(hard.labels, 3), 3);
  CHECK(Prepared(hard, options).whole({0, 1}) == Prepared(soft, options).whole({0, 1}));
}

TEST_CASE("knn_error: no order of sums decides between votes of soft labels", "[knn_error]") {
  // Of the three that vote on the first sample, 0.1 + 0.2 + 0.3 for class 0 and 0.3 + 0.2 + 0.1 for class 1,
  // which differ in the last bit, would be its error 0 or 1; the others have less.
  REQUIRE(0.1 + 0.2 + 0.3 != 0.3 + 0.2 + 0.1);
  Table t(4, 1);
  t.x = {0, 1, 2, 3};
  t.with_soft({1, 0.1, 0.2, 0.3,   //
               0, 0.3, 0.2, 0.1,   //
               0, 0.2, 0.2, 0.1,   //
               0, 0.2, 0.1, 0.2,   //
               0, 0.1, 0.2, 0.15,  //
               0, 0.1, 0.1, 0.15},
              6);
  Prepared criterion(t, left_out(3));
  criterion.whole({0});
  CHECK(criterion.report().loss[0] == 0.5);
}

TEST_CASE("knn_error: a constant feature changes nothing, a copy of samples votes",
          "[knn_error][degenerate]") {
  Table t = clouds(60, 4, 2, 3);
  std::ranges::fill(t.column(3), 0.3);
  t.standardise();
  Prepared criterion(t, neighbours(5));
  CHECK(criterion.whole({0, 1, 3}) == criterion.whole({0, 1}));
  CHECK(criterion.whole({3}) == criterion.whole({}));

  Table twice(8, 1);
  twice.x = {0, 0, 1, 1, 2, 2, 3, 3};
  twice.with_labels({0, 0, 1, 1, 0, 0, 1, 1}, 2);
  CHECK(Prepared(twice, left_out(1)).whole({0}) == 0);
}

TEST_CASE("knn_error of the empty subset is that of the commonest class, or of the mean",
          "[knn_error][degenerate]") {
  Table t = random_table(50, 2, 1);
  std::vector<std::int32_t> y(50, 0);
  std::fill_n(y.begin(), 10, 1);
  t.with_labels(y, 2);
  Prepared criterion(t, neighbours(5));
  CHECK(criterion.whole({}) == Approx(0.2));
  CHECK(criterion.move(Move::remove, {1}, {1})[0] == criterion.whole({}));
  KnnError::Options balanced = neighbours(5);
  balanced.loss = LossKind::balanced;
  CHECK(Prepared(t, balanced).whole({}) == Approx(0.5));

  Table line(3, 1);
  line.x = {0, 1, 2};
  line.with_real({0, 3, 9});  // means of the others: 6, 4.5, 1.5
  CHECK(Prepared(line, left_out(1)).whole({}) == Approx((36 + 2.25 + 56.25) / 3));
}

TEST_CASE("knn_error with as many neighbours as others lets all vote, and says so",
          "[knn_error][degenerate]") {
  Table t = clouds(30, 3, 2, 1);
  SerialRuntime runtime;
  Prepared criterion(t, neighbours(24), kEuclidean, runtime);
  REQUIRE(runtime.warnings.size() == 1);
  CHECK_THAT(runtime.warnings[0], Catch::Contains("24") && Catch::Contains("all of them vote"));
  CHECK(criterion.whole({0, 1}) == criterion.whole({}));
  CHECK(criterion.move(Move::add, {0}, {1, 2})[0] == criterion.whole({}));
  SerialRuntime quiet;
  Prepared(t, neighbours(23), kEuclidean, quiet);
  CHECK(quiet.warnings.empty());
}

TEST_CASE("knn_error warns of a class of one sample and of one class only", "[knn_error][degenerate]") {
  Table t = clouds(30, 3, 2, 1);
  t.labels.assign(30, 0);
  SerialRuntime one;
  CHECK(Prepared(t, neighbours(3), kEuclidean, one).whole({0}) == 0);
  REQUIRE(one.warnings.size() == 1);
  CHECK_THAT(one.warnings[0], Catch::Contains("one class only"));

  t.labels[4] = 1;
  SerialRuntime alone;
  Prepared criterion(t, neighbours(1), kEuclidean, alone);
  REQUIRE(alone.warnings.size() == 1);
  CHECK_THAT(alone.warnings[0], Catch::Contains("always judged wrong"));
  criterion.whole({0, 1});
  CHECK(criterion.report().loss[4] == 1);
}

TEST_CASE("knn_error of tied samples does not depend on their order, origin or unit",
          "[knn_error][property]") {
  // Gaps of 1 that their z-scores round differently.
  Table worked(10, 1);
  worked.x = {5, 1, 0, 2, 2, 5, 3, 0, 2, 4};
  worked.with_labels({1, 1, 1, 0, 1, 0, 1, 0, 0, 1}, 2);
  const auto whole = [](Table t, const PointMetric& metric) {
    Features all(t.d);
    std::iota(all.begin(), all.end(), Feature{0});
    Prepared criterion(t.standardise(), left_out(3), metric);
    const double score = criterion.whole(all);
    Features without(all.begin(), all.end() - 1);
    CHECK(criterion.move(Move::add, without, {all.back()})[0] == score);
    return score;
  };
  CHECK(whole(worked, kEuclidean) == Approx(0.7).epsilon(1e-14));
  CHECK(whole(reordered(worked, {2, 6, 3, 9, 0, 5, 4, 8, 7, 1}), kEuclidean) == Approx(0.7).epsilon(1e-14));

  for (const PointMetric* metric : {kMetrics[0], kMetrics[1], kMetrics[2]}) {
    Table table = integer_table(80, 3, 5, 4);
    table.with_labels(random_labels(80, 3, 6), 3);
    const double before = whole(table, *metric);
    CHECK(whole(reordered(table, shuffled(80, 7)), *metric) == Approx(before).epsilon(1e-12));
    for (double& v : table.x) v = 0.1 * v + 100;
    CHECK(whole(table, *metric) == Approx(before).epsilon(1e-12));
  }
}

TEST_CASE("knn_error of real values keeps its digits far from 0", "[knn_error]") {
  Table table = hills(60, 2, 3);
  for (double& y : table.real) y = std::round(y * 1024) / 1024;  // exact beside 1e12
  const double before = Prepared(table, left_out(3)).whole({0, 1});
  for (double& y : table.real) y += 1e12;
  CHECK(Prepared(table, left_out(3)).whole({0, 1}) == Approx(before).epsilon(1e-13));
}

TEST_CASE("knn_error: samples of unknown target neither vote nor are judged", "[knn_error]") {
  Table all = clouds(70, 3, 2, 4);
  all.labels[7] = all.labels[33] = -1;
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < all.n; ++i)
    if (all.labels[i] >= 0) known.push_back(i);
  Table cut(known.size(), 3);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::size_t f = 0; f < 3; ++f) cut.at(i, f) = all.at(known[i], f);
    labels.push_back(all.labels[known[i]]);
  }
  cut.with_labels(labels, 2);
  Prepared criterion(all, neighbours(3));
  CHECK(criterion.whole({0, 1}) == Prepared(cut, neighbours(3)).whole({0, 1}));
  CHECK(std::isnan(criterion.report().fold[7]));
  CHECK(std::isnan(criterion.report().loss[33]));
}

TEST_CASE("knn_error reports on a whole subset only", "[knn_error]") {
  Table t = clouds(40, 3, 2, 4);
  Prepared criterion(t, neighbours(3));
  const double score = criterion.whole({0, 1});
  CHECK(mean(criterion.report().loss) == Approx(score));
  criterion.move(Move::add, {0, 1}, {2});
  CHECK(criterion.report().loss.empty());
}

// A metric that does not keep the contract.
struct Broken final : PointMetric {
  void distances(ConstMatrix, ConstMatrix, Matrix out) const override {
    for (std::uint64_t j = 0; j < out.cols; ++j) std::ranges::fill(out.column(j), kUnknown);
  }
};

TEST_CASE("knn_error refuses what it cannot use", "[knn_error][errors]") {
  Table t = clouds(20, 3, 2, 4);
  KnnError::Options options = neighbours(3);
  options.loss = LossKind::root;
  CHECK_THROWS_WITH(Prepared(t, options), Catch::Contains("root is for real values"));
  const Broken broken;
  CHECK_THROWS_WITH(Prepared(t, neighbours(3), broken).whole({0}), Catch::Contains("must be 0 or more"));

  Table far = t;
  far.at(3, 1) = -1e150;
  Prepared too_far(far, neighbours(3));
  CHECK_THROWS_WITH(too_far.whole({0, 1}), Catch::Contains("overflow"));
  CHECK_NOTHROW(too_far.whole({0}));

  Table few = t;
  few.labels.assign(20, -1);
  few.labels[2] = 0;
  CHECK_THROWS_WITH(Prepared(few, neighbours(3)), Catch::Contains("knows 1;"));

  Table real = hills(20, 3, 1);
  options.loss = LossKind::balanced;
  CHECK_THROWS_WITH(Prepared(real, options), Catch::Contains("the target is real values"));
}

}  // namespace
