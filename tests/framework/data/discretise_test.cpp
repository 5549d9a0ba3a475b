#include "temp_files.hpp"

#include <tamis/framework/data/discretise.hpp>
#include <tamis/framework/data/prepare.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace tamis::framework;

namespace discretise_test {
namespace {

using Codes = std::vector<std::uint8_t>;
using Values = std::vector<double>;

/// Code = floor(B #{x_j < x} / N), word by word.
Codes quantile_by_definition(const Values& x, std::uint64_t bins) {
  Codes out;
  for (const double v : x) {
    const auto below =
        static_cast<std::uint64_t>(std::count_if(x.begin(), x.end(), [&](double w) { return w < v; }));
    out.push_back(static_cast<std::uint8_t>(bins * below / x.size()));
  }
  return out;
}

/// Few distinct values, many zeros, both signs.
Values tied(std::size_t n, std::mt19937& random) {
  Values x;
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(std::floor((static_cast<double>(random() % 100) - 40) / 8) / 4);
  return x;
}

struct StoredValues {
  Values stored;
  std::uint64_t zeros = 0;
};
StoredValues without_zeros(const Values& x) {
  StoredValues out;
  for (const double v : x) v != 0 ? out.stored.push_back(v) : static_cast<void>(++out.zeros);
  return out;
}

LoadedData dense(const std::vector<Values>& columns) { return LoadedData::from_columns(columns); }

LoadedData sparse(const std::vector<Values>& columns) {
  DataTable p;
  p.samples = columns[0].size();
  p.sparse.start = {0};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    p.feature_names.push_back("c" + std::string(j + 1, 'x'));
    for (std::uint32_t i = 0; i < p.samples; ++i) {
      if (columns[j][i] == 0) continue;
      p.sparse.row.push_back(i);
      p.sparse.value.push_back(columns[j][i]);
    }
    p.sparse.start.push_back(p.sparse.row.size());
  }
  return LoadedData(std::move(p));
}

Discretise with(Binning binning, std::optional<std::uint32_t> bins = {}, Values edges = {}) {
  Discretise out;
  out.binning = binning;
  out.bins = bins;
  out.edges = std::move(edges);
  return out;
}

DataRequirements codes_needed() {
  DataRequirements needs;
  needs.discrete = true;
  return needs;
}

void prepare(LoadedData& data, const Discretise& how) {
  prepare_data(data, codes_needed(), {Standardise::automatic, how}, "counting");
}

Codes codes(const LoadedData& data, tamis::Feature j) {
  const auto view = data.view().codes(j);
  return {view.begin(), view.end()};
}

}  // namespace

TEST_CASE("quantile codes are those of their definition, with ties and without", "[discretise]") {
  std::mt19937 random(1);
  for (const std::size_t n : {1, 2, 7, 64, 100})
    for (const std::uint32_t bins : {2u, 5u, 10u, 256u}) {
      INFO(n << " values, " << bins << " bins");
      const Values many = tied(n, random);
      CHECK(codes_of(quantile_bins(SortedColumn(many), bins), many) == quantile_by_definition(many, bins));
      Values distinct;
      for (std::size_t i = 0; i < n; ++i) distinct.push_back(static_cast<double>(random()) - 2e9);
      CHECK(codes_of(quantile_bins(SortedColumn(distinct), bins), distinct) ==
            quantile_by_definition(distinct, bins));
    }
}

TEST_CASE("quantile edges are values of the column, and other data use them", "[discretise]") {
  // ceil(b 5 / 2) - 1 = 2: the third smallest
  const Bins bins = quantile_bins(SortedColumn(Values{50, 10, 30, 20, 40}), 2);
  CHECK(bins.edges == Values{30});
  CHECK(bins.levels == 2);
  CHECK(codes_of(bins, Values{-1e300, 30, 30.000001, 1e300}) == Codes{0, 0, 1, 1});
}

TEST_CASE("zeros that are not stored count for the edges", "[discretise][sparse]") {
  std::mt19937 random(2);
  for (const std::size_t n : {1, 9, 80}) {
    const Values x = tied(n, random);
    const StoredValues split = without_zeros(x);
    const SortedColumn all(x), stored(split.stored, split.zeros);
    REQUIRE(stored.size() == n);
    for (std::size_t k = 0; k < n; ++k) CHECK(stored[k] == all[k]);
    REQUIRE(value_bins(x, false, 100));
    CHECK(value_bins(split.stored, split.zeros > 0, 100)->edges == value_bins(x, false, 100)->edges);
    CHECK(quantile_bins(stored, 10).edges == quantile_bins(all, 10).edges);
  }
  CHECK(value_bins(Values{}, true, 5)->levels == 1);
}

TEST_CASE("uniform bins divide the range evenly; its ends belong to the outer ones", "[discretise]") {
  const Bins bins = uniform_bins(-1, 1, 4);
  CHECK(codes_of(bins, Values{-1, -0.6, -0.5, 0, 0.49, 0.5, 1}) == Codes{0, 0, 1, 2, 2, 3, 3});
  CHECK(codes_of(bins, Values{-1e300, 1e300}) == Codes{0, 3});
  CHECK(codes_of(uniform_bins(3, 3, 4), Values{2, 3, 4}) == Codes{0, 0, 0});
}

