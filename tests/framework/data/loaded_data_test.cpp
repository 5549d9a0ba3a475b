#include "temp_files.hpp"

#include <tamis/framework/data/loaded_data.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace tamis::framework;
using tamis::TargetKind;

namespace loaded_data_test {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

DataTable parts_of(std::vector<double> values, std::uint64_t samples, std::vector<std::string> names) {
  DataTable parts;
  parts.samples = samples;
  parts.values.resize(values.size());
  std::copy(values.begin(), values.end(), parts.values.data());
  parts.feature_names = std::move(names);
  return parts;
}

TargetColumn classes(std::vector<std::int32_t> labels) {
  TargetColumn t;
  t.kind = TargetKind::classes;
  t.class_names = {"a", "b"};
  t.labels = std::move(labels);
  return t;
}

std::string error_of(DataTable parts) {
  return TempFiles().data_error([&] { LoadedData data(std::move(parts)); });
}

std::string error_of(TargetColumn target) {
  DataTable parts = parts_of({1, 2}, 2, {"x"});
  parts.target = std::move(target);
  return error_of(std::move(parts));
}

}  // namespace

TEST_CASE("columns in memory become a dataset", "[loaded_data]") {
  const std::vector<std::vector<double>> columns{{1, 2, 3}, {4, 5, 6}};
  const LoadedData data = LoadedData::from_columns(columns, {}, classes({0, 1, -1}));
  const tamis::Dataset view = data.view();
  CHECK(view.samples() == 3);
  CHECK(view.features() == 2);
  CHECK(view.column(1)[2] == 6);
  CHECK(view.feature_name(1) == "c2");
  CHECK(view.target().class_name(1) == "b");
  CHECK(view.weights().empty());
  CHECK_FALSE(view.has_clean_target());
  CHECK(data.where(1) == "sample 2");
}

TEST_CASE("moving data keeps what its view shows", "[loaded_data]") {
  const std::vector<std::vector<double>> columns{{1, 2}};
  LoadedData data = LoadedData::from_columns(columns, {"a short name"}, classes({0, 1}));
  const tamis::Dataset view = data.view();
  LoadedData moved = std::move(data);
  LoadedData again;
  again = std::move(moved);
  CHECK(view.raw() == again.view().raw());
  CHECK(view.column(0)[1] == 2);
  CHECK(view.feature_name(0) == "a short name");
  CHECK(view.target().class_name(0) == "a");
}

TEST_CASE("dropping samples drops them everywhere", "[loaded_data]") {
  DataTable parts = parts_of({1, 2, 3, 4, 10, 20, 30, 40}, 4, {"x", "y"});
  parts.weights = {.1, .2, .3, .4};
  parts.groups = {0, 1, 2, 3};
  TargetColumn& t = parts.target;
  t.kind = TargetKind::soft;
  t.class_names = {"a", "b"};
  t.soft = {1, 0, kNaN, .5, 0, 1, kNaN, .5};
  t.annotator_names = {"u", "v"};
  t.vote_start = {0, 1, 2, 2, 4};
  t.vote_annotators = {0, 1, 0, 1};
  t.vote_labels = {0, 1, 0, 1};
  parts.clean = classes({0, 1, 0, 1});
  LoadedData data(std::move(parts));
  data.drop_samples(std::vector<char>{1, 0, 0, 1});
  const tamis::Dataset view = data.view();
  CHECK(view.samples() == 2);
  CHECK(view.column(1)[1] == 40);
  CHECK(view.target().soft()(1, 1) == .5);
  CHECK(view.target().soft()(0, 0) == 1);
  CHECK(view.target().votes().start[1] == 1);
  CHECK(view.target().votes().start[2] == 3);
  CHECK(view.target().votes().annotators[2] == 1);
  CHECK(view.clean_target().labels()[1] == 1);
  CHECK(view.weights()[1] == .4);
  CHECK(view.groups()[1] == 3);
  CHECK(data.parts().sample_rows == std::vector<std::uint64_t>{0, 3});
  CHECK(data.where(1) == "sample 4");
}

TEST_CASE("label sets are shown and dropped", "[loaded_data]") {
  DataTable parts = parts_of({1, 2, 3}, 3, {"x"});
  parts.target.kind = TargetKind::sets;
  parts.target.class_names = {"a", "b"};
  parts.target.set_start = {0, 2, 2, 3};
  parts.target.set_labels = {0, 1, 1};
  LoadedData data(std::move(parts));
  CHECK(data.view().target().label_set(0).size() == 2);
  CHECK_FALSE(data.view().target().known(1));
  data.drop_samples(std::vector<char>{0, 1, 1});
  CHECK(data.view().target().label_set(1)[0] == 1);
}

TEST_CASE("parts that do not fit are refused", "[loaded_data][errors]") {
  CHECK(error_of(parts_of({1, 2, 3}, 2, {"x"})) == "the table has 3 values; expected 2");
  CHECK_THAT(error_of(parts_of({1, kNaN}, 2, {"x"})),
             Catch::StartsWith("feature 'x' of sample 2 is not a finite number"));
  const std::vector<std::vector<double>> ragged{{1, 2}, {1}};
  CHECK(TempFiles().data_error([&] { LoadedData::from_columns(ragged); }) ==
        "column 2 has 1 value; expected 2, as the first has");
  DataTable parts = parts_of({1, 2}, 2, {"x"});
  parts.weights = {1, -1};
  CHECK_THAT(error_of(std::move(parts)), Catch::Contains("weight is negative"));
  parts = parts_of({1, 2}, 2, {"x"});
  parts.centre = {0};
  parts.scale = {0};
  CHECK_THAT(error_of(std::move(parts)), Catch::Contains("scale is not positive"));
}

TEST_CASE("targets that do not fit are refused", "[loaded_data][errors]") {
  CHECK(error_of(classes({0})) == "the target has 1 value; expected 2");
  CHECK(error_of(classes({0, 2})) == "label number 2 is 2; expected 0 to 1, or -1 for unknown");
  TargetColumn soft;
  soft.kind = TargetKind::soft;
  soft.class_names = {"a", "b"};
  soft.soft = {1, .5, 0, .4};
  CHECK_THAT(error_of(soft), Catch::StartsWith("the soft target of sample 2 is not a distribution"));
  soft.soft = {1, -.5, 0, 1.5};
  CHECK_THAT(error_of(soft), Catch::Contains("sample 2"));
  soft.soft = {1, kNaN, 0, 1};
  CHECK_THAT(error_of(soft), Catch::Contains("sample 2"));
  soft.soft = {1, kNaN, 0, kNaN};
  CHECK(error_of(soft).empty());
  soft.vote_start = {0, 1, 1};
  CHECK_THAT(error_of(soft), Catch::Contains("does not end at its length"));
  soft.vote_labels = {0};
  soft.vote_annotators = {0};
  CHECK_THAT(error_of(soft), Catch::Contains("annotator that has no name"));
  TargetColumn sets;
  sets.kind = TargetKind::sets;
  sets.class_names = {"a", "b"};
  sets.set_start = {0, 2, 2};
  sets.set_labels = {1, 0};
  CHECK_THAT(error_of(sets), Catch::Contains("not ascending"));
  TargetColumn real;
  real.kind = TargetKind::real;
  real.real = {1, std::numeric_limits<double>::infinity()};
  CHECK_THAT(error_of(real), Catch::Contains("sample 2 is infinite"));
}

}  // namespace loaded_data_test
