#include "fixture.hpp"

#include <tamis/framework/selection/shuffled_data.hpp>

#include <algorithm>
#include <cmath>
#include <map>

using namespace tamis;
using namespace tamis::framework;

namespace shuffled_data_test {
namespace {

constexpr std::size_t kSamples = 9;

/// Feature j of sample i is i + 100 j, and its value is i, but for the fourth sample, which is unknown.
LoadedData numbered() {
  std::vector<std::vector<double>> columns(3);
  TargetColumn target;
  target.kind = TargetKind::real;
  for (std::size_t i = 0; i < kSamples; ++i) {
    for (std::size_t j = 0; j < 3; ++j) columns[j].push_back(static_cast<double>(i + 100 * j));
    target.real.push_back(i == 3 ? std::nan("") : static_cast<double>(i));
  }
  return LoadedData::from_columns(columns, {}, target);
}
std::vector<double> values(Column c) { return {c.begin(), c.end()}; }

}  // namespace

TEST_CASE("a subset goes with the target, and what is outside stays", "[shuffled_data]") {
  const LoadedData data = numbered();
  ShuffledData shuffled(data);
  for (const std::vector<Feature>& subset : {std::vector<Feature>{1}, {0, 1}, {0}, {}}) {
    const Dataset d = shuffled.shuffled(subset, Rng(5));
    CHECK(d.samples() == kSamples);
    std::vector<double> target = values(d.target().real());
    CHECK(std::isnan(target[3]));
    CHECK(target != values(data.view().target().real()));
    for (Feature j = 0; j < 3; ++j) {
      const bool moves = std::find(subset.begin(), subset.end(), j) != subset.end();
      for (std::size_t i = 0; i < kSamples; ++i) {
        const double expected = moves && i != 3 ? target[i] : static_cast<double>(i);
        CHECK(d.column(j)[i] == expected + 100.0 * j);
      }
    }
    target.erase(target.begin() + 3);
    std::sort(target.begin(), target.end());
    CHECK(target == std::vector<double>{0, 1, 2, 4, 5, 6, 7, 8});
  }
}

TEST_CASE("missing cells of a subset go with the target", "[shuffled_data][missing]") {
  LoadedData data = numbered();
  data.edit([](DataTable& p) {
    p.missing.assign(3 * kSamples, 0);
    p.missing[1] = p.missing[kSamples + 1] = 1;
  });
  ShuffledData shuffled(data);
  const Dataset d = shuffled.shuffled(std::vector<Feature>{1}, Rng(5));
  for (std::size_t i = 0; i < kSamples; ++i) {
    CHECK((d.missing(0)[i] != 0) == (i == 1));
    CHECK((d.missing(1)[i] != 0) == (i != 3 && d.target().real()[i] == 1));
  }
}

TEST_CASE("codes of a subset go with the target, in the place of sparse columns", "[shuffled_data]") {
  LoadedData data = numbered();
  data.edit([](DataTable& p) {
    for (std::size_t k = 0; k < 3 * kSamples; ++k) p.codes.push_back(static_cast<std::uint8_t>(k % kSamples));
    p.levels = {9, 9, 9};
    p.sparse.start = {0, 1, 1, 1};
    p.sparse.row = {2};
    p.sparse.value = {2.0};
  });
  ShuffledData shuffled(data);
  const std::vector<Feature> subset{2};
  const Dataset d = shuffled.shuffled(subset, Rng(5));
  for (std::size_t i = 0; i < kSamples; ++i) {
    CHECK(d.codes(0)[i] == i);
    if (i != 3) CHECK(d.codes(2)[i] == d.target().real()[i]);
  }
  CHECK(d.sparse().start == nullptr);
  CHECK(shuffled.shuffled({}, Rng(5)).sparse().start != nullptr);
}

TEST_CASE("sparse columns of a subset go with the target where a criterion gets these alone",
          "[shuffled_data]") {
  LoadedData data = numbered();
  data.edit([](DataTable& p) {
    p.sparse.start = {0, 3, 4, 6};
    p.sparse.row = {1, 2, 7, 5, 4, 8};
    p.sparse.value = {1, 2, 7, 5, 4, 8};
    p.values = {};
  });
  ShuffledData shuffled(data);
  std::vector<double> given(kSamples), column(kSamples);
  for (const std::vector<Feature>& subset : {std::vector<Feature>{0}, {0, 2}, {2}, {}}) {
    const Dataset d = shuffled.shuffled(subset, Rng(5));
    for (Feature j = 0; j < 3; ++j) {
      const bool moves = std::find(subset.begin(), subset.end(), j) != subset.end();
      data.view().copy_column(j, given);
      d.copy_column(j, column);
      for (std::size_t i = 0; i < kSamples; ++i)
        if (i != 3) CHECK(column[i] == given[moves ? static_cast<std::size_t>(d.target().real()[i]) : i]);
    }
    for (std::size_t e = 1; e < 3; ++e) CHECK(d.sparse().row[e - 1] < d.sparse().row[e]);
  }
}

TEST_CASE("samples change places within their group, and groups with others of their size",
          "[shuffled_data][groups]") {
  TargetColumn target;
  target.kind = TargetKind::real;
  target.real = {0, 10, 1, 20, 11, 30, 2, 21, std::nan("")};  // tens: the group
  LoadedData data =
      LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6, 7, 8, 9}}, {}, target);
  data.edit([](DataTable& p) { p.groups = {0, 1, 0, 2, 1, 3, 0, 2, 3}; });
  ShuffledData shuffled(data);
  std::map<std::vector<double>, int> times;
  constexpr int kDraws = 9600;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const std::vector<double> y = values(shuffled.shuffled({}, Rng(Rng::mix(seed))).target().real());
    CHECK(std::isnan(y[8]));
    CHECK(y[5] == 30);  // the only group of one known sample
    for (const std::size_t i : {0, 2, 6}) CHECK(y[i] < 10);
    CHECK(std::floor(y[1] / 10) == std::floor(y[4] / 10));
    CHECK(std::floor(y[3] / 10) == std::floor(y[7] / 10));
    ++times[{y.begin(), y.begin() + 8}];
  }
  CHECK(times.size() ==
        6 * 2 * 2 * 2);  // orders of three; which of two groups stands where, and their orders
  for (const auto& [order, n] : times)
    CHECK(n / double{kDraws} == Approx(1 / 48.0).margin(0.006));  // 4 sigma
}

TEST_CASE("all ways to shuffle are as likely", "[shuffled_data][property]") {
  TargetColumn target;
  target.kind = TargetKind::real;
  target.real = {0, 1, 2};
  const LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2, 3}}, {}, target);
  ShuffledData shuffled(data);
  std::map<std::vector<double>, int> times;
  constexpr int kDraws = 6000;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed)
    ++times[values(shuffled.shuffled({}, Rng(Rng::mix(seed))).target().real())];
  CHECK(times.size() == 6);
  for (const auto& [order, n] : times) CHECK(n / double{kDraws} == Approx(1 / 6.0).margin(0.02));  // 4 sigma
}

}  // namespace shuffled_data_test
