#include "selection/plain_test.hpp"
#include "selection/standard_scores.hpp"

#include <tamis/framework/data/loaded_data.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;

namespace plain_test_test {
namespace {

constexpr std::size_t kSamples = 40;

struct Numbers {
  std::vector<double> x, y;
  std::vector<std::int32_t> labels;
};
Numbers numbers() {
  Numbers out;
  for (std::size_t i = 0; i < kSamples; ++i) {
    out.labels.push_back(static_cast<std::int32_t>(i % 3));
    out.x.push_back(static_cast<double>(i * 7 % 10) + 2 * out.labels[i]);
    out.y.push_back(static_cast<double>(i * i % 23) + out.x[i]);
  }
  return out;
}
TargetColumn classes(std::vector<std::int32_t> labels, std::vector<std::string> names) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.labels = std::move(labels);
  target.class_names = std::move(names);
  return target;
}
std::optional<double> p(const std::vector<double>& x, TargetColumn target) {
  const LoadedData data = LoadedData::from_columns({{x}}, {}, std::move(target));
  return plain_test(data.view(), x);
}

}  // namespace

TEST_CASE("the plain test of classes is that of Kruskal and Wallis, ties averaged", "[plain_test]") {
  const Numbers n = numbers();
  CHECK(p(n.x, classes(n.labels, {"a", "b", "c"})).value() ==
        Approx(0.000954343346019147).epsilon(1e-10));  // scipy.stats.kruskal
}

TEST_CASE("the plain test of memberships is that of the largest", "[plain_test]") {
  const Numbers n = numbers();
  TargetColumn soft;
  soft.kind = TargetKind::soft;
  soft.class_names = {"a", "b", "c"};
  soft.soft.resize(3 * kSamples);
  for (std::size_t i = 0; i < kSamples; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      soft.soft[c * kSamples + i] = n.labels[i] == static_cast<std::int32_t>(c) ? 0.6 : 0.2;
  CHECK(p(n.x, soft) == p(n.x, classes(n.labels, {"a", "b", "c"})));
}

TEST_CASE("the plain test of real values is that of Spearman's correlation, ties averaged", "[plain_test]") {
  const Numbers n = numbers();
  TargetColumn target;
  target.kind = TargetKind::real;
  target.real = n.y;
  CHECK(p(n.x, target).value() == Approx(3.4260765450575123e-06).epsilon(1e-10));  // scipy.stats.spearmanr
}

TEST_CASE("where values or classes are too rare for the approximation, the plain test is silent",
          "[plain_test]") {
  std::vector<double> flag(400);
  std::vector<std::int32_t> labels(400);
  for (std::size_t i = 0; i < 10; ++i) labels[i] = 1;
  for (std::size_t i = 0; i < 3; ++i)
    flag[i] = 1;  // all in the small class, which happens once in 90 000 draws
  CHECK_FALSE(p(flag, classes(labels, {"a", "b"})));
  CHECK_FALSE(p(std::vector<double>(400, 1.0), classes(labels, {"a", "b"})));
  for (std::size_t i = 0; i < 200; ++i) flag[i] = 1, labels[i] = 1;
  CHECK(p(flag, classes(labels, {"a", "b"})).value() < kPlainLevel);
}

TEST_CASE("standard scores have mean 0 and deviation 1 over the draws, the larger the better",
          "[standard_scores]") {
  std::vector<std::vector<double>> scores{{1, 10, 5}, {2, 30, 5}, {3, 50, 5}};
  standardise(scores, false);
  const double unit = std::sqrt(1.5);
  for (std::size_t f = 0; f < 2; ++f) {
    CHECK(scores[0][f] == Approx(-unit));
    CHECK(scores[1][f] == Approx(0).margin(1e-15));
    CHECK(scores[2][f] == Approx(unit));
  }
  for (const std::vector<double>& draw : scores) CHECK(draw[2] == 0);
  std::vector<std::vector<double>> lower{{1}, {2}, {3}};
  standardise(lower, true);
  CHECK(lower[0][0] == Approx(unit));
}

TEST_CASE("an infinite score stays the best or the worst of its feature", "[standard_scores]") {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> scores{{kInfinite, -kInfinite}, {1, 1}, {3, 3}};
  standardise(scores, false);
  CHECK(scores[0][0] == kInfinite);
  CHECK(scores[0][1] == -kInfinite);
  CHECK(scores[1][0] == Approx(-1));
}

}  // namespace plain_test_test
