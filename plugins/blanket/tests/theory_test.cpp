// What the paper proves, on joint distributions small enough to try all of.
#include "conditional_distance.hpp"
#include "fixture.hpp"
#include "markov_blanket.hpp"
#include "wasserstein_exact.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace tamis;
using namespace tamis::blanket;

namespace {

constexpr double kRounding = 1e-12;

struct Ground final : ClassMetric {
  std::vector<std::vector<double>> d;
  void prepare(const Dataset&, const Runtime&) override {}
  void distances(Matrix out) const override {
    for (std::size_t i = 0; i < d.size(); ++i)
      for (std::size_t j = 0; j < d.size(); ++j) out(i, j) = d[i][j];
  }
};

/// Two binary features; counts[2 x0 + x1][y] of the class Y and of what was observed in its place.
struct Joint {
  std::vector<std::vector<int>> clean, observed;  // equal totals per configuration
};

/// E W[p(Y | X_theta), p(Y~ | X_theta)], by groups of configurations.
double mean_distance(const Joint& joint, const std::vector<std::vector<int>>& groups,
                     const DistributionMetric& metric) {
  double sum = 0, total = 0;
  for (const auto& group : groups) {
    std::vector<double> p(joint.clean[0].size()), q(p.size());
    double n = 0;
    for (const int x : group)
      for (std::size_t c = 0; c < p.size(); ++c) {
        p[c] += joint.clean[static_cast<std::size_t>(x)][c];
        q[c] += joint.observed[static_cast<std::size_t>(x)][c];
        n += joint.clean[static_cast<std::size_t>(x)][c];
      }
    if (n == 0) continue;
    std::vector<std::uint32_t> classes;
    for (std::uint32_t c = 0; c < p.size(); ++c) classes.push_back(c);
    for (std::size_t c = 0; c < p.size(); ++c) p[c] /= n, q[c] /= n;
    const std::vector<std::uint64_t> start{0, classes.size()};
    double distance = 0;
    metric.distances({start, classes, {}, {}, p}, {start, classes, {}, {}, q}, {&distance, 1});
    sum += n * distance;
    total += n;
  }
  return sum / total;
}

/// One sample per count.
std::unique_ptr<CodeTable> sampled(const std::vector<std::vector<int>>& counts) {
  Codes codes(2);
  std::vector<std::int32_t> labels;
  for (std::size_t x = 0; x < counts.size(); ++x)
    for (std::size_t c = 0; c < counts[x].size(); ++c)
      for (int k = 0; k < counts[x][c]; ++k) {
        codes[0].push_back(static_cast<std::uint8_t>(x / 2));
        codes[1].push_back(static_cast<std::uint8_t>(x % 2));
        labels.push_back(static_cast<std::int32_t>(c));
      }
  auto table = std::make_unique<CodeTable>(std::move(codes));
  table->labels(std::move(labels), static_cast<std::uint32_t>(counts[0].size()));
  return table;
}

const std::vector<std::vector<Feature>> kSubsets{{}, {0}, {1}, {0, 1}};
const std::vector<std::vector<std::vector<int>>> kGroups{
    {{0, 1, 2, 3}}, {{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {{0}, {1}, {2}, {3}}};

/// Checks one joint: eps2 <= eps1 for every subset, and the optimum for the observed labels against that for
/// the clean ones, of each size, ties broken for the worst.
/// \return the largest d1 gap in units of eps1.
double check(const Joint& joint, transport::WassersteinExact& metric) {
  testing::SerialRuntime serial;
  const auto clean = sampled(joint.clean), observed = sampled(joint.observed);
  metric.prepare(clean->view(), serial);
  const double eps1 = mean_distance(joint, kGroups.back(), metric);
  for (const auto& groups : kGroups) REQUIRE(mean_distance(joint, groups, metric) <= eps1 + kRounding);

  std::vector<double> d1, d2;
  for (const auto& [table, out] : {std::pair{clean.get(), &d1}, std::pair{observed.get(), &d2}}) {
    ConditionalDistance criterion;
    criterion.options.divergence = metric;
    criterion.prepare(table->view(), serial);
    for (const auto& subset : kSubsets) {
      double score = 0;
      Scores scores({&score, 1}, nullptr, 1e300);
      criterion.score(subset, Move::whole, {}, scores);
      out->push_back(score);
    }
  }
  double worst = 0;
  for (const auto& [first, last] : {std::pair{0, 0}, std::pair{1, 2}, std::pair{3, 3}}) {
    double best1 = 1e300, best2 = 1e300;
    for (int s = first; s <= last; ++s) {
      best1 = std::min(best1, d1[static_cast<std::size_t>(s)]);
      best2 = std::min(best2, d2[static_cast<std::size_t>(s)]);
    }
    for (int s = first; s <= last; ++s) {
      if (d2[static_cast<std::size_t>(s)] > best2 + kRounding) continue;
      const double gap = d1[static_cast<std::size_t>(s)] - best1;
      REQUIRE(gap <= 4 * eps1 + kRounding);
      if (eps1 > 0) worst = std::max(worst, gap / eps1);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("theorems 1 and 2 hold for all joint distributions of two binary features on a small grid",
          "[theory]") {
  Ground ground;
  ground.d = {{0, 1}, {1, 0}};
  transport::WassersteinExact metric;
  metric.options.ground = ground;
  // per configuration: its samples, and how many of them are of class 1, clean and observed
  std::vector<std::vector<std::vector<int>>> cells;
  for (int n = 1; n <= 2; ++n)
    for (int clean = 0; clean <= n; ++clean)
      for (int observed = 0; observed <= n; ++observed)
        cells.push_back({{n - clean, clean}, {n - observed, observed}});
  double worst = 0;
  std::size_t joints = 0;
  for (const auto& a : cells)
    for (const auto& b : cells)
      for (const auto& c : cells)
        for (const auto& d : cells) {
          if (++joints % 5 != 0) continue;  // a fifth of the 28 561
          worst = std::max(worst, check({{a[0], b[0], c[0], d[0]}, {a[1], b[1], c[1], d[1]}}, metric));
        }
  CHECK(joints == 28'561);
  CHECK(worst > 1);  // the bound is not idle
}

TEST_CASE("theorems 1 and 2 hold for random joint distributions under line, tree and 0/1 distances",
          "[theory]") {
  Rng rng(1);
  const std::vector<std::vector<std::vector<double>>> grounds{{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}},
                                                              {{0, 1, 3}, {1, 0, 2}, {3, 2, 0}},
                                                              {{0, 0.4, 2.4}, {0.4, 0, 2.4}, {2.4, 2.4, 0}}};
  for (const auto& d : grounds) {
    Ground ground;
    ground.d = d;
    transport::WassersteinExact metric;
    metric.options.ground = ground;
    for (int repeat = 0; repeat < 500; ++repeat) {
      Joint joint;
      for (int x = 0; x < 4; ++x) {
        joint.clean.push_back({0, 0, 0});
        joint.observed.push_back({0, 0, 0});
        const std::uint64_t n = 1 + rng.below(6);
        for (std::uint64_t i = 0; i < n; ++i) {
          const std::size_t y = rng.below(3);
          ++joint.clean.back()[y];
          ++joint.observed.back()[rng.uniform() < 0.3 ? rng.below(3) : y];
        }
      }
      check(joint, metric);
    }
  }
}

TEST_CASE("proposition 2 needs faithfulness: of an exclusive or, one half is nothing without the other",
          "[theory]") {
  // Y = X0 xor X1; uncorrelated features are taken by index
  const std::vector<std::uint8_t> a{0, 0, 0, 0, 1, 1, 1, 1}, b{0, 0, 1, 1, 0, 0, 1, 1},
      noise{0, 1, 0, 1, 0, 1, 0, 1};
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 8; ++i) labels.push_back(a[i] ^ b[i]);
  const auto loss_of_first = [&](const Codes& codes) {
    CodeTable table(codes);
    table.labels(labels, 2);
    testing::SerialRuntime serial;
    Line line;
    MarkovBlanket criterion;
    criterion.options.size = 1;
    criterion.options.divergence = line;
    criterion.prepare(table.view(), serial);
    std::vector<double> out(3);
    const std::vector<Feature> all{0, 1, 2};
    Scores scores(out, nullptr, 1e300);
    criterion.score(all, Move::remove, all, scores);
    return out[0];
  };
  CHECK(loss_of_first({a, noise, b}) == 0);
  CHECK(loss_of_first({a, b, noise}) == 0.5);
}
