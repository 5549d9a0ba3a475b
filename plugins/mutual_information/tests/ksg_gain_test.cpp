#include "ksg_fixture.hpp"

#include <ksg_gain.hpp>

#include <tamis/numerics/random.hpp>

#include <cmath>

namespace {

using namespace tamis;
using namespace tamis::mutual_information;
using namespace tamis::mutual_information::testing;

std::vector<double> gains(KsgGain& criterion, const Features& subset, const Features& candidates) {
  std::vector<double> values(candidates.size(), kUnknown);
  Scores scores(values, nullptr, -INFINITY);
  criterion.score(subset, Move::add, candidates, scores);
  return values;
}

/// Two numbers that tell of the class; then what tells nothing: a normal number, a rare flag, one of four values, heavy tails.
Table with_noise_of_all_kinds(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Table table(n, 6);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t f = 0; f < 3; ++f) table.at(i, f) = numerics::normal(rng);
    table.at(i, 3) = rng.below(12) == 0;
    table.at(i, 4) = static_cast<double>(rng.below(4));
    table.at(i, 5) = std::pow(numerics::normal(rng), 5);
    labels.push_back(table.at(i, 0) + table.at(i, 1) + 0.7 * numerics::normal(rng) > 0);
  }
  return table.with_labels(labels, 2);
}

}  // namespace

TEST_CASE("ksg_gain is the information with a feature less that with shuffled copies of it, bit by bit",
          "[ksg_gain]") {
  Table table = with_noise_of_all_kinds(90, 1);
  KsgGain criterion;
  criterion.options.copies = 2;
  criterion.prepare(table.view(), kSerial);
  Rng rng = stream(kSerial, criterion);
  std::vector<std::uint32_t> order(90);
  for (std::uint32_t i = 0; i < 90; ++i) order[i] = i;
  std::vector<Table> shuffled;  // all features but those of the subset
  const Features subset{0, 4};
  for (int b = 0; b < 2; ++b) {
    rng.shuffle(order);
    shuffled.push_back(table);
    for (const Feature f : {1u, 2u, 3u, 5u})
      for (std::size_t i = 0; i < 90; ++i) shuffled.back().at(i, f) = table.at(order[i], f);
  }
  const std::vector<double> seen = gains(criterion, subset, {1, 3, 5});
  for (std::size_t c = 0; c < 3; ++c) {
    const Features with{0, 4, Features{1, 3, 5}[c]};
    CHECK(seen[c] == Prepared(table, 3).whole(with) -
                         (Prepared(shuffled[0], 3).whole(with) + Prepared(shuffled[1], 3).whole(with)) / 2);
  }
}

TEST_CASE("beside features that tell of the target, noise of any kind gains nothing on the average",
          "[ksg_gain][property]") {
  constexpr int kDraws = 40;
  std::vector<double> sum(7, 0.0), squares(7, 0.0), plain(7, 0.0);
  for (int draw = 0; draw < kDraws; ++draw) {
    Table table = with_noise_of_all_kinds(300, 100 + static_cast<std::uint64_t>(draw));
    KsgGain criterion;
    criterion.prepare(table.view(), kSerial);
    const Features noise{2, 3, 4, 5};
    const std::vector<double> beside = gains(criterion, {0, 1}, noise);
    Prepared information(table, 3);
    const std::vector<double> with = information.move(Move::add, {0, 1}, noise);
    for (std::size_t c = 0; c < noise.size(); ++c) {
      sum[noise[c]] += beside[c], squares[noise[c]] += beside[c] * beside[c];
      plain[noise[c]] += (with[c] - information.whole({0, 1})) / kDraws;
    }
    CHECK(gains(criterion, {0}, {1})[0] > 0.05);
  }
  for (std::size_t f = 2; f < 6; ++f) {
    const double mean = sum[f] / kDraws, variance = squares[f] / kDraws - mean * mean;
    CHECK(std::abs(mean) < 3 * std::sqrt(variance / kDraws));
  }
  CHECK(std::ranges::max(plain) - std::ranges::min(plain) > 0.02);  // which the information itself does not
}

TEST_CASE("a constant feature gains nothing", "[ksg_gain][degenerate]") {
  Table table = with_noise_of_all_kinds(60, 3);
  for (double& x : table.column(2)) x = 7;
  KsgGain criterion;
  criterion.prepare(table.view(), kSerial);
  CHECK(gains(criterion, {}, {2}) == std::vector<double>{0});
  CHECK(gains(criterion, {0}, {2}) == std::vector<double>{0});
}
