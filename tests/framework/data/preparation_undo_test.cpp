#include <tamis/framework/data/preparation_undo.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;

namespace preparation_undo_test {
namespace {

constexpr std::size_t kSamples = 7, kFeatures = 4;

double value(std::size_t i, std::size_t j) { return static_cast<double>(100 * j + i * i); }

/// Samples 0, 3 and 6 are of unknown class.
LoadedData partly_known() {
  std::vector<std::vector<double>> columns(kFeatures);
  for (std::size_t j = 0; j < kFeatures; ++j)
    for (std::size_t i = 0; i < kSamples; ++i) columns[j].push_back(value(i, j));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = {-1, 0, 1, -1, 1, 0, -1};
  return LoadedData::from_columns(columns, {"w", "x", "y", "z"}, target);
}

DataRequirements soft_with_distances() {
  DataRequirements needs;
  needs.soft = needs.distances = true;
  return needs;
}

}  // namespace

TEST_CASE("a preparation is undone: target, samples and units are as they were loaded",
          "[preparation_undo]") {
  for (const std::vector<Feature>& kept :
       {std::vector<Feature>{0, 1, 2, 3}, std::vector<Feature>{1, 3}, std::vector<Feature>{2}}) {
    LoadedData data = partly_known();
    PreparationUndo loaded(data);
    loaded.prepare(data, soft_with_distances(), Standardise::automatic, "some");
    REQUIRE(data.samples() == 4);
    REQUIRE(data.view().target().kind() == TargetKind::soft);
    CHECK(data.view().column(2)[1] == value(2, 2));
    CHECK(std::vector<char>(loaded.kept().begin(), loaded.kept().end()) ==
          std::vector<char>{0, 1, 1, 0, 1, 1, 0});

    loaded.restore(data, kept);
    const Dataset view = data.view();
    REQUIRE(view.samples() == kSamples);
    REQUIRE(view.features() == kept.size());
    CHECK(view.target().kind() == TargetKind::classes);
    CHECK(data.parts().target.labels == std::vector<std::int32_t>{-1, 0, 1, -1, 1, 0, -1});
    CHECK(data.parts().target.soft.empty());
    CHECK(data.parts().sample_rows.empty());
    for (Feature j = 0; j < kept.size(); ++j) {
      CHECK(view.feature_name(j) == std::string(1, "wxyz"[kept[j]]));
      CHECK(view.scale(j) == 1.0);
      for (std::size_t i = 0; i < kSamples; ++i) CHECK(view.column(j)[i] == value(i, kept[j]));
    }
    CHECK(data.parts().values.size() == kSamples * kept.size());
  }
}

TEST_CASE("one preparation may follow another, on ever fewer features", "[preparation_undo]") {
  LoadedData data = partly_known();
  PreparationUndo loaded(data);
  loaded.prepare(data, soft_with_distances(), Standardise::automatic, "some");
  loaded.restore(data, std::vector<Feature>{0, 2, 3});
  DataRequirements all;
  all.classes = all.uses_unknown = true;
  loaded.prepare(data, all, Standardise::none, "other");
  CHECK(data.samples() == kSamples);
  CHECK(loaded.kept().empty());
  loaded.restore(data, std::vector<Feature>{1, 2});
  loaded.prepare(data, soft_with_distances(), Standardise::automatic, "third");
  CHECK(data.samples() == 4);
  CHECK(data.view().feature_name(1) == "z");
  CHECK(data.view().column(1)[3] == value(5, 3));
}

TEST_CASE("weights, groups and the places of samples come back with the samples", "[preparation_undo]") {
  LoadedData data = partly_known();
  data.edit([](DataTable& p) {
    p.weights = {1, 2, 3, 4, 5, 6, 7};
    p.groups = {0, 1, 0, 1, 0, 1, 0};
    p.sample_rows = {2, 3, 5, 7, 11, 13, 17};
    p.source = "x.csv";
    p.sample_lines = {4, 5, 7, 9, 13, 15, 19};
  });
  PreparationUndo loaded(data);
  loaded.prepare(data, soft_with_distances(), Standardise::automatic, "some");
  CHECK(data.where(0) == "x.csv:5");
  loaded.restore(data, std::vector<Feature>{0});
  CHECK(data.where(0) == "x.csv:4");
  CHECK(data.parts().weights.size() == kSamples);
  CHECK(data.parts().groups == std::vector<std::int32_t>{0, 1, 0, 1, 0, 1, 0});
  CHECK(data.parts().sample_rows.back() == 17);

  const LoadedData shape = loaded.without_features();
  CHECK(shape.features() == 0);
  CHECK(shape.samples() == kSamples);
  CHECK(shape.parts().weights == data.parts().weights);
  CHECK(shape.parts().target.labels == data.parts().target.labels);
}

}  // namespace preparation_undo_test
