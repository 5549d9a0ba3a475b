#include "column_of.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;

namespace load_data_test {
namespace {

DataOptions options_of(const std::string& path, const std::string& target = "") {
  DataOptions o;
  o.path = path;
  if (!target.empty()) o.target = target;
  return o;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("iris loads with its classes announced first", "[load_data]") {
  const LoadedData data = load_data(options_of(TAMIS_TEST_DATA "/iris.csv", "class"));
  CHECK(data.samples() == 150);
  CHECK(data.features() == 4);
  CHECK(data.notes[0] == "target 'class': 3 classes (setosa 50, versicolor 50, virginica 50)");
  CHECK(data.warnings.empty());
  const tamis::Dataset view = data.view();
  CHECK(view.feature_name(3) == "petal_width");
  CHECK(view.column(0)[0] == 5.1);
  CHECK(view.target().kind() == tamis::TargetKind::classes);
  CHECK(view.target().class_name(2) == "virginica");
  CHECK(view.target().labels()[149] == 2);
  CHECK(data.where(0) == TAMIS_TEST_DATA "/iris.csv:2");
}

TEST_CASE("unused columns are taken out and the order of the file is kept", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(
      files.write("a.csv", "name,a,class,b,w,g\nx,1,p,10,1,u\ny,2,q,20,0,v\nz,3.5,p,30,2,u\n"), "class");
  o.ignore = {"name"};
  o.weights = "w";
  o.groups = "g";
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names == Names{"a", "b"});
  CHECK(column_of(data, 0) == std::vector<double>{1, 2, 3.5});
  CHECK(column_of(data, 1) == std::vector<double>{10, 20, 30});
  CHECK(data.parts().weights == std::vector<double>{1, 0, 2});
  CHECK(data.parts().groups == std::vector<std::int32_t>{0, 1, 0});
  CHECK(data.parts().group_names == Names{"u", "v"});
  CHECK(contains(data.notes, "groups 'g': 2 groups"));
  CHECK(data.parts().values.size() == 6);
}

TEST_CASE("a feature column with text names the cell and the ways out", "[load_data][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& text) {
    const std::string path = files.write("a.csv", text);
    return files.data_error([&] { load_data(options_of(path, "y")); });
  };
  CHECK(error("a,b,y\n1,2,p\n3,red,q\n") ==
        "a.csv:3:2 (b): 'red' is not a number; use `data.ignore = [\"b\"]`, `data.categorical = [\"b\"]`, or "
        "name the column as the "
        "target");
  CHECK_THAT(error("a,b,y\n1,2,p\n3,NA,q\n"), Catch::Contains("`data.unknown = [\"NA\"]`"));
  CHECK_THAT(error("a;b;y\n1;2;p\n3;1,5;q\n"),
             Catch::Contains("decimal point, `data.decimal = \"comma\"` reads commas"));
  CHECK_THAT(error("a,b,y\nu,v,p\n3,1,q\n"),
             Catch::Contains("(columns with text: a, b; `data.categorical = [\"*\"]` takes them all)"));
  CHECK_THAT(error("a,b,y\n1,2,p\n3,inf,q\n"),
             Catch::StartsWith("a.csv:3:2 (b): 'inf' is not a finite number; "));
  CHECK_THAT(error("a,b,y\n1,2,p\n3,1e999,q\n"), Catch::Contains("'1e999' is beyond the range of a double"));
  CHECK_THAT(error("a,b,y\n1,2,p\n3,nan,q\n"),
             Catch::Contains("`data.unknown = [\"nan\"]` if it means missing"));
}

TEST_CASE("a remedy holds a name that a config can read, or the column's number", "[load_data][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& text) {
    const std::string path = files.write("a.csv", text);
    return files.data_error([&] { load_data(options_of(path, "y")); });
  };
  CHECK_THAT(error("\"a\"\"b\\`\",y\nred,p\n1,q\n"), Catch::Contains(R"(`data.ignore = ["a\"b\\\u0060"]`)"));
  CHECK(error("\x1b]0;x,y\nred,p\n1,q\n") ==
        "a.csv:2:1 (\\x1b]0;x): 'red' is not a number; use `data.ignore = [1]`, `data.categorical = [1]`, or "
        "name the column as the target");
  CHECK_THAT(error("b,a,a,y\n1,1,red,p\n1,1,1,q\n"), Catch::Contains("`data.ignore = [3]`"));
  CHECK_THAT(error("a,b,y\n1," + std::string(5000, '9') + ",p\n3,1,q\n"),
             Catch::EndsWith("; correct the cell, or use `data.ignore = [\"b\"]`"));
}

