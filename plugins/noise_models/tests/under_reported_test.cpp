#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::noise_models;
using namespace tamis::noise_models::testing;

namespace {

/// So many labels of each class.
std::vector<std::int32_t> labels_of(const std::vector<std::size_t>& counts) {
  std::vector<std::int32_t> labels;
  for (std::size_t c = 0; c < counts.size(); ++c)
    labels.insert(labels.end(), counts[c], static_cast<std::int32_t>(c));
  return labels;
}

}  // namespace

TEST_CASE("of two classes it is the matrix of positive-unlabelled labels", "[noise_models][under_reported]") {
  // 10 % are labelled positive and 40 % are: one of four is reported
  const auto labels = labels_of({90, 10});
  for (const std::vector<double>& shares : {std::vector<double>{0.4}, {0.6, 0.4}}) {
    const auto t = Prepared<UnderReported>(labels, 2, {shares}).parameters();
    const double expected[] = {1, 0, 0.75, 0.25};
    for (std::size_t k = 0; k < 4; ++k) CHECK(t[k] == Approx(expected[k]).margin(1e-15));
  }
  // the negative class may be the rarer one, too
  const auto other = Prepared<UnderReported>(labels, 2, {std::vector<double>{0.05}}).parameters();
  CHECK(other[0] == Approx(0.9 / 0.95));
  CHECK(other[3] == 1);
}

TEST_CASE("true shares go through its matrix to the observed ones, with as few wrong labels as possible",
          "[noise_models][under_reported][property]") {
  Rng rng(3);
  for (const std::uint32_t l : {2u, 3u, 7u}) {
    std::vector<std::size_t> counts(l);
    std::vector<double> shares(l), observed(l);
    double sum = 0, n = 0;
    for (std::uint32_t s = 0; s < l; ++s) {
      n += static_cast<double>(counts[s] = 1 + rng.below(40));
      sum += shares[s] = 0.1 + rng.uniform();
    }
    for (double& g : shares) g /= sum;
    const auto t = Prepared<UnderReported>(labels_of(counts), l, {shares}).parameters();
    double wrong = 0, least = 0;
    for (std::uint32_t y = 0; y < l; ++y) {
      double seen = 0;
      for (std::uint32_t s = 0; s < l; ++s) {
        CHECK(t[s * l + y] >= 0);
        seen += shares[s] * t[s * l + y];
        wrong += s == y ? 0 : shares[s] * t[s * l + y];
      }
      observed[y] = static_cast<double>(counts[y]) / n;
      CHECK(seen == Approx(observed[y]).epsilon(1e-12));
      least += std::max(0.0, observed[y] - shares[y]);
    }
    CHECK(wrong == Approx(least).epsilon(1e-12));
  }
}

TEST_CASE("shares that are observed leave every label right", "[noise_models][under_reported]") {
  const auto t =
      Prepared<UnderReported>(labels_of({30, 10, 10}), 3, {std::vector<double>{0.6, 0.2, 0.2}}).parameters();
  for (std::size_t s = 0; s < 3; ++s) CHECK(t[s * 3 + s] == Approx(1));
}

TEST_CASE("a class that is not observed keeps its labels where only the share of the last one is given",
          "[noise_models][under_reported][degenerate]") {
  const auto t = Prepared<UnderReported>(labels_of({8, 0, 2}), 3, {std::vector<double>{0.5}}).parameters();
  const double expected[] = {1, 0, 0, 0, 1, 0, 0.6, 0, 0.4};
  for (std::size_t k = 0; k < 9; ++k) CHECK(t[k] == Approx(expected[k]).margin(1e-15));
}

TEST_CASE("a weight of 2 is two such labels", "[noise_models][under_reported][weights]") {
  SerialRuntime runtime;
  Runtime service = runtime;
  const std::vector<double> shares{0.3, 0.7};
  Table table(3, 1);
  table.with_labels({0, 1, 1}, 2);
  table.weights = {2, 1, 3};
  UnderReported weighted;
  weighted.options = {shares};
  weighted.prepare(table.view(), service);
  std::vector<double> t(4);
  weighted.parameters(t);
  CHECK(t == Prepared<UnderReported>({0, 0, 1, 1, 1, 1}, 2, {shares}).parameters());
}

TEST_CASE("shares that are none are refused", "[noise_models][under_reported][errors]") {
  const auto refused = [](std::vector<double> shares, std::vector<std::int32_t> labels = {0, 1, 2}) {
    try {
      Prepared<UnderReported>(std::move(labels), 3, {shares});
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(refused({}) ==
        "`shares` lists 0 numbers; expected the true share of the last class, or those of all 3 classes");
  CHECK_THAT(refused({0.5, 0.4, 0.2}), Catch::Contains("whose sum is 1, here 1.1"));
  CHECK_THAT(refused({1, 0, 0}), Catch::Contains("numbers above 0"));
  CHECK_THAT(refused({1.2}), Catch::Contains("numbers above 0"));
  CHECK_THAT(refused({0.5}, {2, 2}), Catch::Contains("every known label is of the last class"));
  CHECK_THAT(refused({0.5}, {-1, -1}), Catch::Contains("no label is known"));
}
