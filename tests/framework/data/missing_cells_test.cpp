#include "column_of.hpp"
#include "data/loading/near_target.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/digest.hpp>
#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace tamis::framework;

namespace missing_cells_test {
namespace {

DataOptions options_of(const std::string& path, const std::string& target = "") {
  DataOptions o;
  o.path = path;
  if (!target.empty()) o.target = target;
  return o;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("missing cells are an error, a dropped row or a median", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "a,b,y\n1,?,p\n,5,q\n4,7,p\n9,?,q\n3,6,r\n"), "y");
  o.unknown = {"?"};
  CHECK(
      files.data_error([&] { load_data(o); }) ==
      "a.csv:3:1 (a): the cell is missing; 3 cells are missing in 2 features; use `data.missing = \"median\"`, "
      "`data.missing = \"keep\"` (for criteria that take missing cells), `data.missing = \"drop_rows\"`, or `data.ignore = [\"a\"]`");

  o.missing = Missing::drop_rows;
  const LoadedData dropped = load_data(o);
  CHECK(dropped.samples() == 2);
  CHECK(column_of(dropped, 0) == std::vector<double>{4, 3});
  CHECK(column_of(dropped, 1) == std::vector<double>{7, 6});
  CHECK(dropped.parts().target.class_names == Names{"p", "r"});
  CHECK(dropped.parts().sample_rows == std::vector<std::uint64_t>{2, 4});
  CHECK(dropped.where(1) == files.path("a.csv") + ":6");
  CHECK(contains(dropped.notes, "missing: 3 rows of 5 dropped for missing cells in a, b"));

  o.missing = Missing::median;
  const LoadedData filled = load_data(o);
  CHECK(column_of(filled, 0) == std::vector<double>{1, 3.5, 4, 9, 3});
  CHECK(column_of(filled, 1) == std::vector<double>{6, 5, 7, 6, 6});
  CHECK(contains(filled.notes,
                 "filled with the column's median in 2 features (a 1 cell with 3.5, b 2 cells with 6)"));
}

TEST_CASE("a missing cell is the mean of the nearest samples that know the feature", "[load_data]") {
  const TempFiles files;
  // by column a, the five nearest of the last row are those of 8 to 12; the sixth is far
  std::string text = "a,b,y\n";
  for (const char* row : {"0,100", "8,1", "9,2", "10,3", "11,4", "12,5", "40,100", "41,100"})
    text += std::string(row) + (row[0] == '0' ? ",p\n" : ",q\n");
  DataOptions o = options_of(files.write("a.csv", text + "10,,p\n"), "y");
  o.missing = Missing::neighbours;
  const LoadedData data = load_data(o);
  CHECK(column_of(data, 1).back() == 3);
  CHECK(column_of(data, 1)[0] == 100);
  CHECK(
      contains(data.notes, "missing: filled with the mean of the 5 nearest samples in 1 feature (b 1 cell)"));
}

TEST_CASE("samples as near as the fifth are neighbours too, and without any the median is taken",
          "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(
      files.write("a.csv", "a,b,y\n1,1,p\n1,2,q\n1,3,p\n1,4,q\n1,5,p\n1,12,q\n9,50,p\n1,,p\n,,q\n"), "y");
  o.missing = Missing::neighbours;
  const LoadedData data = load_data(o);
  CHECK(column_of(data, 1)[7] == 4.5);  // all six at a = 1
  CHECK(column_of(data, 1)[8] == 4);    // the last row knows nothing: medians of 1..5, 12, 50 and of a
  CHECK(column_of(data, 0)[8] == 1);
}

TEST_CASE("cells are filled again from some samples as if these alone had been read",
          "[load_data][missing]") {
  const Missing how = GENERATE(Missing::median, Missing::neighbours);
  TempFiles files;
  std::vector<char> learnt_from;
  std::string all = "a,b,c\n", some = all;
  for (int i = 0; i < 30; ++i) {
    const auto cell = [&](int column) {
      return i % 7 == column ? std::string() : std::to_string((i * (column + 3) * 37) % 101);
    };
    const std::string row = cell(0) + "," + cell(1) + "," + std::to_string(i * i % 17) + "\n";
    learnt_from.push_back(i % 3 != 0);
    all += row;
    if (learnt_from.back()) some += row;
  }
  DataOptions o = options_of(files.write("some.csv", some));
  o.missing = how;
  const LoadedData alone = load_data(o);
  o.path = files.write("all.csv", all);
  LoadedData data = load_data(o);
  const std::vector<double> at_first[] = {column_of(data, 0), column_of(data, 1), column_of(data, 2)};
  REQUIRE(can_fill_again(data.parts()));

  data.edit([&](DataTable& parts) { fill_again(how, learnt_from, parts); });
  const LoadedData kept = data.copy_of_samples(learnt_from);
  for (std::uint32_t j = 0; j < 3; ++j) CHECK(column_of(kept, j) == column_of(alone, j));
  CHECK(kept.parts().filled.sample == alone.parts().filled.sample);
  if (how == Missing::median)
    CHECK(column_of(data, 0)[0] == column_of(kept, 0)[4]);  // row 7: the same column's median

  data.edit([&](DataTable& parts) { fill_again(how, std::vector<char>(30, 1), parts); });
  for (std::uint32_t j = 0; j < 3; ++j) CHECK(column_of(data, j) == at_first[j]);
}

