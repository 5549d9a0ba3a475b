#include "markov_blanket.hpp"

#include "fixture.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/reported.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace tamis;
using namespace tamis::blanket;
using tamis::testing::Reported;

namespace {

std::vector<Feature> all_of(const CodeTable& table) {
  std::vector<Feature> all(table.columns().size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// A criterion on a table, with a metric of this folder.
struct PreparedBlanket {
  explicit PreparedBlanket(const CodeTable& table, MarkovBlanket::Options options = {},
                           std::uint64_t seed = 0, bool kl = false)
      : serial(seed) {
    criterion.options = options;
    criterion.options.divergence = kl ? static_cast<DistributionMetric&>(plain_kl) : line;
    criterion.prepare(table.view(), serial);
  }
  std::vector<double> losses(const std::vector<Feature>& subset) {
    std::vector<double> out(subset.size());
    Scores scores(out, nullptr, std::numeric_limits<double>::infinity());
    criterion.score(subset, Move::remove, subset, scores);
    return out;
  }
  /// Features in the order of their removal, ties within 1e-10 to the smaller index, with their losses.
  std::vector<std::pair<Feature, double>> eliminate(std::vector<Feature> subset, bool lazily,
                                                    const CodeTable& table, MarkovBlanket::Options options) {
    std::vector<std::pair<Feature, double>> order;
    while (!subset.empty()) {
      std::vector<double> loss;
      if (lazily) {
        loss = losses(subset);
      } else {
        PreparedBlanket fresh(table, options);
        loss = fresh.losses(subset);
      }
      const double least = *std::min_element(loss.begin(), loss.end());
      std::size_t k = 0;
      while (loss[k] > least + 1e-10) ++k;
      order.emplace_back(subset[k], loss[k]);
      subset.erase(subset.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return order;
  }
  testing::SerialRuntime serial;
  Line line;
  PlainKl plain_kl;
  MarkovBlanket criterion;
};

MarkovBlanket::Options sized(int size) {
  MarkovBlanket::Options options;
  options.size = size;
  return options;
}

/// Features 0..n_informative-1 tell the class, the rest are noise; codes in 0..levels-1.
std::unique_ptr<CodeTable> informative_and_noise(std::uint64_t seed, std::size_t n, int classes, int levels,
                                                 std::size_t informative, std::size_t noise) {
  Rng rng(seed);
  Codes codes(informative + noise, std::vector<std::uint8_t>(n));
  std::vector<std::int32_t> labels;
  std::vector<std::vector<std::uint64_t>> centre(informative);
  for (auto& of_class : centre)
    for (int c = 0; c < classes; ++c) of_class.push_back(rng.below(static_cast<std::uint64_t>(levels)));
  for (std::size_t i = 0; i < n; ++i) {
    labels.push_back(static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(classes))));
    for (std::size_t j = 0; j < codes.size(); ++j) {
      std::uint64_t code = rng.below(static_cast<std::uint64_t>(levels));
      if (j < informative && rng.uniform() < 0.5) code = centre[j][static_cast<std::size_t>(labels[i])];
      codes[j][i] = static_cast<std::uint8_t>(code);
    }
  }
  auto table = std::make_unique<CodeTable>(std::move(codes));
  table->labels(std::move(labels), static_cast<std::uint32_t>(classes));
  return table;
}

/// How often an informative feature loses more than a noise feature: the area under the ROC curve.
double area(const std::vector<double>& losses, std::size_t informative) {
  double wins = 0;
  for (std::size_t i = 0; i < informative; ++i)
    for (std::size_t j = informative; j < losses.size(); ++j)
      wins += losses[i] > losses[j] ? 1.0 : losses[i] == losses[j] ? 0.5 : 0.0;
  return wins / static_cast<double>(informative * (losses.size() - informative));
}

}  // namespace

TEST_CASE("losses are eq. 4 with the blanket of the strongest correlations", "[markov_blanket]") {
  Rng rng(1);
  Codes codes = random_codes(rng, 200, 8, 3, 0.5);
  auto labels = random_labels(rng, codes, 5);
  CodeTable table(codes);
  table.labels(std::move(labels), 5);
  for (const int size : {0, 1, 3, 7, 20}) {
    PreparedBlanket method(table, sized(size));
    const auto losses = method.losses(all_of(table));
    const std::vector<double> blankets = Reported(method.criterion).tables.at("blankets");
    for (Feature i = 0; i < 8; ++i) {
      std::vector<Feature> given;
      for (int k = 0; k < size; ++k) {
        const double j = blankets[i + static_cast<std::size_t>(2 + k) * 8];
        if (!std::isnan(j)) given.push_back(static_cast<Feature>(j));
      }
      CHECK(given.size() == static_cast<std::size_t>(std::min(size, 7)));
      Line line;
      CHECK(losses[i] == Approx(literal_loss(table, given, i, line)).epsilon(1e-12).margin(1e-15));
    }
  }
}

TEST_CASE("a whole weight of a sample is as many rows, and a common factor changes nothing",
          "[markov_blanket][weights]") {
  for (const Associate association : {Associate::correlation, Associate::mutual_information}) {
    Rng rng(11);
    const Codes codes = random_codes(rng, 150, 8, 4, 0.6);
    const auto labels = random_labels(rng, codes, 4);
    std::vector<double> weights;
    for (std::size_t i = 0; i < 150; ++i) weights.push_back(static_cast<double>(rng.below(4)));

    Codes repeated(8);
    std::vector<std::int32_t> labels_of_repeated;
    for (std::size_t i = 0; i < 150; ++i)
      for (int copy = 0; copy < weights[i]; ++copy) {
        for (std::size_t j = 0; j < 8; ++j) repeated[j].push_back(codes[j][i]);
        labels_of_repeated.push_back(labels[i]);
      }
    CodeTable weighted(codes), rows(repeated), scaled(codes);
    weighted.labels(labels, 4);
    weighted.weights(weights);
    rows.labels(labels_of_repeated, 4);
    scaled.labels(labels, 4);
    for (double& w : weights) w *= 0.3;
    scaled.weights(weights);

    MarkovBlanket::Options options;
    options.association = association;
    const auto expected = PreparedBlanket(rows, options).losses(all_of(rows));
    CHECK(PreparedBlanket(weighted, options).losses(all_of(weighted)) == expected);
    const auto of_scaled = PreparedBlanket(scaled, options).losses(all_of(scaled));
    for (Feature j = 0; j < 8; ++j) CHECK(of_scaled[j] == Approx(expected[j]).epsilon(1e-12).margin(1e-14));
    options.smoothing = 1;
    CHECK(PreparedBlanket(weighted, options).losses(all_of(weighted)) ==
          PreparedBlanket(rows, options).losses(all_of(rows)));
  }
}

TEST_CASE("the weights of samples multiply soft labels and the copies of sets", "[markov_blanket][weights]") {
  Rng rng(12);
  const Codes codes = random_codes(rng, 60, 5, 3, 0.7);
  Codes repeated(5);
  std::vector<double> weights, soft(60 * 3);
  std::vector<std::vector<std::int32_t>> sets(60), sets_of_repeated;
  std::vector<std::size_t> row_of;
  for (std::size_t i = 0; i < 60; ++i) {
    weights.push_back(static_cast<double>(1 + rng.below(3)));
    const double p = rng.uniform();
    soft[i] = p / 2, soft[i + 60] = p / 2, soft[i + 120] = 1 - p;
    for (std::int32_t c = 0; c < 3; ++c)
      if (rng.below(2) || (c == 2 && sets[i].empty())) sets[i].push_back(c);
    for (int copy = 0; copy < weights[i]; ++copy) row_of.push_back(i);
  }
  std::vector<double> soft_of_repeated;
  for (std::size_t c = 0; c < 3; ++c)
    for (const std::size_t i : row_of) soft_of_repeated.push_back(soft[i + c * 60]);
  for (const std::size_t i : row_of) {
    for (std::size_t j = 0; j < 5; ++j) repeated[j].push_back(codes[j][i]);
    sets_of_repeated.push_back(sets[i]);
  }
  for (const bool with_sets : {false, true}) {
    CodeTable weighted(codes), rows(repeated);
    weighted.weights(weights);
    if (with_sets)
      weighted.sets(sets, 3), rows.sets(sets_of_repeated, 3);
    else
      weighted.soft(soft, 3), rows.soft(soft_of_repeated, 3);
    const auto expected = PreparedBlanket(rows).losses(all_of(rows));
    const auto losses = PreparedBlanket(weighted).losses(all_of(weighted));
    for (Feature j = 0; j < 5; ++j) CHECK(losses[j] == Approx(expected[j]).epsilon(1e-12).margin(1e-14));
  }
}

TEST_CASE("weights that are all 0, or whose sum overflows, are refused",
          "[markov_blanket][weights][errors]") {
  CodeTable table({{0, 1, 1}, {1, 0, 1}});
  table.labels({0, 1, 1}, 2);
  table.weights({0, 0, 0});
  CHECK_THROWS_WITH(PreparedBlanket(table), "no sample has a weight above 0");
  table.weights({1e308, 1e308, 1e308});
  CHECK_THROWS_WITH(PreparedBlanket(table), Catch::Contains("is not finite"));
}

TEST_CASE(
    "computing only what a removal touched gives the order and the losses of computing all, bit for bit",
    "[markov_blanket]") {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Rng rng(seed);
    Codes codes = random_codes(rng, 100, 25, seed % 2 ? 2 : 4, seed < 4 ? 0.15 : 0.8);
    codes[7] = codes[3];
    auto labels = random_labels(rng, codes, 6);
    CodeTable table(std::move(codes));
    table.labels(std::move(labels), 6);
    for (const int size : {1, 3}) {
      PreparedBlanket method(table, sized(size));
      const auto lazy = method.eliminate(all_of(table), true, table, sized(size));
      CHECK(lazy == method.eliminate(all_of(table), false, table, sized(size)));
      CHECK(method.criterion.losses_computed() < 25 * 26 / 2 - 25);
    }
  }
}

TEST_CASE("a score depends on the subset alone, not on what was asked before", "[markov_blanket]") {
  Rng rng(5);
  Codes codes = random_codes(rng, 80, 12, 3, 0.6);
  auto labels = random_labels(rng, codes, 4);
  CodeTable table(std::move(codes));
  table.labels(std::move(labels), 4);
  PreparedBlanket method(table);
  const auto first = method.losses(all_of(table));
  for (int visit = 0; visit < 20; ++visit) {
    std::vector<Feature> subset;
    for (Feature j = 0; j < 12; ++j)
      if (rng.below(2)) subset.push_back(j);
    if (subset.empty()) continue;
    CHECK(method.losses(subset) == PreparedBlanket(table).losses(subset));
  }
  CHECK(method.losses(all_of(table)) == first);
}

TEST_CASE("an error in the middle of a step leaves no loss that outlives its blanket",
          "[markov_blanket][errors]") {
  struct Failing final : Line {
    mutable int calls = 0;
    void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
      if (++calls == 6) throw NumericError("the sixth call fails");
      Line::distances(p, q, out);
    }
  };
  Rng rng(9);
  Codes codes = random_codes(rng, 80, 12, 3, 0.6);
  const auto labels = random_labels(rng, codes, 4);
  CodeTable table(std::move(codes));
  table.labels(labels, 4);
  Failing failing;
  testing::SerialRuntime serial;
  MarkovBlanket method;
  method.options.divergence = failing;
  method.prepare(table.view(), serial);
  std::vector<Feature> subset = all_of(table);
  std::vector<double> losses(subset.size());
  Scores scores(losses, nullptr, std::numeric_limits<double>::infinity());
  CHECK_THROWS_AS(method.score(subset, Move::remove, subset, scores), NumericError);
  method.score(subset, Move::remove, subset, scores);
  for (const Feature removed : {11u, 10u, 9u, 8u, 7u, 6u}) {
    subset.resize(removed);
    std::vector<double> left(removed);
    Scores of_left(left, nullptr, std::numeric_limits<double>::infinity());
    method.score(subset, Move::remove, subset, of_left);
    CHECK(left == PreparedBlanket(table).losses(subset));
  }
}

