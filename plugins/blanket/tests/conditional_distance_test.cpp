#include "conditional_distance.hpp"

#include "fixture.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/reported.hpp>

#include <numeric>

using namespace tamis;
using namespace tamis::blanket;
using tamis::testing::Reported;

namespace {

/// Eq. 1 word for word.
double literal_objective(const CodeTable& table, const std::vector<Feature>& theta, const Line& line) {
  const Target target = table.view().target();
  const std::size_t l = target.classes();
  std::map<std::vector<int>, std::vector<double>> given_all, given_some;
  const auto key = [&](std::size_t i, bool all) {
    std::vector<int> codes;
    if (all)
      for (const auto& column : table.columns()) codes.push_back(column[i]);
    else
      for (const Feature j : theta) codes.push_back(table.columns()[j][i]);
    return codes;
  };
  double total = 0;
  for (std::size_t i = 0; i < target.samples(); ++i) {
    auto &all = given_all[key(i, true)], &some = given_some[key(i, false)];
    all.resize(l), some.resize(l);
    const auto masses = masses_of(target, i);
    for (std::size_t c = 0; c < l; ++c) all[c] += masses[c], some[c] += masses[c], total += masses[c];
  }
  double sum = 0;
  std::map<std::vector<int>, bool> done;
  for (std::size_t i = 0; i < target.samples(); ++i) {
    if (std::exchange(done[key(i, true)], true)) continue;
    std::vector<double> p = given_all[key(i, true)], q = given_some[key(i, false)];
    const double n = std::accumulate(p.begin(), p.end(), 0.0), m = std::accumulate(q.begin(), q.end(), 0.0);
    std::vector<std::uint32_t> classes(l);
    std::iota(classes.begin(), classes.end(), 0u);
    for (std::size_t c = 0; c < l; ++c) p[c] /= n, q[c] /= m;
    const std::vector<std::uint64_t> start{0, l};
    double distance = 0;
    line.distances({start, classes, {}, {}, p}, {start, classes, {}, {}, q}, {&distance, 1});
    sum += n * distance;
  }
  return sum / total;
}

struct Prepared {
  explicit Prepared(const CodeTable& table) {
    criterion.options.divergence = line;
    criterion.prepare(table.view(), serial);
  }
  std::vector<double> scores(const std::vector<Feature>& subset, Move move,
                             const std::vector<Feature>& candidates = {}) {
    std::vector<double> out(move == Move::whole ? 1 : candidates.size());
    Scores scores(out, nullptr, 1e300);
    criterion.score(subset, move, candidates, scores);
    return out;
  }
  testing::SerialRuntime serial;
  Line line;
  ConditionalDistance criterion;
};

}  // namespace

TEST_CASE("conditional_distance is eq. 1 for every move", "[conditional_distance]") {
  Rng rng(1);
  for (const int levels : {2, 5}) {
    const Codes codes = random_codes(rng, 200, 5, levels, 0.7);
    CodeTable table(codes);
    table.labels(random_labels(rng, codes, 4), 4);
    Prepared method(table);
    const std::vector<Feature> subset{0, 3}, others{1, 2, 4};
    CHECK(method.scores(subset, Move::whole)[0] ==
          Approx(literal_objective(table, subset, method.line)).epsilon(1e-12));
    CHECK(method.scores({}, Move::whole)[0] == Approx(literal_objective(table, {}, method.line)));
    const auto added = method.scores(subset, Move::add, others);
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(added[k] == Approx(literal_objective(table, {0, 3, others[k]}, method.line)).epsilon(1e-12));
    const auto removed = method.scores(subset, Move::remove, subset);
    CHECK(removed[0] == Approx(literal_objective(table, {3}, method.line)).epsilon(1e-12));
    CHECK(removed[1] == Approx(literal_objective(table, {0}, method.line)).epsilon(1e-12));
    CHECK(method.scores({0, 1, 2, 3, 4}, Move::whole)[0] == 0);
  }
}

TEST_CASE("conditional_distance takes soft labels and sets, and one-hot soft labels as the labels",
          "[conditional_distance]") {
  Rng rng(2);
  const Codes codes = random_codes(rng, 80, 4, 3, 0.6);
  const auto labels = random_labels(rng, codes, 3);
  CodeTable hard(codes), one_hot(codes), soft(codes), sets(codes);
  hard.labels(labels, 3);
  std::vector<double> exact(240), unsure(240);
  std::vector<std::vector<std::int32_t>> several;
  for (std::size_t i = 0; i < 80; ++i) {
    const auto y = static_cast<std::size_t>(labels[i]);
    exact[i + 80 * y] = 1;
    unsure[i + 80 * y] = 0.75;
    unsure[i + 80 * ((y + 1) % 3)] = 0.25;
    several.push_back(i % 4 ? std::vector<std::int32_t>{labels[i]} : std::vector<std::int32_t>{0, 2});
  }
  one_hot.soft(exact, 3);
  soft.soft(unsure, 3);
  sets.sets(several, 3);
  const std::vector<Feature> subset{1, 2};
  CHECK(Prepared(one_hot).scores(subset, Move::whole) == Prepared(hard).scores(subset, Move::whole));
  for (const CodeTable* table : {&soft, &sets}) {
    Prepared method(*table);
    CHECK(method.scores(subset, Move::whole)[0] ==
          Approx(literal_objective(*table, subset, method.line)).epsilon(1e-12));
  }
}

TEST_CASE("conditional_distance reports what its divergence does", "[conditional_distance]") {
  struct Telling final : Line {
    void report(const Diagnostics& out) const override { out.number("plans", 7); }
  } telling;
  ConditionalDistance criterion;
  criterion.options.divergence = telling;
  CHECK(Reported(criterion).numbers.at("plans") == 7);
}

TEST_CASE("a constant feature and a copy change no conditional_distance",
          "[conditional_distance][degenerate]") {
  Rng rng(3);
  Codes codes = random_codes(rng, 60, 4, 3, 0.6);
  codes[2].assign(60, 7);
  codes[3] = codes[0];
  CodeTable table(codes);
  table.labels(random_labels(rng, codes, 3), 3);
  Prepared method(table);
  const auto added = method.scores({0}, Move::add, {2, 3});
  const double alone = method.scores({0}, Move::whole)[0];
  CHECK(added == std::vector<double>{alone, alone});
}

TEST_CASE("a whole weight of a sample is as many rows in eq. 1, and of weight 0 none",
          "[conditional_distance][weights]") {
  Rng rng(21);
  const Codes codes = random_codes(rng, 80, 4, 3, 0.8);
  const auto labels = random_labels(rng, codes, 3);
  std::vector<double> weights;
  Codes repeated(4);
  std::vector<std::int32_t> labels_of_repeated;
  for (std::size_t i = 0; i < 80; ++i) {
    weights.push_back(static_cast<double>(rng.below(4)));
    for (int copy = 0; copy < weights[i]; ++copy) {
      for (std::size_t j = 0; j < 4; ++j) repeated[j].push_back(codes[j][i]);
      labels_of_repeated.push_back(labels[i]);
    }
  }
  CodeTable weighted(codes), rows(repeated);
  weighted.labels(labels, 3);
  weighted.weights(weights);
  rows.labels(labels_of_repeated, 3);
  Prepared of_weights(weighted), of_rows(rows);
  const std::vector<Feature> subset{1}, others{0, 2, 3};
  const auto scores = of_weights.scores(subset, Move::add, others);
  const auto expected = of_rows.scores(subset, Move::add, others);
  for (std::size_t k = 0; k < 3; ++k) CHECK(scores[k] == Approx(expected[k]).epsilon(1e-12));
}
