#include "temp_files.hpp"

#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/preparation_undo.hpp>

#include <catch2/catch.hpp>

#include <random>

using namespace tamis;
using namespace tamis::framework;

namespace sparse_test {
namespace {

constexpr std::size_t kSamples = 9, kFeatures = 5;

/// Feature 3 has no stored cell; samples 0, 4 and 8 are of unknown class.
double value(std::size_t i, std::size_t j) {
  return j == 3 || (i + j) % 3 == 0 ? 0.0 : double(10 * j + i) - 15;
}

DataTable sparse_parts() {
  DataTable p;
  p.samples = kSamples;
  p.sparse.start = {0};
  for (std::size_t j = 0; j < kFeatures; ++j) {
    p.feature_names.push_back(std::string(1, "abcde"[j]));
    for (std::uint32_t i = 0; i < kSamples; ++i) {
      if (value(i, j) == 0) continue;
      p.sparse.row.push_back(i);
      p.sparse.value.push_back(value(i, j));
    }
    p.sparse.start.push_back(p.sparse.row.size());
  }
  p.target.kind = TargetKind::classes;
  p.target.class_names = {"p", "q"};
  p.target.labels = {-1, 0, 1, 0, -1, 1, 0, 1, -1};
  return p;
}

double cell(const tamis_sparse& s, std::size_t i, std::size_t j) {
  for (std::uint64_t e = s.start[j]; e < s.start[j + 1]; ++e)
    if (s.row[e] == i) return s.value[e];
  return 0;
}

DataRequirements classes_with(bool distances, bool discrete) {
  DataRequirements needs;
  needs.classes = true;
  needs.distances = distances;
  needs.discrete = discrete;
  return needs;
}

std::string error_of(const std::function<void(DataTable&)>& spoil) {
  return TempFiles().data_error([&] {
    DataTable p = sparse_parts();
    spoil(p);
    LoadedData data(std::move(p));
  });
}

}  // namespace

TEST_CASE("sparse features are shown as columns of the cells that are not 0", "[sparse]") {
  const LoadedData data(sparse_parts());
  CHECK_FALSE(data.view().has_dense());
  CHECK_FALSE(data.view().has_codes());
  const tamis_sparse& s = data.view().sparse();
  CHECK(s.rows == kSamples);
  CHECK(s.cols == kFeatures);
  for (std::size_t j = 0; j < kFeatures; ++j)
    for (std::size_t i = 0; i < kSamples; ++i) CHECK(cell(s, i, j) == value(i, j));
}

TEST_CASE("a criterion that reads doubles gets a dense table of sparse features, with its size announced",
          "[sparse][prepare]") {
  LoadedData data(sparse_parts());
  prepare_data(data, classes_with(true, false), Standardise::automatic, "mine");
  REQUIRE(data.samples() == 6);
  const std::size_t kept[] = {1, 2, 3, 5, 6, 7};
  for (Feature j = 0; j < kFeatures; ++j)
    for (std::size_t i = 0; i < 6; ++i) CHECK(data.view().column(j)[i] == value(kept[i], j));
  CHECK(data.view().centre(3) == 0);
  CHECK(data.view().scale(0) > 1);
  CHECK(std::count(data.notes.begin(), data.notes.end(),
                   "sparse features became a table of 6 samples x 5 features (0 MB) for criterion 'mine'") ==
        1);
  prepare_data(data, classes_with(false, true), Standardise::automatic, "counting");
  CHECK_FALSE(data.view().has_dense());
  CHECK(data.view().has_codes());
}

TEST_CASE("a criterion that reads sparse columns gets them alone, unless it measures distances",
          "[sparse][prepare]") {
  for (const bool distances : {false, true}) {
    LoadedData data(sparse_parts());
    DataRequirements needs = classes_with(distances, false);
    needs.sparse = true;
    prepare_data(data, needs, Standardise::automatic, "mine");
    CHECK(data.view().has_sparse());
    CHECK(data.view().has_dense() == distances);
    REQUIRE(data.samples() == 6);
    const std::size_t kept[] = {1, 2, 3, 5, 6, 7};
    std::vector<double> column(6);
    for (Feature j = 0; j < kFeatures; ++j) {
      data.view().copy_column(j, column);
      for (std::size_t i = 0; i < 6; ++i) CHECK(column[i] == value(kept[i], j));
    }
  }
}

TEST_CASE("a preparation of sparse features is undone, on ever fewer of them", "[sparse][preparation_undo]") {
  for (const std::vector<Feature>& kept :
       {std::vector<Feature>{0, 1, 2, 3, 4}, std::vector<Feature>{1, 3, 4}})
    for (const bool discrete : {false, true}) {
      LoadedData data(sparse_parts());
      PreparationUndo loaded(data);
      loaded.prepare(data, classes_with(false, discrete), Standardise::automatic, "some");
      REQUIRE(data.samples() == 6);
      loaded.restore(data, kept);
      REQUIRE(data.samples() == kSamples);
      REQUIRE(data.features() == kept.size());
      CHECK_FALSE(data.view().has_dense());
      CHECK_FALSE(data.view().has_codes());
      for (std::size_t j = 0; j < kept.size(); ++j)
        for (std::size_t i = 0; i < kSamples; ++i)
          CHECK(cell(data.view().sparse(), i, j) == value(i, kept[j]));
      loaded.prepare(data, classes_with(true, discrete), Standardise::none, "next");
      CHECK(data.view().column(1)[1] == value(2, kept[1]));
      CHECK(data.view().has_codes() == discrete);
    }
}

TEST_CASE("codes of dense features are dropped with the preparation and made again",
          "[sparse][preparation_undo]") {
  std::vector<std::vector<double>> columns(2, {1, 2, 3, 4, 5, 6, 7});
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = {0, -1, 1, 0, 1, 0, 1};
  LoadedData data = LoadedData::from_columns(columns, {"x", "y"}, target);
  PreparationUndo loaded(data);
  loaded.prepare(data, classes_with(false, true), Standardise::automatic, "counting");
  CHECK(data.view().codes(0).size() == 6);
  loaded.restore(data, std::vector<Feature>{1});
  CHECK_FALSE(data.view().has_codes());
  loaded.prepare(data, classes_with(false, true), Standardise::automatic, "counting");
  CHECK(data.parts().codes.size() == 6);
  CHECK(data.parts().levels.size() == 1);
}

TEST_CASE("a drawn sample of sparse features has their cells", "[sparse][draw_sample]") {
  LoadedData data(sparse_parts());
  draw_sample(data, 5, 3);
  REQUIRE(data.samples() == 5);
  for (std::size_t j = 0; j < kFeatures; ++j)
    for (std::size_t i = 0; i < 5; ++i)
      CHECK(cell(data.view().sparse(), i, j) == value(data.parts().sample_rows[i], j));
}

TEST_CASE("sparse columns and codes that do not fit the samples are refused", "[sparse][errors]") {
  CHECK(error_of([](DataTable&) {}).empty());
  CHECK_THAT(error_of([](DataTable& p) { p.sparse.start.pop_back(); }),
             Catch::Contains("the sparse columns"));
  CHECK_THAT(error_of([](DataTable& p) { p.sparse.start[1] = 99; }),
             Catch::Contains("decreases at feature 2"));
  CHECK_THAT(error_of([](DataTable& p) { p.sparse.value.pop_back(); }),
             Catch::Contains("values of the sparse"));
  CHECK_THAT(error_of([](DataTable& p) { p.sparse.row[0] = kSamples; }),
             Catch::Contains("is beyond the 9 samples"));
  CHECK_THAT(error_of([](DataTable& p) { p.sparse.row[1] = p.sparse.row[0]; }),
             Catch::Contains("must ascend"));
  CHECK_THAT(error_of([](DataTable& p) { p.sparse.value[0] = std::nan(""); }),
             Catch::Contains("'a' of sample 2 is not a finite number"));
  CHECK_THAT(error_of([](DataTable& p) { p.levels = {1}; }), Catch::Contains("the table of codes"));
  CHECK_THAT(error_of([](DataTable& p) {
               p.levels.assign(kFeatures, 2);
               p.codes.assign(kFeatures * kSamples, 2);
             }),
             Catch::Contains("code of feature 'a' is not below"));
}

}  // namespace sparse_test