TEST_CASE("with kl the loss is the mutual information of feature and class given the blanket",
          "[markov_blanket]") {
  Rng rng(2);
  const Codes codes = random_codes(rng, 300, 2, 3, 0.9);
  const auto labels = random_labels(rng, codes, 4);
  CodeTable table(codes);
  table.labels(labels, 4);
  std::map<std::vector<int>, double> xyg, xg, yg, g;
  for (std::size_t i = 0; i < 300; ++i) {
    const int x = codes[0][i], z = codes[1][i], y = labels[i];
    xyg[{x, y, z}] += 1 / 300.0, xg[{x, z}] += 1 / 300.0, yg[{y, z}] += 1 / 300.0, g[{z}] += 1 / 300.0;
  }
  double information = 0;
  for (const auto& [k, p] : xyg)
    information += p * std::log(p * g[{k[2]}] / (xg[{k[0], k[2]}] * yg[{k[1], k[2]}]));
  PreparedBlanket method(table, sized(1), 0, true);
  CHECK(method.losses({0, 1})[0] == Approx(information).epsilon(1e-12));
}

TEST_CASE("a copy in the blanket, a constant and noise without information lose nothing",
          "[markov_blanket]") {
  Rng rng(3);
  Codes codes = random_codes(rng, 60, 5, 2, 0.5);
  codes[3].assign(60, 2);
  codes[4] = codes[0];
  const auto labels = random_labels(rng, codes, 3);
  CodeTable table(std::move(codes));
  table.labels(labels, 3);
  const auto losses = PreparedBlanket(table, sized(1)).losses(all_of(table));
  CHECK(losses[0] == 0);
  CHECK(losses[3] == 0);
  CHECK(losses[4] == 0);
  CHECK(losses[1] > 0);
}