TEST_CASE("what is wrong in a column that nobody uses does not matter", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "a,b,y\n1.5,inf,p\n3,red,q\n"), "y");
  o.ignore = {"b"};
  CHECK(load_data(o).features() == 1);
}

TEST_CASE("categorical columns become one feature per value, after the others", "[load_data]") {
  const TempFiles files;
  DataOptions o =
      options_of(files.write("a.csv", "colour,a,size,y\nred,1,10,p\nblue,2,9,q\nred,5,8,p\n"), "y");
  o.categorical = {"colour", "size"};
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names == Names{"a", "colour=red", "size=8", "size=9", "size=10"});
  CHECK(column_of(data, 1) == std::vector<double>{1, 0, 1});
  CHECK(column_of(data, 2) == std::vector<double>{0, 0, 1});
  CHECK(column_of(data, 4) == std::vector<double>{1, 0, 0});
  CHECK(contains(data.notes,
                 "categorical 'colour': one-hot encoded as 1 feature (colour=red, else it is blue)"));
  CHECK(contains(data.notes, "categorical 'size': one-hot encoded as 3 features (size=8, size=9, size=10)"));
  CHECK(data.parts().feature_groups == std::vector<std::int32_t>{-1, 0, 1, 1, 1});
  CHECK(data.view().feature_group(0) == -1);
  CHECK(data.view().feature_group(4) == 1);
}

TEST_CASE("a star takes every column that holds a text and has no other role", "[load_data]") {
  const TempFiles files;
  DataOptions o =
      options_of(files.write("a.csv", "colour,a,site,id,y\nred,1,u,x,p\nblue,2,v,y,q\ngreen,5,u,z,p\n"), "y");
  o.categorical = {"*"};
  o.ignore = {"id"};
  CHECK(load_data(o).parts().feature_names ==
        Names{"a", "colour=blue", "colour=green", "colour=red", "site=v"});
  o = options_of(files.write("b.csv", "a,y\n1,p\n2,q\n"), "y");
  o.categorical = {"*"};
  CHECK(load_data(o).parts().feature_names == Names{"a"});
}

TEST_CASE("a cell that looks like a date is said to be one", "[load_data][errors]") {
  const TempFiles files;
  const auto is_date = [&](const std::string& cell) {
    const std::string path = files.write("a.csv", "when,a,y\n" + cell + ",1,p\n" + cell + ",2,q\n");
    return files.data_error([&] { load_data(options_of(path, "y")); }).find("if it is a date") !=
           std::string::npos;
  };
  for (const char* date : {"2024-01-31", "31.1.24", "1/31/2024", "2024-01-31T10:00:00", "2024-01-31 10:00"})
    CHECK(is_date(date));
  for (const char* text : {"red", "1-2", "a-b-c", "12345-1-1", "1-2-3-4"}) CHECK_FALSE(is_date(text));
}

TEST_CASE("features that are kept stay in their groups", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "colour,a,y\nred,1,p\nblue,2,q\ngreen,5,p\n"), "y");
  o.categorical = {"colour"};
  LoadedData data = load_data(o);
  data.edit([](DataTable& t) { keep_features(t, std::vector<char>{1, 0, 1, 1}); });
  CHECK(data.parts().feature_names == Names{"a", "colour=green", "colour=red"});
  CHECK(data.parts().feature_groups == std::vector<std::int32_t>{-1, 0, 0});
  o.categorical.clear();
  o.ignore = {"colour"};
  CHECK(load_data(o).parts().feature_groups.empty());
}