TEST_CASE("one code per value keeps what quantiles would merge", "[discretise]") {
  Values mostly_one(10, 1);
  mostly_one[3] = 0;
  CHECK(quantile_by_definition(mostly_one, 5) == Codes(10, 0));
  const auto bins = value_bins(mostly_one, false, 5);
  REQUIRE(bins);
  CHECK(bins->levels == 2);
  Codes wanted(10, 1);
  wanted[3] = 0;
  CHECK(codes_of(*bins, mostly_one) == wanted);
  CHECK_FALSE(value_bins(Values{1, 2, 3}, false, 2));
  CHECK_FALSE(value_bins(Values{1, 2}, true, 2));
  CHECK(value_bins(Values{1, 0.0, -0.0, 2}, true, 3)->edges == Values{0, 1});
}

TEST_CASE("a criterion that reads codes gets them, and hears how", "[discretise][prepare]") {
  const Values two{1, 0, 1, 1, 1, 1, 1, 1}, eight{8, 7, 6, 5, 4, 3, 2, 1}, flat(8, 2.5);
  LoadedData data = dense({two, eight, flat});
  prepare(data, {});
  CHECK(codes(data, 0) == Codes{1, 0, 1, 1, 1, 1, 1, 1});
  CHECK(codes(data, 1) == quantile_by_definition(eight, 5));
  CHECK(codes(data, 2) == Codes(8, 0));
  CHECK(data.view().levels(0) == 2);
  CHECK(data.view().levels(1) == 5);
  CHECK(data.view().levels(2) == 1);
  CHECK(data.view().column(1)[0] == 8);  // as given
  CHECK(data.notes.back() ==
        "criterion 'counting' reads codes: 2 features of at most 5 values keep one code per value, 1 feature "
        "is cut into 5 quantile bins; `data.discretise` and `data.bins` choose otherwise");

  prepare(data, with(Binning::uniform, 2));
  CHECK(codes(data, 1) == Codes{1, 1, 1, 1, 0, 0, 0, 0});
  CHECK(data.notes.back() ==
        "criterion 'counting' reads codes: 3 features are cut into 2 bins of equal width");
  prepare(data, with(Binning::edges, {}, {0, 4.5}));
  CHECK(codes(data, 1) == Codes{2, 2, 2, 2, 1, 1, 1, 1});
  CHECK(data.view().levels(1) == 3);
  prepare(data, with(Binning::quantile, 3));
  CHECK(codes(data, 0) == quantile_by_definition(two, 3));

  DataRequirements plain;
  prepare_data(data, plain, {Standardise::automatic, with(Binning::quantile)}, "plain");
  CHECK_FALSE(data.view().has_codes());
  CHECK(std::count(
            data.notes.begin(), data.notes.end(),
            "`data.discretise` and `data.bins` have no effect on criterion 'plain', which reads no codes") ==
        1);
}

TEST_CASE("features that are codes already are taken as they are, or refused with their place",
          "[discretise][errors]") {
  LoadedData data = dense({{0, 255, 3}, {1, 1, 0}});
  prepare(data, with(Binning::integers));
  CHECK(codes(data, 0) == Codes{0, 255, 3});
  CHECK(data.view().levels(0) == 256);
  CHECK(data.view().levels(1) == 2);
  for (const double wrong : {-1.0, 256.0, 0.5}) {
    LoadedData bad = dense({{0, 1, 2}, {0, wrong, 0}});
    CHECK_THAT(
        TempFiles().data_error([&] { prepare(bad, with(Binning::integers)); }),
        Catch::StartsWith("sample 2: feature 'c2' is ") && Catch::Contains("whole numbers from 0 to 255"));
    LoadedData gaps = sparse({{0, 1, 2}, {0, wrong, 0}});
    CHECK_THAT(TempFiles().data_error([&] { prepare(gaps, with(Binning::integers)); }),
               Catch::StartsWith("sample 2: feature 'cxx' is "));
  }
  LoadedData wide = dense({{-1e308, 1e308, 0}});
  CHECK_THAT(TempFiles().data_error([&] { prepare(wide, with(Binning::uniform)); }),
             Catch::Contains("more than a double can hold"));
}

TEST_CASE("codes of sparse features are those of the same features when dense, for any number of threads",
          "[discretise][sparse]") {
  std::mt19937 random(3);
  std::vector<Values> columns;
  for (int j = 0; j < 20; ++j) columns.push_back(tied(50, random));
  columns.emplace_back(50, 0.0);
  columns.emplace_back(50, 7.0);
  for (const Discretise& how : {Discretise{}, with(Binning::quantile, 10), with(Binning::uniform, 7),
                                with(Binning::edges, {}, {-1, 0, 1})})
    for (const std::size_t threads : {1, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      LoadedData full = dense(columns), thin = sparse(columns);
      prepare(full, how);
      prepare(thin, how);
      CHECK(full.parts().codes == thin.parts().codes);
      CHECK(full.parts().levels == thin.parts().levels);
      CHECK_FALSE(thin.view().has_dense());
      for (tamis::Feature j = 0; j < columns.size(); ++j)
        for (const std::uint8_t code : full.view().codes(j)) CHECK(code < full.view().levels(j));
    }
}

}  // namespace discretise_test