TEST_CASE("with labels of one class every loss is 0, and that is said", "[markov_blanket]") {
  Rng rng(4);
  CodeTable table(random_codes(rng, 40, 4, 3, 0.7));
  table.labels(std::vector<std::int32_t>(40, 1), 3);
  PreparedBlanket method(table);
  for (const double loss : method.losses(all_of(table))) CHECK(loss == 0);
  REQUIRE_FALSE(method.serial.warnings.empty());
  CHECK_THAT(method.serial.warnings[0], Catch::Contains("only one class"));
}

TEST_CASE("one-hot soft labels, class labels and sets of one label have the same losses to the bit",
          "[markov_blanket]") {
  Rng rng(6);
  const Codes codes = random_codes(rng, 90, 6, 3, 0.6);
  const auto labels = random_labels(rng, codes, 4);
  CodeTable hard(codes), soft(codes), sets(codes);
  hard.labels(labels, 4);
  std::vector<double> memberships(90 * 4);
  std::vector<std::vector<std::int32_t>> single;
  for (std::size_t i = 0; i < 90; ++i) {
    memberships[i + 90 * static_cast<std::size_t>(labels[i])] = 1;
    single.push_back({labels[i]});
  }
  soft.soft(memberships, 4);
  sets.sets(single, 4);
  const auto expected = PreparedBlanket(hard).losses(all_of(hard));
  CHECK(PreparedBlanket(soft).losses(all_of(soft)) == expected);
  CHECK(PreparedBlanket(sets).losses(all_of(sets)) == expected);
}