TEST_CASE("a gap in a categorical column is a value of its own, or may be dropped", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "colour,a,y\nred,1,p\n,2,q\nblue,5,p\n"), "y");
  o.categorical = {"colour"};
  CHECK_THAT(files.data_error([&] { load_data(o); }),
             Catch::StartsWith("a.csv:3:1 (colour): the cell is missing"));
  o.missing = Missing::median;
  CHECK(load_data(o).parts().feature_names == Names{"a", "colour=blue", "colour=missing", "colour=red"});
  CHECK(column_of(load_data(o), 2) == std::vector<double>{0, 1, 0});
  CHECK(contains(load_data(o).notes,
                 "missing: 1 cell of categorical 'colour' is a value of its own, 'missing'"));
  o.missing = Missing::drop_rows;
  CHECK(load_data(o).parts().feature_names == Names{"a", "colour=red"});
}

TEST_CASE("a category of too many values is refused as an identifier", "[load_data][errors]") {
  const TempFiles files;
  std::string text = "who,a\n";
  for (int i = 0; i < 1001; ++i) text += "n" + std::to_string(i) + ",1\n";
  DataOptions o = options_of(files.write("a.csv", text));
  o.categorical = {"who"};
  CHECK_THAT(files.data_error([&] { load_data(o); }),
             Catch::Contains("1001 distinct values; expected at most 1000"));
}

TEST_CASE("a column that counts the rows is suspected to be an identifier", "[load_data]") {
  const TempFiles files;
  const auto warned = [&](const std::string& text) {
    return contains(load_data(options_of(files.write("a.csv", text), "y")).warnings,
                    "counts the rows; if it is an identifier, `data.ignore = [\"id\"]`");
  };
  CHECK(warned("id,y\n1,p\n2,q\n3,p\n"));
  CHECK(warned("id,y\n0,p\n1,q\n2,p\n"));
  CHECK_FALSE(warned("id,y\n1,p\n3,q\n2,p\n"));
  CHECK_FALSE(warned("id,y\n2,p\n3,q\n4,p\n"));
}

TEST_CASE("an identifier in any order is suspected, and one of texts", "[load_data]") {
  const TempFiles files;
  const auto warnings = [&](const std::string& text, const Names& categorical = {}) {
    DataOptions o = options_of(files.write("a.csv", "id,y\n" + text), "y");
    o.categorical = categorical;
    return load_data(o).warnings;
  };
  const std::string in_any_order = "105,p\n103,q\n104,p\n101,q\n102,p\n110,q\n108,p\n109,q\n107,p\n106,q\n";
  CHECK(contains(warnings(in_any_order), "feature 'id' counts the rows"));
  CHECK(warnings(in_any_order + "106,p\n").empty());
  CHECK(warnings(in_any_order + "111.5,p\n").empty());
  const std::string texts = "k,p\nl,q\nm,p\nn,q\no,p\nr,q\ns,p\nt,q\nu,p\n";
  CHECK(contains(
      warnings(texts + "v,q\n", {"id"}),
      "categorical 'id' has another value in each row; if it is an identifier, `data.ignore = [\"id\"]`"));
  CHECK(warnings(texts + "u,q\n", {"id"}).empty());
}

