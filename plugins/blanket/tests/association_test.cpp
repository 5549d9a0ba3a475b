#include "absolute_correlation.hpp"
#include "fixture.hpp"
#include "mutual_information.hpp"
#include "weighted_correlation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace tamis;
using namespace tamis::blanket;

namespace {

double literal_correlation(const std::vector<double>& a, const std::vector<double>& b,
                           const std::vector<double>& w) {
  double n = 0, ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) n += w[i], ma += w[i] * a[i], mb += w[i] * b[i];
  ma /= n, mb /= n;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += w[i] * (a[i] - ma) * (a[i] - ma);
    bb += w[i] * (b[i] - mb) * (b[i] - mb);
    ab += w[i] * (a[i] - ma) * (b[i] - mb);
  }
  return aa > 0 && bb > 0 ? std::abs(ab) / std::sqrt(aa * bb) : 0;
}

std::vector<double> numbers(const std::vector<std::uint8_t>& codes) { return {codes.begin(), codes.end()}; }

/// The features without i in the order of their association with it.
std::vector<Feature> order_of(const Association& association, Feature i, Feature d) {
  std::vector<AssociationRow> rows(1);
  association.fill({&i, 1}, rows);
  std::vector<Feature> order(d);
  std::iota(order.begin(), order.end(), 0u);
  order.erase(order.begin() + i);
  std::sort(order.begin(), order.end(),
            [&](Feature a, Feature b) { return association.before(rows[0], a, b); });
  return order;
}

}  // namespace

TEST_CASE("features are ordered by |correlation|, sparse or dense, with labels counted as copies",
          "[correlation]") {
  Rng rng(1);
  for (const int levels : {2, 10, 256})
    for (const double share : {0.1, 0.9})
      for (const bool with_sets : {false, true}) {
        Codes codes = random_codes(rng, 300, 12, levels, share);
        codes[5].assign(300, 3);  // constant
        CodeTable table(codes);
        std::vector<double> weights(300, 1.0);
        if (with_sets) {
          std::vector<std::vector<std::int32_t>> sets(300);
          for (std::size_t i = 0; i < 300; ++i) {
            weights[i] = static_cast<double>(1 + rng.below(5));
            for (std::int32_t c = 0; c < weights[i]; ++c) sets[i].push_back(c);
          }
          table.sets(sets, 5);
        } else {
          table.labels(random_labels(rng, codes, 3), 3);
        }
        testing::SerialRuntime serial;
        const CodedFeatures features(table.view(), serial);
        const ClassMasses labels(table.view().target());
        const AbsoluteCorrelation correlation(features, labels, serial);
        for (const Feature i : {Feature{0}, Feature{5}, Feature{11}}) {
          const std::vector<Feature> order = order_of(correlation, i, 12);
          double last = 2;
          for (const Feature j : order) {
            const double rho = literal_correlation(numbers(codes[i]), numbers(codes[j]), weights);
            CHECK(rho <= last + 1e-12);
            last = rho;
          }
        }
        CHECK(order_of(correlation, 5, 12) == std::vector<Feature>{0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11});
      }
}

TEST_CASE("exactly equal correlations go by index, with 100 000 samples and codes up to 255",
          "[correlation]") {
  constexpr std::size_t kSamples = 100'000;
  Rng rng(2);
  Codes codes(6, std::vector<std::uint8_t>(kSamples));
  for (std::size_t i = 0; i < kSamples; ++i) {
    codes[0][i] = static_cast<std::uint8_t>(rng.below(256));
    codes[1][i] = static_cast<std::uint8_t>(codes[0][i] / 2 + rng.below(128));
    codes[2][i] = static_cast<std::uint8_t>(255 - codes[1][i]);  // as well correlated
    codes[3][i] = codes[1][i];
    codes[4][i] = codes[1][i];
    codes[5][i] = static_cast<std::uint8_t>(codes[1][i] / 2);
  }
  // one cell in 100 000 off by one: unequal from the tenth digit on
  codes[3][0] = static_cast<std::uint8_t>(codes[3][0] == 255 ? 254 : codes[3][0] + 1);
  CodeTable table(codes);
  table.labels(std::vector<std::int32_t>(kSamples, 0), 1);
  testing::SerialRuntime serial;
  const CodedFeatures features(table.view(), serial);
  const ClassMasses labels(table.view().target());
  const AbsoluteCorrelation correlation(features, labels, serial);
  const auto order = order_of(correlation, 0, 6);
  const auto place = [&](Feature j) { return std::find(order.begin(), order.end(), j) - order.begin(); };
  CHECK(place(1) < place(2));
  CHECK(place(2) < place(4));
  CHECK(place(4) - place(1) <= 3);
  // 3 is truly different: it stands before or behind all of the equal ones
  CHECK((place(3) < place(1) || place(3) > place(4)));
}