TEST_CASE("losses do not depend on the order of the samples, nor on how codes are moved or mirrored",
          "[markov_blanket]") {
  Rng rng(7);
  const Codes codes = random_codes(rng, 150, 9, 4, 0.5);
  const auto labels = random_labels(rng, codes, 5);
  CodeTable table(codes);
  table.labels(labels, 5);
  const auto expected = PreparedBlanket(table).losses(all_of(table));

  std::vector<std::size_t> order(150);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t k = 150; k > 1; --k) std::swap(order[k - 1], order[rng.below(k)]);
  Codes shuffled(9), mirrored = codes;
  std::vector<std::int32_t> shuffled_labels;
  for (const std::size_t i : order) {
    shuffled_labels.push_back(labels[i]);
    for (std::size_t j = 0; j < 9; ++j) shuffled[j].push_back(codes[j][i]);
  }
  for (std::size_t j = 0; j < 9; j += 2)
    for (auto& code : mirrored[j]) code = static_cast<std::uint8_t>(250 - 7 * code);
  CodeTable a(shuffled), b(mirrored);
  a.labels(shuffled_labels, 5);
  b.labels(labels, 5);
  CHECK(PreparedBlanket(a).losses(all_of(a)) == expected);
  const auto seen = PreparedBlanket(b).losses(all_of(b));
  for (std::size_t j = 0; j < 9; ++j) CHECK(seen[j] == Approx(expected[j]).epsilon(1e-12));
}

