#include "contingency.hpp"

#include "expected_distance.hpp"
#include "fixture.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::blanket;

namespace {

double loss(const CodeTable& table, const std::vector<Feature>& given, Feature x, DistributionMetric& metric,
            double smoothing = 0) {
  testing::SerialRuntime serial;
  metric.prepare(table.view(), serial);
  const CodedFeatures features(table.view(), serial);
  const ClassMasses labels(table.view().target());
  Tabulator tabulator(features, labels);
  return ExpectedDistance(metric, labels, smoothing)(tabulator.tabulate(given, x));
}

}  // namespace

TEST_CASE("the loss is eq. 4 for binary and many-valued, sparse and dense features", "[contingency]") {
  Rng rng(1);
  Line line;
  PlainKl kl;
  for (const int levels : {2, 3, 10, 200})
    for (const double share : {0.05, 0.5, 1.0})
      for (const double smoothing : {0.0, 1.0}) {
        Codes codes = random_codes(rng, 150, 6, levels, share);
        auto labels = random_labels(rng, codes, 7);
        CodeTable table(std::move(codes));
        table.labels(std::move(labels), 8);  // class 7 never occurs
        for (const std::vector<Feature>& given : {std::vector<Feature>{}, {1}, {0, 2, 4}, {0, 1, 2, 4, 5}}) {
          CHECK(loss(table, given, 3, line, smoothing) ==
                Approx(literal_loss(table, given, 3, line, smoothing)).epsilon(1e-12).margin(1e-14));
          CHECK(loss(table, given, 3, kl, smoothing) ==
                Approx(literal_loss(table, given, 3, kl, smoothing)).epsilon(1e-12).margin(1e-14));
        }
      }
}

TEST_CASE("configurations of more features than 64 bits hold are told apart", "[contingency]") {
  Rng rng(2);
  const std::size_t n = 400;
  Codes codes(13, std::vector<std::uint8_t>(n));
  for (std::size_t j = 0; j < 12; ++j)
    for (std::size_t i = 0; i < n; ++i) codes[j][i] = static_cast<std::uint8_t>((i / 4 + j) % 256);
  for (std::size_t i = 0; i < n; ++i) codes[12][i] = static_cast<std::uint8_t>(rng.below(2));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (rng.uniform() < 0.3) codes[j][i] = static_cast<std::uint8_t>(rng.below(256));
  auto labels = random_labels(rng, codes, 5);
  CodeTable table(std::move(codes));
  table.labels(std::move(labels), 5);
  const std::vector<Feature> given{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  Line line;
  const double seen = loss(table, given, 12, line);
  CHECK(seen == Approx(literal_loss(table, given, 12, line)).epsilon(1e-12));
  CHECK(seen > 0);
}

TEST_CASE("soft labels give soft counts, and a set of labels one copy of the sample for each",
          "[contingency]") {
  Rng rng(3);
  Line line;
  PlainKl kl;
  for (const int levels : {2, 40}) {
    const Codes codes = random_codes(rng, 120, 5, levels, 0.4);
    CodeTable soft(codes), sets(codes);
    std::vector<double> memberships(120 * 4);
    std::vector<std::vector<std::int32_t>> labels(120);
    Codes copies(5);
    std::vector<std::int32_t> copied_labels;
    for (std::size_t i = 0; i < 120; ++i) {
      double sum = 0;
      for (std::size_t c = 0; c < 4; ++c) sum += memberships[i + c * 120] = rng.below(3) ? rng.uniform() : 0;
      for (std::size_t c = 0; c < 4; ++c)
        memberships[i + c * 120] = sum > 0 ? memberships[i + c * 120] / sum : 0.25;
      for (std::int32_t c = 0; c < 4; ++c) {
        if (rng.below(2) && !(c == 3 && labels[i].empty())) continue;
        labels[i].push_back(c);
        copied_labels.push_back(c);
        for (std::size_t j = 0; j < 5; ++j) copies[j].push_back(codes[j][i]);
      }
    }
    soft.soft(memberships, 4);
    sets.sets(labels, 4);
    CodeTable copied(copies);
    copied.labels(copied_labels, 4);
    for (const std::vector<Feature>& given : {std::vector<Feature>{}, {1, 3}, {0, 1, 2}}) {
      CHECK(loss(soft, given, 4, line) == Approx(literal_loss(soft, given, 4, line)).epsilon(1e-12));
      CHECK(loss(soft, given, 4, kl) == Approx(literal_loss(soft, given, 4, kl)).epsilon(1e-12));
      CHECK(loss(sets, given, 4, line) == loss(copied, given, 4, line));
      CHECK(loss(sets, given, 4, kl) == loss(copied, given, 4, kl));
    }
  }
}

TEST_CASE("a shuffled table keeps the groups and how often each value stands in them", "[contingency]") {
  Rng rng(4);
  Codes codes = random_codes(rng, 200, 3, 4, 0.6);
  auto labels = random_labels(rng, codes, 5);
  CodeTable table(std::move(codes));
  table.labels(std::move(labels), 5);
  testing::SerialRuntime serial;
  const CodedFeatures features(table.view(), serial);
  const ClassMasses masses(table.view().target());
  Tabulator tabulator(features, masses);
  const std::vector<Feature> given{0, 1};
  const auto margins = [](const Contingency& t) {
    std::map<std::vector<double>, std::multiset<double>> out;
    for (std::size_t g = 0; g < t.groups.size(); ++g) {
      std::vector<double> group;
      for (std::uint64_t e = t.groups.start[g]; e < t.groups.start[g + 1]; ++e) {
        group.push_back(t.groups.classes[e]);
        group.push_back(t.groups.masses[e]);
      }
      for (std::size_t cell = t.first_cell[g]; cell < t.first_cell[g + 1]; ++cell)
        out[group].insert(t.cells.totals[cell]);
    }
    return out;
  };
  const auto before = margins(tabulator.tabulate(given, 2));
  Line line;
  line.prepare(table.view(), serial);
  std::set<double> losses;
  ExpectedDistance distance(line, masses, 0);
  tabulator.begin_shuffles(given, 2);
  for (int s = 0; s < 5; ++s) {
    const Contingency& shuffled = tabulator.tabulate_shuffled(rng);
    CHECK(margins(shuffled) == before);
    losses.insert(distance(shuffled));
  }
  CHECK(losses.size() == 5);
}