TEST_CASE("a feature that repeats the target is named, as classes, categories or values", "[load_data]") {
  const TempFiles files;
  const auto warned = [&](const std::string& rows, const std::string& kind = "class") {
    DataOptions o = options_of(files.write("a.csv", "x,who,y\n" + rows), "y");
    o.categorical = {"who"};
    o.target_kind = kind == "real" ? TargetReading::real : TargetReading::classes;
    const Names all = load_data(o).warnings;
    return (contains(all,
                     "feature 'x' repeats the target; if it is not known before the target is, "
                     "`data.ignore = [\"x\"]`")
                ? std::string("x")
                : "") +
           (contains(all, "categorical 'who' repeats the target") ? "w" : "");
  };
  const std::string both =
      "7,ann,1\n-1,bob,2\n3,eve,3\n7,ann,1\n-1,bob,2\n3,eve,3\n7,ann,1\n-1,bob,2\n3,eve,3\n";
  CHECK(warned(both + "7,ann,1\n") == "xw");
  CHECK(warned(both).empty());               // nine rows
  CHECK(warned(both + "7,bob,1\n") == "x");  // one value, two persons
  CHECK(warned(both + "8,ann,1\n") == "w");
  CHECK(warned(both + "7,ann,4\n").empty());          // one value, two classes
  CHECK(warned(both + "7,ann,1\n9,zoe,\n") == "xw");  // where the target is unknown, nothing is repeated
  CHECK(warned(both + "7,ann,1\n", "real").empty());
  std::string equal;
  for (const char* row : {"1", "2.5", "3", "4", "5", "6", "7", "8", "8", "10"})
    equal += std::string(row) + ",ann," + row + "\n";
  CHECK(warned(equal, "real") == "x");
}

TEST_CASE("features of one name are warned of", "[load_data]") {
  const TempFiles files;
  CHECK(contains(load_data(options_of(files.write("a.csv", "a,a,y\n1,2,p\n5,4,q\n"), "y")).warnings,
                 "two features are named 'a'"));
}

TEST_CASE("a first row taken for a sample is announced after the target", "[load_data][header]") {
  const TempFiles files;
  const LoadedData data = load_data(options_of(files.write("a.csv", "1,2,a\n3,5,b\n4,7,a\n"), "-1"));
  CHECK_THAT(data.notes[0], Catch::StartsWith("target 'c3': 2 classes"));
  CHECK(data.notes[1] == "no header row: columns are called c1, c2, ...");
  CHECK(data.warnings.empty());
  CHECK(contains(load_data(options_of(files.write("a.csv", "1\n3\n"))).notes,
                 "no header row: the column is called c1"));
  CHECK_FALSE(contains(load_data(options_of(files.write("a.csv", "x,y\n1,a\n3,b\n"), "y")).notes, "header"));
  DataOptions two = options_of(files.write("x.csv", "a,b\n1,2\n3,4\n"));
  two.target_path = files.write("y.csv", "1\n0\n");
  CHECK(contains(load_data(two).notes, "y.csv: no header row: the column is called c1"));
}

TEST_CASE("a first row that looks like names but was taken for a sample is warned of",
          "[load_data][header]") {
  const TempFiles files;
  const auto warned = [&](const std::string& text, HeaderMode mode = HeaderMode::automatic) {
    DataOptions o = options_of(files.write("a.csv", text), "-1");
    o.header = mode;
    return contains(
        load_data(o).warnings,
        "a.csv: the first row was taken for a sample, not for column names; say `data.header = true` if "
        "it names the columns");
  };
  CHECK(warned("2019,2020,y\n1,2,a\n3,5,b\n"));
  CHECK(warned("2019,2020,y\n1,2,\n3,5,b\n"));
  CHECK_FALSE(warned("1,2,a\n3,5,b\n4,7,a\n"));  // a sample like others
  CHECK_FALSE(warned("1,2,0\n3,5,1\n"));
  CHECK_FALSE(warned("2019,2020,y\n1,2,a\n3,5,b\n", HeaderMode::no));
  CHECK_FALSE(warned("2019,2020,y\n1,2,a\n3,5,b\n", HeaderMode::yes));
  CHECK_FALSE(warned("x,y\n1,a\n3,b\n"));

  // The two ways in which the mistake ends in an error say so too.
  const std::string years = files.write("a.csv", "2019,2020,y\n1,2,a\n3,5,b\n");
  CHECK_THAT(files.param_error([&] { load_data(options_of(years, "y")); }),
             Catch::Contains("has no column 'y'") &&
                 Catch::EndsWith("say `data.header = true` if it names the columns"));
  CHECK_THAT(files.data_error([&] { load_data(options_of(years)); }),
             Catch::StartsWith("a.csv:1:3 (c3): 'y' is not a number") &&
                 Catch::Contains("if the first row names the columns, `data.header = true`"));
}

