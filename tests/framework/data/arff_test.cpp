#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>
#include <zlib.h>

#include <cmath>
#include <ctime>

using namespace tamis::framework;
using tamis::TargetKind;

namespace arff_test {
namespace {

using Names = std::vector<std::string>;
using Labels = std::vector<std::int32_t>;
using Values = std::vector<double>;

DataOptions arff(const TempFiles& files, const std::string& text, const std::string& target = "") {
  DataOptions o;
  o.path = files.write("a.arff", text);
  if (!target.empty()) o.target = target;
  return o;
}

std::string error_of(const std::string& text) {
  const TempFiles files;
  return files.data_error([&] { load_data(arff(files, text)); });
}

Values values(const LoadedData& data, tamis::Feature j) {
  const tamis::Column x = data.view().column(j);
  return {x.begin(), x.end()};
}

constexpr const char* kHead = "@relation r\n@attribute a numeric\n@attribute b {0,1}\n";

}  // namespace

TEST_CASE("an ARFF file of dense rows is read, whatever the case and the quotes of its header", "[arff]") {
  const TempFiles files;
  const LoadedData data = load_data(arff(files,
                                         "% a comment\r\n"
                                         "@RELATION 'a relation'\r\n\r\n"
                                         "@Attribute 'x 1' REAL\r\n"
                                         "@attribute \"it\\'s\"\tinteger\r\n"
                                         "@attribute bit { 0, 1 }\r\n"
                                         "@attribute class {yes, 'no way', \"per, haps\"}\r\n"
                                         "@DATA\r\n"
                                         "1.5, -2 ,1,'no way'\r\n"
                                         "% between rows\r\n"
                                         "2e3,+4,0,yes\r\n"
                                         "0,0,1,?\r\n",
                                         "class"));
  CHECK(data.parts().feature_names == Names{"x 1", "it's", "bit"});
  CHECK(values(data, 0) == Values{1.5, 2000, 0});
  CHECK(values(data, 1) == Values{-2, 4, 0});
  CHECK(values(data, 2) == Values{1, 0, 1});
  CHECK(data.parts().target.class_names == Names{"no way", "per, haps", "yes"});
  CHECK(data.parts().target.labels == Labels{0, 2, -1});
  CHECK(data.where(1) == files.path("a.arff") + ":11");
}

TEST_CASE("a nominal class attribute declares classes that never occur", "[arff]") {
  const TempFiles files;
  const std::string text = "@relation r\n@attribute x real\n@attribute y {3,1,2}\n@data\n1,1\n2,3\n";
  CHECK(load_data(arff(files, text, "y")).parts().target.class_names == Names{"1", "2", "3"});
  CHECK(load_data(arff(files, text, "y")).parts().target.labels == Labels{0, 2});
}

TEST_CASE("a sparse row leaves out zeros, and the first value of a nominal attribute", "[arff]") {
  const TempFiles files;
  const std::string text =
      "@relation r\n@attribute a numeric\n@attribute b {0,1}\n@attribute c {1,0}\n@attribute d numeric\n"
      "@attribute y {no,yes}\n@attribute s string\n@data\n"
      "{0 2.5, 3 -1,4 yes, 5 'a}b'}\n{}\n{ 1 1 , 2 0 }\n";
  DataOptions o = arff(files, text, "y");
  o.ignore = {"s"};
  const LoadedData data = load_data(o);
  CHECK(values(data, 0) == Values{2.5, 0, 0});
  CHECK(values(data, 1) == Values{0, 0, 1});
  CHECK(values(data, 2) == Values{1, 1, 0});
  CHECK(values(data, 3) == Values{-1, 0, 0});
  CHECK(data.parts().target.labels == Labels{1, 0, 0});
  o.ignore.clear();
  o.target = "s";
  o.ignore = {"y"};
  CHECK(load_data(o).parts().target.labels == Labels{0, -1, -1});
}

TEST_CASE("a hierarchical attribute is a target of sets by itself", "[arff][sets]") {
  const TempFiles files;
  DataOptions o =
      arff(files,
           "@relation r\n@attribute x numeric\n@attribute class hierarchical 1,1/2,1/10,2\n@data\n"
           "1,1/2@2\n2,1/2\n3,?\n",
           "class");
  const LoadedData data = load_data(o);
  const TargetColumn& t = data.parts().target;
  CHECK(t.kind == TargetKind::sets);
  CHECK(t.class_names == Names{"1", "1/10", "1/2", "2"});
  CHECK(t.set_start == std::vector<std::uint64_t>{0, 2, 3, 3});
  CHECK(t.set_labels == Labels{2, 3, 2});
  o.ancestors = true;
  CHECK(load_data(o).parts().target.set_labels == Labels{0, 2, 3, 0, 2});
  o.ancestors = false;
  o.target_kind = TargetReading::classes;
  CHECK(load_data(o).parts().target.kind == TargetKind::classes);
}

TEST_CASE("missing cells, text and categories of an ARFF file are treated as those of a table", "[arff]") {
  const TempFiles files;
  const std::string text =
      "@relation r\n@attribute a numeric\n@attribute colour {red,blue}\n@data\n1,red\n?,blue\n3,red\n";
  DataOptions o = arff(files, text);
  CHECK_THAT(files.data_error([&] { load_data(o); }),
             Catch::StartsWith("a.arff:6:1 (a): the cell is missing"));
  o.missing = Missing::median;
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names == Names{"a", "colour=red"});
  CHECK(values(data, 0) == Values{1, 2, 3});
  CHECK(data.notes[0] == "target: none was named");
}

