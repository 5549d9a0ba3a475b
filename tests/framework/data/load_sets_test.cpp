#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;
using tamis::TargetKind;

namespace load_sets_test {
namespace {

using Names = std::vector<std::string>;
using Sets = std::vector<Names>;

DataOptions with_cells(const TempFiles& files, const std::vector<std::string>& cells) {
  std::string text = "x,y\n";
  for (std::size_t i = 0; i < cells.size(); ++i) text += std::to_string(i * i) + ".5," + cells[i] + "\n";
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  o.target_kind = TargetReading::sets;
  return o;
}

Sets sets_of(const LoadedData& data) {
  Sets out;
  const tamis::Target target = data.view().target();
  REQUIRE(target.kind() == TargetKind::sets);
  for (std::uint64_t i = 0; i < target.samples(); ++i) {
    out.emplace_back();
    for (const std::int32_t c : target.label_set(i))
      out.back().emplace_back(target.class_name(static_cast<std::uint32_t>(c)));
  }
  return out;
}

std::string error_of(const TempFiles& files, const DataOptions& o) {
  return files.data_error([&] { load_data(o); });
}

}  // namespace

TEST_CASE("cells of several labels are sets, in the order of the classes", "[load_data][sets]") {
  const TempFiles files;
  const LoadedData data = load_data(with_cells(files, {"b|a", "c", "", "a | c|a"}));
  CHECK(data.parts().target.class_names == Names{"a", "b", "c"});
  CHECK(sets_of(data) == Sets{{"a", "b"}, {"c"}, {}, {"a", "c"}});
  CHECK(data.notes[0] == "target 'y': sets of labels, 3 classes, 1.3 labels per sample, 1 without a label");
}

TEST_CASE("labels are separated by '@' where some cell holds one, else by '|', or as the user says",
          "[load_data][sets]") {
  const TempFiles files;
  CHECK(sets_of(load_data(with_cells(files, {"a@b|c", "b|c"}))) == Sets{{"a", "b|c"}, {"b|c"}});
  DataOptions o = with_cells(files, {"10 9", "9", "10"});
  o.label_separator = " ";
  CHECK(sets_of(load_data(o)) == Sets{{"9", "10"}, {"9"}, {"10"}});
  o = with_cells(files, {"a::b", "a"});
  o.label_separator = "::";
  CHECK(sets_of(load_data(o)) == Sets{{"a", "b"}, {"a"}});
}

TEST_CASE("an empty label in a set is refused with its place", "[load_data][sets][errors]") {
  const TempFiles files;
  for (const std::string cell : {"a||b", "|a", "a|", "a| |b"})
    CHECK_THAT(error_of(files, with_cells(files, {"a", cell})),
               Catch::StartsWith("a.csv:3:2 (y): '" + cell + "' holds an empty label"));
  DataOptions o = with_cells(files, {"a", "a::"});
  o.label_separator = "::";
  CHECK_THAT(error_of(files, o), Catch::Contains("holds an empty label"));
}

TEST_CASE("labels that all occur once are doubted", "[load_data][sets]") {
  const TempFiles files;
  const LoadedData data = load_data(with_cells(files, {"a;b", "b;c", "a;c"}));
  REQUIRE(data.warnings.size() == 1);
  CHECK(data.warnings[0] == "target 'y': no label occurs twice; is '|' what separates them?");
}

TEST_CASE("single classes that look like sets of labels are doubted, and only those", "[load_data][sets]") {
  const TempFiles files;
  const auto warnings = [&](const std::vector<std::string>& cells,
                            TargetReading kind = TargetReading::automatic) {
    DataOptions o = with_cells(files, cells);
    o.target_kind = kind;
    return load_data(o).warnings;
  };
  const Names doubt{
      "target 'y': 3 classes, 1 with '|' inside; if samples have several labels, `data.target_kind = "
      "\"sets\"`"};
  CHECK(warnings({"a", "a|b", "b", "b"}) == doubt);  // beside a part of its own
  CHECK_THAT(warnings({"a|b", "b|c", "d", "d"}).at(0), Catch::Contains("3 classes, 2 with '|' inside"));
  CHECK_THAT(warnings({"a|1@b", "b", "b"}).at(0), Catch::Contains("1 with '@' inside"));
  CHECK(warnings({"a|b", "c", "c"}).empty());
  CHECK(warnings({"a|b", "c|d", "c|d"}).empty());
  CHECK(warnings({"a|", "b|", "b|"}).empty());  // an empty part is none
  CHECK(warnings({"a|a", "b", "b"}).empty());
  CHECK(warnings({"a", "a|b", "b", "b"}, TargetReading::classes).empty());  // the user said so
}

TEST_CASE("one column of 0 and 1 per label gives sets, from either file", "[load_data][sets]") {
  const TempFiles files;
  DataOptions o;
  o.path = files.write("a.csv", "x,b,a\n1,1,0\n2,0,0\n3,1,1\n4,,\n");
  o.label_columns = {"b", "a"};
  const LoadedData data = load_data(o);
  CHECK(data.parts().target.class_names == Names{"a", "b"});
  CHECK(sets_of(data) == Sets{{"b"}, {}, {"a", "b"}, {}});
  CHECK(data.parts().feature_names == Names{"x"});
  CHECK(data.notes[0] ==
        "target: sets of labels, from 2 columns, 2 classes, 0.8 labels per sample, 2 without a label");

  DataOptions second;
  second.path = files.write("x.csv", "x,z\n1,2\n2,1\n3,1\n");
  second.target_path = files.write("y.csv", "b,w,a\n1,2,0\n0,1,1\n1,3,1\n");
  second.target_kind = TargetReading::sets;
  second.weights = "w";
  const LoadedData all = load_data(second);
  CHECK(sets_of(all) == Sets{{"b"}, {"a"}, {"a", "b"}});
  CHECK(all.parts().weights == std::vector<double>{2, 1, 3});
  second.weights.reset();
  second.label_columns = {"a"};
  CHECK(sets_of(load_data(second)) == Sets{{}, {"a"}, {"a"}});
  second.label_columns.clear();
  second.target_path = files.write("z.csv", "y\na|b\na\nb\n");
  CHECK(sets_of(load_data(second)) == Sets{{"a", "b"}, {"a"}, {"b"}});
}

TEST_CASE("columns of labels that are neither 0 nor 1 are refused with their place",
          "[load_data][sets][errors]") {
  const TempFiles files;
  DataOptions o;
  o.label_columns = {"a", "b"};
  o.path = files.write("a.csv", "x,a,b\n1,1,0\n2,2,0\n");
  CHECK(error_of(files, o) == "a.csv:3:2 (a): 2 is neither 1, for a sample that has the label, nor 0");
  o.path = files.write("a.csv", "x,a,b\n1,1,0\n2,1,\n");
  CHECK_THAT(error_of(files, o), Catch::StartsWith("a.csv:3:3 (b): the cell is empty, but other labels"));
  o.path = files.write("a.csv", "x,a,b\n1,1,0\n2,yes,0\n");
  CHECK_THAT(error_of(files, o), Catch::StartsWith("a.csv:3:2 (a): 'yes' is not a number; expected 0 or 1"));
  o.path = files.write("a.csv", "x,a,a\n1,1,0\n2,1,0\n");
  o.label_columns = {"2", "3"};
  CHECK_THAT(error_of(files, o), Catch::Contains("two columns have one name"));
  o.label_columns = {"2", "2"};
  CHECK(files.param_error([&] { load_data(o); }) == "data.label_columns names the column 'a' twice");
}

TEST_CASE("ancestors adds the prefixes of a label, and nothing does so unasked", "[load_data][sets]") {
  const TempFiles files;
  DataOptions o = with_cells(files, {"a/b/c|d", "a/b", "", "d"});
  CHECK(load_data(o).parts().target.class_names == Names{"a/b", "a/b/c", "d"});
  o.ancestors = true;
  const LoadedData data = load_data(o);
  CHECK(sets_of(data) == Sets{{"a", "a/b", "a/b/c", "d"}, {"a", "a/b"}, {}, {"d"}});
  CHECK(data.notes[1] == "ancestors: 1 class added, now 4 classes, 1.8 labels per sample, 1 without a label");
}

TEST_CASE("ancestors turns single classes into sets", "[load_data][sets]") {
  const TempFiles files;
  DataOptions o = with_cells(files, {"a/b", "", "a"});
  o.target_kind = TargetReading::automatic;
  o.ancestors = true;
  const LoadedData data = load_data(o);
  CHECK(sets_of(data) == Sets{{"a", "a/b"}, {}, {"a"}});
  CHECK(data.parts().target.labels.empty());
  CHECK_THAT(data.notes[1],
             Catch::StartsWith("ancestors: each class became a set with its ancestors; 0 classes"));
}

TEST_CASE("labels with an empty level, and real values, have no ancestors", "[load_data][sets][errors]") {
  const TempFiles files;
  for (const std::string label : {"a//b", "/a", "a/"}) {
    DataOptions o = with_cells(files, {"a", label});
    o.ancestors = true;
    CHECK_THAT(error_of(files, o),
               Catch::StartsWith("target 'y': the label '" + label + "' has an empty level"));
  }
  DataOptions o = with_cells(files, {"1.5", "2.5"});
  o.target_kind = TargetReading::automatic;
  o.ancestors = true;
  CHECK_THAT(error_of(files, o), Catch::Contains("has no labels that ancestors could be added to"));
}

TEST_CASE("a label of more levels than any tree has is refused before its ancestors are named",
          "[load_data][sets][errors]") {
  const TempFiles files;
  std::string deep = "a";
  for (int level = 1; level < 100; ++level) deep += "/b";
  DataOptions o = with_cells(files, {deep, "a", "a/b"});
  o.ancestors = true;
  const LoadedData data = load_data(o);
  CHECK(data.parts().target.class_names.size() == 100);
  CHECK(data.parts().target.set_labels.size() == 100 + 1 + 2);
  o = with_cells(files, {deep + "/b", "a"});
  o.ancestors = true;
  CHECK_THAT(files.data_error([&] { load_data(o); }), Catch::Contains("has more than 100 levels"));
}

}  // namespace load_sets_test