TEST_CASE("a path may be any bytes, which messages show escaped", "[load_data]") {
  const TempFiles files;
  const std::string path = files.write("caf\xE9.csv", "1,a\n2,b\n4,b\n");
  const LoadedData data = load_data(options_of(path, "-1"));
  CHECK(data.samples() == 3);
  CHECK(data.where(1) == files.path("caf\\xe9.csv:2"));
  CHECK_THAT(data.warnings.at(0), Catch::StartsWith(files.path("caf\\xe9.csv: the first row")));
  CHECK(files.data_error([&] { load_data(options_of(files.path("cafe\xE9.csv"))); }) ==
        "cafe\\xe9.csv: no such file; did you mean 'caf\\xe9.csv'?");
  CHECK(files.data_error([&] { load_data(options_of(files.path("\xFF/a.csv"))); })
            .starts_with("\\xff/a.csv: no such file; there is no folder '"));
  const std::string ragged = files.write("\xE9.csv", "a,b\n1,2\n3\n");
  CHECK_THAT(files.data_error([&] { load_data(options_of(ragged)); }),
             Catch::StartsWith("\\xe9.csv:3: 1 cell"));
  CHECK_THAT(files.param_error([&] { load_data(options_of(path, "z")); }),
             Catch::StartsWith("target: caf\\xe9.csv has no column 'z'"));
}

TEST_CASE("too little data is refused", "[load_data][errors]") {
  const TempFiles files;
  const std::string one = files.write("one.csv", "a,y\n1,p\n");
  CHECK(files.data_error([&] { load_data(options_of(one, "y")); }) ==
        "one.csv: 1 sample; expected at least 2");
  DataOptions o = options_of(files.write("a.csv", "a,y\n1,p\n2,q\n"), "y");
  o.ignore = {"a"};
  CHECK(files.data_error([&] { load_data(o); }) ==
        "a.csv: no feature is left: each of its 2 columns is ignored or has another role");
  CHECK(files.data_error([&] { load_data(options_of(files.write("y.csv", "y\np\nq\n"), "y")); }) ==
        "y.csv: no feature is left: its only column is ignored or has another role");
}

TEST_CASE("a column has one role", "[load_data][errors]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "a,b,y\n1,2,p\n2,3,q\n"), "y");
  o.ignore = {"y"};
  CHECK(files.param_error([&] { load_data(o); }) ==
        "column 'y' is named by both data.target and data.ignore; a column has one role");
  o.ignore = {"a", "a", "1"};
  CHECK(load_data(o).features() == 1);
  o.categorical = {"b", "2"};
  CHECK(files.param_error([&] { load_data(o); }) == "data.categorical names the column 'b' twice");
  o.categorical.clear();
  o.ignore = {"c"};
  CHECK_THAT(files.param_error([&] { load_data(o); }), Catch::StartsWith("ignore: a.csv has no column 'c'"));
}

TEST_CASE("what weights are worth is said, and a warning where they make a few samples decide",
          "[load_data]") {
  const TempFiles files;
  const auto loaded = [&](int heavy) {
    std::string text = "a,w,y\n";
    for (int i = 0; i < 20; ++i)
      text += fmt::format("{},{},{}\n", i * i % 7, i == 0 ? heavy : 1, i % 2 ? "p" : "q");
    DataOptions o = options_of(files.write("a.csv", text), "y");
    o.weights = "w";
    return load_data(o);
  };
  const LoadedData even = loaded(1), uneven = loaded(100);
  CHECK(std::ranges::count(even.notes, "weights: column 'w' (effective sample size 20.0 of 20)") == 1);
  CHECK(even.warnings.empty());
  CHECK(std::ranges::count(uneven.notes, "weights: column 'w' (effective sample size 1.4 of 20)") == 1);
  CHECK(std::ranges::count(uneven.warnings,
                           "weights 'w' are so unequal that their effective sample size is 1.4 of 20: a few "
                           "samples decide, and all estimates are rough") == 1);
}