TEST_CASE("a column that no sample knows that is learnt from is filled from the others",
          "[load_data][missing]") {
  TempFiles files;
  DataOptions o = options_of(files.write("t.csv", "a,b\n,1\n,2\n5,3\n7,4\n"));
  o.missing = Missing::median;
  LoadedData data = load_data(o);
  data.edit([](DataTable& parts) { fill_again(Missing::median, std::vector<char>{1, 1, 0, 0}, parts); });
  CHECK(column_of(data, 0) == std::vector<double>{6, 6, 5, 7});
}

TEST_CASE(
    "a column without any value is refused, however missing cells are treated, and dropping may leave nothing",
    "[load_data][errors]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "a,b,y\n1,,p\n2,,q\n"), "y");
  for (const Missing how :
       {Missing::error, Missing::median, Missing::neighbours, Missing::keep, Missing::drop_rows}) {
    o.missing = how;
    CHECK(files.data_error([&] { load_data(o); }) ==
          "a.csv: 'b' has no value in any row; use `data.ignore = [\"b\"]`");
  }
  o = options_of(files.write("a.csv", "a,,y,\n1,,p,\n2,,q,\n"), "y");
  CHECK(files.data_error([&] { load_data(o); }) ==
        "a.csv: 'c2', 'c4' have no value in any row; use `data.ignore = [\"c2\", \"c4\"]`");
  o = options_of(files.write("a.csv", "a,b,y\n1,,p\n,2,q\n"), "y");
  o.missing = Missing::drop_rows;
  CHECK_THAT(files.data_error([&] { load_data(o); }), Catch::Contains("0 samples left after dropping rows"));
}

TEST_CASE("cells of a table whose features were cut, weighed or dated are not filled again",
          "[load_data][missing]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("t.csv", "when,a,b\n2024-01-01,1,\n2024-02-02,,5\n,2,7\n"));
  o.missing = Missing::median;
  o.ignore = {"when"};
  CHECK(can_fill_again(load_data(o).parts()));
  o.top_terms = 1;
  CHECK_FALSE(can_fill_again(load_data(o).parts()));
  o.top_terms.reset();
  o.tf_idf = true;
  CHECK_FALSE(can_fill_again(load_data(o).parts()));
  o.tf_idf = false;
  o.ignore.clear();
  o.dates = {"when"};
  CHECK_FALSE(can_fill_again(load_data(o).parts()));
}

namespace {

/// a and a date have missing cells, b has none; the class is x or y.
LoadedData with_kept_cells(const TempFiles& files) {
  DataOptions o = options_of(
      files.write(
          "kept.csv",
          "a,b,when,y\n1,5,2024-01-01,x\n,6,2024-01-02,y\n3,7,,x\n4,8,2024-01-04,y\n,9,2024-01-05,x\n"),
      "y");
  o.missing = Missing::keep;
  o.dates = {"when"};
  return load_data(o);
}

std::vector<int> mask_of(const LoadedData& data, std::uint32_t feature) {
  const auto missing = data.view().missing(feature);
  return {missing.begin(), missing.end()};
}

DataRequirements of_classes() {
  DataRequirements needs;
  needs.classes = true;
  return needs;
}

}  // namespace