TEST_CASE("declared values are categories, but two numbers, and more where they are to be numbers", "[arff]") {
  const TempFiles files;
  DataOptions o = arff(files,
                       "@relation r\n@attribute flag {0,1}\n@attribute size {1,2,3}\n@attribute kind {u,v}\n"
                       "@attribute a numeric\n@data\n0,1,u,5\n1,3,v,6\n1,2,v,5\n");
  CHECK(load_data(o).parts().feature_names == Names{"flag", "a", "size=1", "size=2", "size=3", "kind=v"});
  o.nominal = Nominal::number;
  CHECK(load_data(o).parts().feature_names == Names{"flag", "size", "a", "kind=v"});
  o.ignore = {"kind"};
  CHECK(load_data(o).parts().feature_names == Names{"flag", "size", "a"});
}

TEST_CASE("an ARFF file is told by its name or by the option, gzipped or not, and may hold the target",
          "[arff]") {
  const TempFiles files;
  const std::string text = std::string(kHead) + "@data\n1\t0\n2\t1\n";
  const std::string packed = files.path("b.arff.gz");
  gzFile out = gzopen(packed.c_str(), "wb");
  gzputs(out, text.c_str());
  gzclose(out);
  DataOptions o;
  o.path = packed;
  CHECK(values(load_data(o), 1) == Values{0, 1});
  o.path = files.write("c.txt", text);
  o.format = Format::arff;
  CHECK(values(load_data(o), 1) == Values{0, 1});
  DataOptions csv;
  csv.path = files.write("x.csv", "x,z\n1,2\n2,1\n");
  csv.target_path = packed;
  csv.target = "b";
  CHECK(load_data(csv).parts().target.labels == Labels{0, 1});
  csv.format = Format::npy;
  CHECK_THAT(files.data_error([&] { load_data(csv); }), Catch::Contains("is no NPY file"));
  csv.format = Format::csv;
  CHECK(load_data(csv).features() == 2);
}

TEST_CASE("what is wrong in an ARFF file is named with its line", "[arff][errors]") {
  const std::string head = kHead;
  CHECK_THAT(error_of(head), Catch::Contains("has no @data"));
  CHECK(error_of(head + "@data\n% nothing\n") == "a.arff: no row follows @data");
  CHECK(error_of("@relation r\n@data\n1\n") == "a.arff:2: @data comes before any @attribute");
  CHECK_THAT(error_of("a,b\n1,2\n"), Catch::StartsWith("a.arff:1: 'a,b' is no part of an ARFF header"));
  CHECK_THAT(error_of("@attribute a relational\n"),
             Catch::StartsWith("a.arff:1: attribute 'a' is of type 'relational'"));
  CHECK_THAT(error_of("@attribute a numeric [0,1]\n"), Catch::Contains("'[0,1]' follows the type"));
  CHECK_THAT(error_of("@attribute\n"), Catch::Contains("has no name"));
  CHECK_THAT(error_of("@attribute a {0,1\n"), Catch::Contains("not closed with '}'"));
  CHECK_THAT(error_of("@attribute a {0,,1}\n"), Catch::Contains("a value of the attribute is empty"));
  CHECK_THAT(error_of("@attribute a {0,0}\n"), Catch::Contains("'0' is declared twice"));
  CHECK_THAT(error_of("@attribute 'a numeric\n"), Catch::Contains("is never closed"));
  CHECK_THAT(error_of(std::string("@attribute a\0 numeric\n", 22)),
             Catch::StartsWith("a.arff:1: a NUL byte"));
  CHECK_THAT(error_of("@attribute \xe9 numeric\n"), Catch::Contains("the name '\\xe9' is not UTF-8"));
  CHECK_THAT(error_of("@attribute a {\xe9}\n"), Catch::Contains("is not UTF-8"));
  CHECK(error_of(head + "@data\n1,0\n1\n") == "a.arff:6: 1 cell in '1'; expected 2, one per @attribute");
  CHECK_THAT(error_of(head + "@data\n1,0,3\n"), Catch::Contains("3 cells in '1,0,3'; expected 2"));
  CHECK(error_of(head + "@data\n1,2\n") ==
        "a.arff:5:2 (b): '2' is not among the values of the attribute: 0, 1");
  CHECK_THAT(error_of(head + "@data\n'1'2,0\n"), Catch::Contains("'2,0' follows a closing quote"));
  CHECK_THAT(error_of(head + "@data\nx,0\n1,1\n"), Catch::Contains("a.arff:5:1 (a): 'x' is not a number"));
  CHECK_THAT(error_of(head + "@data\n{0 1\n"), Catch::Contains("not closed with '}' after '1'"));
  CHECK_THAT(error_of(head + "@data\n{0 1,\n"), Catch::Contains("'' is no index of an attribute"));
  CHECK_THAT(error_of(head + "@data\n{2 1}\n"),
             Catch::Contains("'2' is no index of an attribute; expected 0 to 1"));
  CHECK_THAT(error_of(head + "@data\n{1 1, 0 1}\n"), Catch::Contains("the index 0 does not ascend"));
  CHECK_THAT(error_of(head + "@data\n{0 1}, {5}\n"), Catch::Contains("weights of rows are not read"));
  const TempFiles files;
  CHECK_THAT(files.data_error([&] {
    load_data(arff(files, "@attribute x real\n@attribute s string\n@data\n1,\xe9\n2,a\n", "s"));
  }),
             Catch::Contains("is not UTF-8"));
}

TEST_CASE("a hundred thousand nominal values are read in no time, and one that comes twice is found",
          "[arff][scale]") {
  std::string values;
  for (int k = 0; k < 100000; ++k) values += "value" + std::to_string(k) + ",";
  const std::clock_t start = std::clock();
  CHECK(error_of("@attribute x {" + values + "value7}\n@data\nvalue1\n") ==
        "a.arff:1: the value 'value7' is declared twice");
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 3);  // it took 14
}

}  // namespace arff_test