TEST_CASE("with weights of samples correlations are weighted, and samples of weight 0 make no feature vary",
          "[correlation][weights]") {
  Rng rng(4);
  Codes codes = random_codes(rng, 300, 9, 10, 0.5);
  std::vector<double> weights;
  for (std::size_t i = 0; i < 300; ++i) weights.push_back(rng.below(3) ? rng.uniform() : 0.0);
  for (std::size_t i = 0; i < 300; ++i) codes[5][i] = weights[i] > 0 ? 7 : 0;  // constant where it counts
  codes[8] = codes[2];
  CodeTable table(codes);
  table.labels(random_labels(rng, codes, 3), 3);
  testing::SerialRuntime serial;
  const CodedFeatures features(table.view(), serial);
  const ClassMasses labels(table.view().target(), weights);
  const WeightedCorrelation correlation(features, labels);
  for (const Feature i : {Feature{0}, Feature{5}, Feature{6}}) {
    std::vector<AssociationRow> rows(1);
    correlation.fill({&i, 1}, rows);
    for (Feature j = 0; j < 9; ++j) {
      const double rho = literal_correlation(numbers(codes[i]), numbers(codes[j]), weights);
      CHECK(rows[0].strength[j] * 1e-12 == Approx(i == 5 || j == 5 ? 0 : rho * rho).margin(2e-12));
    }
    CHECK(rows[0].strength[2] == rows[0].strength[8]);
  }
}

TEST_CASE("mutual information orders features whatever their codes are called", "[mutual_information]") {
  Rng rng(3);
  Codes codes = random_codes(rng, 400, 8, 5, 0.8);
  for (std::size_t i = 0; i < 400; ++i)
    codes[1][i] = static_cast<std::uint8_t>((codes[0][i] * 3 + 1) % 7);  // renamed: as informative as itself
  codes[2] = codes[1];
  codes[3].assign(400, 9);
  CodeTable table(codes);
  table.labels(random_labels(rng, codes, 3), 3);
  testing::SerialRuntime serial;
  const CodedFeatures features(table.view(), serial);
  const ClassMasses labels(table.view().target());
  const MutualInformation information(features, labels);
  CHECK(order_of(information, 0, 8)[0] == 1);
  CHECK(order_of(information, 0, 8)[1] == 2);

  for (const Feature i : {Feature{0}, Feature{3}, Feature{6}}) {
    std::vector<AssociationRow> rows(1);
    information.fill({&i, 1}, rows);
    for (Feature j = 0; j < 8; ++j) {
      std::map<std::pair<int, int>, double> joint;
      std::map<int, double> a, b;
      for (std::size_t s = 0; s < 400; ++s)
        joint[{codes[i][s], codes[j][s]}] += 1 / 400.0, a[codes[i][s]] += 1 / 400.0,
            b[codes[j][s]] += 1 / 400.0;
      double expected = 0;
      for (const auto& [key, p] : joint) expected += p * std::log(p / (a[key.first] * b[key.second]));
      CHECK(rows[0].strength[j] * 1e-12 == Approx(expected).margin(1e-11));
    }
  }
}