TEST_CASE("thin cells turn the order over; the shuffle correction turns it back, smoothing less surely",
          "[markov_blanket][fragmentation]") {
  constexpr std::size_t kInformative = 6, kNoise = 6;
  const auto made = informative_and_noise(11, 10'000, 20, 10, kInformative, kNoise);
  std::vector<std::string> warnings;
  const auto area_with = [&](const MarkovBlanket::Options& options) {
    PreparedBlanket method(*made, options);
    const double out = area(method.losses(all_of(*made)), kInformative);
    warnings = method.serial.warnings;
    return out;
  };
  CHECK(area_with(sized(1)) == 1.0);
  CHECK(warnings.empty());  // 100 samples a cell
  CHECK(area_with(sized(3)) == 0.0);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Catch::Contains("1.9 samples on average") && Catch::Contains("\"shuffle\""));
  MarkovBlanket::Options smoothed = sized(3), shuffled = sized(3);
  smoothed.smoothing = 1;
  shuffled.correction = Correct::shuffle;
  CHECK(area_with(shuffled) == 1.0);
  CHECK(warnings.empty());
  CHECK(area_with(smoothed) > 0.8);
}

TEST_CASE("without blankets thin cells are not blamed on their size", "[markov_blanket][fragmentation]") {
  const auto made = informative_and_noise(13, 30, 3, 9, 1, 1);
  PreparedBlanket method(*made, sized(0));
  method.losses(all_of(*made));
  REQUIRE(method.serial.warnings.size() == 1);
  CHECK_THAT(method.serial.warnings[0], Catch::EndsWith("smoothing = 1 or fewer bins"));
}

TEST_CASE("the shuffle correction depends on the seed, and on nothing else that changes",
          "[markov_blanket]") {
  const auto made = informative_and_noise(12, 300, 4, 4, 2, 3);
  const CodeTable& table = *made;
  MarkovBlanket::Options options;
  options.correction = Correct::shuffle;
  options.shuffles = 3;
  const auto losses = PreparedBlanket(table, options, 1).losses(all_of(table));
  CHECK(PreparedBlanket(table, options, 1).losses(all_of(table)) == losses);
  CHECK(PreparedBlanket(table, options, 2).losses(all_of(table)) != losses);
}

TEST_CASE("with clean labels beside the observed ones the bound of eq. 21 is their mean distance",
          "[markov_blanket]") {
  Rng rng(8);
  CodeTable table(random_codes(rng, 10, 2, 2, 0.5));
  table.labels({0, 1, 2, 3, 0, 1, 2, 3, 0, 1}, 4);
  table.clean({0, 1, 2, 0, 0, 3, 2, 3, 0, 1});  // off by 3 and by 2
  PreparedBlanket method(table);
  method.losses(all_of(table));
  CHECK(Reported(method.criterion).numbers.at("label_noise_bound") == Approx(0.5));

  PreparedBlanket unbounded(table, {}, 0, true);  // certain labels that differ are infinitely far apart
  CHECK(Reported(unbounded.criterion).numbers.count("label_noise_bound") == 0);
}
