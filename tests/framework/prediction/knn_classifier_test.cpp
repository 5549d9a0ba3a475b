#include <tamis/errors.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/prediction/knn_classifier.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <vector>

using namespace tamis;
using namespace tamis::framework;

namespace {

using Ranking = std::vector<std::vector<std::uint32_t>>;

TargetColumn labels(std::vector<std::int32_t> of_samples) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b", "c"};
  target.labels = std::move(of_samples);
  return target;
}

/// Sample 0 at `place[0]` is asked for, the others vote.
Ranking rank(const std::vector<double>& place, TargetColumn target, std::size_t k) {
  std::vector<numerics::Sample> voters;
  for (std::uint32_t i = 1; i < place.size(); ++i) voters.push_back(i);
  const std::vector<numerics::Sample> query{0};
  const std::vector<std::vector<double>> columns(1, place);
  const LoadedData data = LoadedData::from_columns(columns, {}, std::move(target));
  const tamis::testing::SerialRuntime runtime;
  return KnnClassifier(data.view(), voters, query, k, runtime).rank(k);
}

}  // namespace

TEST_CASE("classes go by votes, then by how often they occur, then by index", "[knn_classifier]") {
  CHECK(rank({0, 1, 2, 3, 9}, labels({0, 1, 2, 2, 0}), 3) == Ranking{{2, 1, 0}});
  CHECK(rank({0, 1, 2, 3, 9}, labels({0, 1, 2, 2, 0}), 2) == Ranking{{2, 1, 0}});
  CHECK(rank({0, 1, 2}, labels({2, 1, 0}), 2) == Ranking{{0, 1, 2}});
}

TEST_CASE("of samples equally far the first vote, and all do where there are no more than k",
          "[knn_classifier]") {
  CHECK(rank({0, 1, -1, 1, 5}, labels({0, 2, 1, 1, 0}), 1) == Ranking{{2, 1, 0}});
  CHECK(rank({0, 1, 2, 3}, labels({0, 2, 1, 1}), 100) == Ranking{{1, 2, 0}});
}

TEST_CASE("a sample votes once for each of its labels, until k votes are given", "[knn_classifier]") {
  TargetColumn sets;
  sets.kind = TargetKind::sets;
  sets.class_names = {"a", "b", "c"};
  sets.set_start = {0, 1, 3, 5};
  sets.set_labels = {0, 1, 2, 0, 2};
  CHECK(rank({0, 1, 2}, sets, 1) == Ranking{{1, 2, 0}});
  CHECK(rank({0, 1, 2}, sets, 2) == Ranking{{2, 1, 0}});
  CHECK(rank({0, 1, 2}, sets, 3) == Ranking{{2, 0, 1}});
}

TEST_CASE("samples of unknown class do not vote", "[knn_classifier]") {
  CHECK(rank({0, 1, 2}, labels({-1, -1, 2}), 1) == Ranking{{2, 0, 1}});
}

TEST_CASE("a k-NN classifier without classes or without a known sample is refused",
          "[knn_classifier][errors]") {
  CHECK_THROWS_WITH(rank({0, 1}, labels({0, -1}), 1),
                    Catch::Contains("no training sample has a known label"));
  TargetColumn real;
  real.kind = TargetKind::real;
  real.real = {0.5, 1.5};
  CHECK_THROWS_WITH(rank({0, 1}, real, 1), Catch::Contains("needs class labels, or sets of them"));
}

TEST_CASE("a vote weighs what its sample does", "[knn_classifier]") {
  const auto ranked = [](std::vector<double> weights) {
    const std::vector<std::vector<double>> columns{{0, 1, 2, 3}};
    LoadedData data = LoadedData::from_columns(columns, {}, labels({0, 1, 2, 2}));
    data.edit([&](DataTable& p) { p.weights = std::move(weights); });
    const tamis::testing::SerialRuntime runtime;
    const std::vector<numerics::Sample> voters{1, 2, 3}, query{0};
    return KnnClassifier(data.view(), voters, query, 3, runtime).rank(3);
  };
  CHECK(ranked({1, 0.9, 0.5, 0.3}) == Ranking{{1, 2, 0}});
  CHECK(ranked({1, 0.7, 0.5, 0.3}) == Ranking{{2, 1, 0}});
  CHECK(ranked({1, 1, 1, 1}) == ranked({}));
}