TEST_CASE("weights must count and groups must be given", "[load_data][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& text) {
    DataOptions o = options_of(files.write("a.csv", text), "y");
    o.weights = "w";
    o.groups = "g";
    return files.data_error([&] { load_data(o); });
  };
  CHECK_THAT(error("a,w,g,y\n1,-1,u,p\n2,1,u,q\n"),
             Catch::StartsWith("a.csv:2:2 (w): the weight is negative"));
  CHECK_THAT(error("a,w,g,y\n1,,u,p\n2,1,u,q\n"), Catch::StartsWith("a.csv:2:2 (w): the weight is missing"));
  CHECK_THAT(error("a,w,g,y\n1,x,u,p\n2,1,u,q\n"),
             Catch::StartsWith("a.csv:2:2 (w): 'x' is not a number; expected a weight"));
  CHECK_THAT(error("a,w,g,y\n1,0,u,p\n2,0,u,q\n"), Catch::Contains("are all 0"));
  CHECK_THAT(error("a,w,g,y\n1,1,u,p\n2,1,,q\n"), Catch::StartsWith("a.csv:3:3 (g): the group is missing"));
}

TEST_CASE("the target may be in a file of its own", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("x.csv", "a,b\n1,2\n3,4\n"));
  o.target_path = files.write("y.csv", "class\np\nq\n");
  const LoadedData data = load_data(o);
  CHECK(data.features() == 2);
  CHECK(data.notes[0] == "target 'class': 2 classes (p 1, q 1)");

  o.target_path = files.write("y2.csv", "class,w\np,1\nq,2\n");
  CHECK_THAT(files.param_error([&] { load_data(o); }),
             Catch::Contains("y2.csv has 2 columns (class, w); name the target"));
  o.target = "class";
  o.weights = "w";
  CHECK(load_data(o).parts().weights == std::vector<double>{1, 2});

  DataOptions short_one = options_of(o.path);
  short_one.target_path = files.write("y3.csv", "class\np\n");
  CHECK_THAT(files.data_error([&] { load_data(short_one); }), Catch::StartsWith("y3.csv has 1 row, "));
  DataOptions headless = options_of(files.write("x4.csv", "1,2\n3,4\n5,6\n"));
  headless.target_path = files.write("y4.csv", "p\nq\np\n");
  CHECK_THAT(files.data_error([&] { load_data(headless); }), Catch::Contains("was taken as a header"));
}

TEST_CASE("a group of features has the values of a categorical column, or what matches a pattern",
          "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(
      files.write("a.csv", "colour,gene_1,gene_2,a,y\nred,1,4,0,p\nblue,2,3,1,q\ngreen,5,2,0,p\n"), "y");
  o.categorical = {"colour"};
  o.feature_groups = {{"hue", {"colour"}}, {"genes", {"gene_*"}}};
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names ==
        Names{"gene_1", "gene_2", "a", "colour=blue", "colour=green", "colour=red"});
  CHECK(data.parts().feature_groups == std::vector<std::int32_t>{1, 1, -1, 0, 0, 0});
  CHECK(data.parts().unit_names == Names{"hue", "genes"});
  CHECK(contains(data.notes, "group 'genes': 2 features, selected as one"));
}

TEST_CASE("the values of a categorical column that is in no group are no unit", "[load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "colour,a,b,y\nred,1,4,p\nblue,2,3,q\ngreen,5,2,p\n"), "y");
  o.categorical = {"colour"};
  o.feature_groups = {{"ab", {"a", "b"}}};
  CHECK(load_data(o).parts().feature_groups == std::vector<std::int32_t>{0, 0, 1, 1, 1});
  CHECK(FeatureUnits(load_data(o).parts()).size() == 4);
}

}  // namespace load_data_test