TEST_CASE("cells stay missing for a criterion that takes them, and others see the median",
          "[load_data][missing]") {
  const TempFiles files;
  LoadedData data = with_kept_cells(files);
  CHECK(column_of(data, 0) == std::vector<double>{1, 3, 3, 4, 3});
  CHECK(contains(data.notes, "missing: cells stay missing in 1 feature (a 2 cells)"));
  CHECK(contains(data.notes, "missing: 1 cell of dates 'when' stays missing"));
  CHECK_FALSE(data.view().has_missing());
  REQUIRE(data.parts().feature_names == Names{"a", "b", "when.days", "when.weekday"});

  DataRequirements needs = of_classes();
  prepare_data(data, needs, Standardise::automatic, "some");
  CHECK_FALSE(data.view().has_missing());

  needs.missing = true;
  prepare_data(data, needs, Standardise::automatic, "some");
  CHECK(mask_of(data, 0) == std::vector<int>{0, 1, 0, 0, 1});
  CHECK(mask_of(data, 1) == std::vector<int>{0, 0, 0, 0, 0});
  CHECK(mask_of(data, 2) == std::vector<int>{0, 0, 1, 0, 0});
  CHECK(mask_of(data, 3) == std::vector<int>{0, 0, 1, 0, 0});
}

TEST_CASE("z-scores are those of the known cells where cells stay missing", "[load_data][missing]") {
  const TempFiles files;
  LoadedData data = with_kept_cells(files);
  DataRequirements needs = of_classes();
  needs.missing = needs.distances = true;
  prepare_data(data, needs, Standardise::automatic, "some");
  CHECK(data.view().centre(0) == Approx(8.0 / 3));  // of 1, 3 and 4
  CHECK(data.view().scale(0) == Approx(std::sqrt(14.0 / 9)));
  CHECK(data.view().centre(1) == Approx(7));
  data.drop_samples(std::vector<char>{0, 1, 0, 0, 1});  // nobody is left who has a
  prepare_data(data, needs, Standardise::automatic, "some");
  CHECK(data.view().scale(0) == 1);
}

TEST_CASE("cells that stay missing go with their samples and features", "[load_data][missing]") {
  const TempFiles files;
  LoadedData data = with_kept_cells(files);
  data.edit([](DataTable& p) { keep_features(p, std::vector<char>{1, 0, 1, 1}); });
  data.drop_samples(std::vector<char>{1, 0, 1, 1, 1});
  CHECK_FALSE(can_fill_again(data.parts()));
  DataRequirements needs = of_classes();
  needs.missing = true;
  prepare_data(data, needs, Standardise::automatic, "some");
  CHECK(mask_of(data, 0) == std::vector<int>{0, 0, 0, 1});
  CHECK(mask_of(data, 1) == std::vector<int>{0, 1, 0, 0});
}

TEST_CASE("cells that stay missing have a code of their own, and cuts are those of the known values",
          "[load_data][missing]") {
  const TempFiles files;
  LoadedData data = with_kept_cells(files);
  DataRequirements needs = of_classes();
  needs.discrete = true;
  const auto codes = [&](std::uint32_t feature) {
    const auto span = data.view().codes(feature);
    return std::vector<int>(span.begin(), span.end());
  };
  prepare_data(data, needs, Standardise::automatic, "some");
  CHECK(codes(0) == std::vector<int>{0, 3, 1, 2, 3});
  CHECK(data.view().levels(0) == 4);
  CHECK(codes(1) == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(data.view().levels(1) == 5);

  PreparationOptions halves{Standardise::automatic};
  halves.discretise.binning = Binning::edges;
  halves.discretise.edges.assign(255, 2.5);
  CHECK(
      files.data_error([&] { prepare_data(data, needs, halves, "some"); }) ==
      "feature 'a' has 256 codes, so none is left for its missing cells; make fewer with `data.bins`, or fill "
      "them (`data.missing`)");
}

TEST_CASE("a table with missing cells is another one than the table with these filled", "[digest][missing]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("t.csv", "a,b\n1,1\n,2\n5,3\n7,4\n"));
  o.missing = Missing::median;
  const std::string filled = digest_of(load_data(o).parts());
  o.missing = Missing::keep;
  CHECK(digest_of(load_data(o).parts()) != filled);
}

TEST_CASE("a cell that becomes missing while a table is inspected does no harm", "[load_data][missing]") {
  TargetColumn target;
  target.kind = tamis::TargetKind::classes;
  target.class_names = {"a", "b"};
  std::vector<double> values;
  for (int i = 0; i < 200; ++i) {
    target.labels.push_back(i % 2);
    values.push_back(i % 7 == 0 ? std::numeric_limits<double>::quiet_NaN() : i);
  }
  CHECK_FALSE(NearTarget(target).agreement(values).has_value());
  target.kind = tamis::TargetKind::real;
  target.labels.clear();
  target.real.assign(values.rbegin(), values.rend());
  CHECK_FALSE(NearTarget(target).agreement(values).has_value());
}

}  // namespace missing_cells_test
