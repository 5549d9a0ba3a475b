#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/labels/label_scatter.hpp>
#include <tamis/framework/labels/telling_features.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>
#include <optional>
#include <set>

using namespace tamis;
using namespace tamis::framework;

namespace label_scatter_test {
namespace {

/// Feature 1 tells two classes, 3 nearly repeats it, 2 tells less and something else, 0 is noise, 4 is
/// constant.
struct Case {
  explicit Case(std::size_t n) : columns(5), memberships(2 * n) {
    Rng rng(3);
    for (std::size_t i = 0; i < n; ++i) {
      const double c = static_cast<double>(i % 2);
      memberships[(i % 2) * n + i] = 1;
      columns[0].push_back(rng.uniform());
      columns[1].push_back(4 * c + rng.uniform());
      columns[2].push_back(c + rng.uniform());
      columns[3].push_back(columns[1][i] + 0.05 * rng.uniform());
      columns[4].push_back(7);
    }
    data.emplace(LoadedData::from_columns(columns, {"noise", "good", "fair", "copy", "constant"}, {}));
  }
  LabelScatter scatter(std::span<const Feature> features, std::span<const std::size_t> suspects = {}) const {
    return label_scatter(data->view(), telling(features, 2), suspects);
  }
  std::vector<Feature> telling(std::span<const Feature> features, std::size_t most) const {
    return telling_features(data->view(), features, {memberships.data(), columns[0].size(), 2}, most);
  }

  std::vector<std::vector<double>> columns;
  std::vector<double> memberships;
  std::optional<LoadedData> data;
};

const std::vector<Feature> kAll{0, 1, 2, 3, 4};

}  // namespace

TEST_CASE("the axes are the best feature and the one that adds most to it", "[label_scatter]") {
  const Case few(200);
  const LabelScatter found = few.scatter(kAll);
  CHECK(found.x == "good");
  CHECK(found.y == "fair");
  REQUIRE(found.points.size() == 200);
  for (const LabelScatter::Point& p : found.points) {
    CHECK(p.x == few.columns[1][p.sample]);
    CHECK(p.y == few.columns[2][p.sample]);
  }
}

TEST_CASE("a feature that the chosen ones repeat together tells nothing more", "[telling_features]") {
  constexpr std::size_t kSamples = 300;
  Rng rng(5);
  std::vector<std::vector<double>> columns(5);
  std::vector<double> memberships(2 * kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) {
    const double c = static_cast<double>(i % 2);
    memberships[(i % 2) * kSamples + i] = 1;
    columns[0].push_back(5 * c + rng.uniform());
    columns[1].push_back(2 * c + rng.uniform());
    columns[2].push_back(columns[0][i] - 3 * columns[1][i]);  // the two say it
    columns[3].push_back(-2 * columns[0][i] + 1);
    columns[4].push_back(0.7 * c + rng.uniform());
  }
  const LoadedData data = LoadedData::from_columns(columns, {}, {});
  const std::vector<Feature> all{0, 1, 2, 3, 4};
  const auto telling = [&](std::size_t most) {
    return telling_features(data.view(), all, {memberships.data(), kSamples, 2}, most);
  };
  const std::vector<Feature> found = telling(5);
  REQUIRE(found.size() == 3);  // five columns of rank three
  CHECK(found[0] % 3 == 0);    // 0, or what is the same
  CHECK(telling(1) == std::vector<Feature>{found[0]});
  CHECK(telling(2) == std::vector<Feature>{found[0], found[1]});
  CHECK(telling(0).empty());
  CHECK(Case(50).telling(std::vector<Feature>{4}, 3).empty());
}

TEST_CASE("of many samples the suspects are drawn, and others at even distances", "[label_scatter]") {
  const Case many(10000);
  std::vector<std::size_t> suspects(1500);
  std::iota(suspects.begin(), suspects.end(), std::size_t{4000});
  const LabelScatter found = many.scatter(kAll, suspects);
  CHECK(found.points.size() <= LabelScatter::kMost);
  CHECK(found.points.size() > LabelScatter::kMost * 9 / 10);
  std::set<std::size_t> drawn;
  for (const LabelScatter::Point& p : found.points) drawn.insert(p.sample);
  for (std::size_t k = 0; k < 1000; ++k) CHECK(drawn.contains(suspects[k]));
  CHECK(*drawn.begin() < 20);
  CHECK(*drawn.rbegin() > 9980);
}

TEST_CASE("where no two features vary, nothing is drawn", "[label_scatter]") {
  const Case few(20);
  for (const std::vector<Feature>& features : {std::vector<Feature>{}, {1}, {1, 4}, {4}})
    CHECK(few.scatter(features).points.empty());
}

TEST_CASE("flips are the memberships of the labels, as shares of a class", "[label_noise]") {
  // column by column: of class a, b and c; the last sample has no label
  const std::vector<double> memberships{1, 0.5, 0, 0, 0, 0.5, 1, 1, 0, 0, 0, 0};
  const std::vector<std::int32_t> labels{0, 0, 1, -1};
  const std::vector<double> flips = flip_matrix({memberships.data(), 4, 3}, labels, {});
  CHECK(flips[0] == 1);                  // a is always labelled a
  CHECK(flips[3] == Approx(0.5 / 1.5));  // a third of b is
  CHECK(flips[4] == Approx(1.0 / 1.5));
  CHECK(std::isnan(flips[6]));  // no labelled sample belongs to c
}

}  // namespace label_scatter_test
