#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>
#include <zlib.h>

using namespace tamis::framework;
using tamis::TargetKind;

namespace libsvm_test {
namespace {

using Names = std::vector<std::string>;
using Labels = std::vector<std::int32_t>;

DataOptions lines(const TempFiles& files, const std::string& text, const std::string& name = "a.svm") {
  DataOptions o;
  o.path = files.write(name, text);
  return o;
}

std::string error_of(const std::string& text) {
  const TempFiles files;
  return files.data_error([&] { load_data(lines(files, text)); });
}

}  // namespace

TEST_CASE("a LIBSVM file is read as sparse features and classes", "[libsvm]") {
  const TempFiles files;
  const LoadedData data = load_data(lines(files,
                                          "# made by hand\n"
                                          "+1 1:0.5 3:-2e1   # a comment\r\n"
                                          "-1 qid:7 2:1\t3:0\n"
                                          "\n"
                                          "1\n"));
  CHECK(data.parts().target.class_names == Names{"-1", "1"});
  CHECK(data.parts().target.labels == Labels{1, 0, 1});
  CHECK(data.parts().feature_names == Names{"f1", "f2", "f3"});
  const SparseColumns& s = data.parts().sparse;
  CHECK(s.start == std::vector<std::uint64_t>{0, 1, 2, 3});
  CHECK(s.row == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(s.value == std::vector<double>{0.5, 1, -20});
  CHECK(data.where(2) == files.path("a.svm") + ":5");
  CHECK_THAT(data.notes[0], Catch::StartsWith("target 'label': 2 classes (-1 1, 1 2)"));
  CHECK(data.notes[1] == "sparse features: 3 values of 3 features, called f1, f2, ...");
  CHECK(data.notes[2] == "qid is not used");
}

TEST_CASE("several labels in a line are sets, and a line without one is unknown", "[libsvm][sets]") {
  const TempFiles files;
  const LoadedData data = load_data(lines(files, "2,1 1:1\n 2:1\n10 1:3\n"));
  const TargetColumn& t = data.parts().target;
  CHECK(t.kind == TargetKind::sets);
  CHECK(t.class_names == Names{"1", "2", "10"});
  CHECK(t.set_start == std::vector<std::uint64_t>{0, 2, 2, 3});
  CHECK(t.set_labels == Labels{0, 1, 2});

  const LoadedData single = load_data(lines(files, "p 1:1\n 2:1\n? 1:3\nq 1:1\n"));
  CHECK(single.parts().target.labels == Labels{1, -1, 0, 2});
  DataOptions o = lines(files, "p 1:1\n 2:1\n? 1:3\nq 1:1\n");
  o.unknown = {"?"};
  CHECK(load_data(o).parts().target.labels == Labels{0, -1, -1, 1});
  CHECK(load_data(lines(files, "+1,+2 1:1\n+-2 1:1\n")).parts().target.class_names == Names{"+-2", "1", "2"});
  CHECK(load_data(lines(files, "1:1\n2:1\n")).parts().target.kind == TargetKind::none);
}

TEST_CASE("labels of a LIBSVM file may be real values, or have ancestors", "[libsvm]") {
  const TempFiles files;
  DataOptions o = lines(files, "3 1:1\n1 1:2\n");
  o.target_kind = TargetReading::real;
  CHECK(load_data(o).parts().target.real == std::vector<double>{3, 1});
  o = lines(files, "a/b,c 1:1\nc 1:2\n");
  o.ancestors = true;
  CHECK(load_data(o).parts().target.class_names == Names{"a", "a/b", "c"});
}

TEST_CASE("a LIBSVM file is told by its name or by the option, gzipped or not", "[libsvm]") {
  const TempFiles files;
  const std::string text = "p 1:1\nq 1:2\n";
  for (const char* name : {"a.svm", "b.LIBSVM", "c.svmlight"})
    CHECK(load_data(lines(files, text, name)).parts().target.labels == Labels{0, 1});
  DataOptions named = lines(files, text, "d.txt");
  named.format = Format::libsvm;
  CHECK(load_data(named).parts().target.labels == Labels{0, 1});
  const std::string packed = files.path("e.svm.gz");
  gzFile out = gzopen(packed.c_str(), "wb");
  gzputs(out, text.c_str());
  gzclose(out);
  DataOptions o;
  o.path = packed;
  CHECK(load_data(o).parts().target.labels == Labels{0, 1});
}

TEST_CASE("what is wrong in a LIBSVM file is named with its line", "[libsvm][errors]") {
  CHECK(error_of("1 1:2\n1 0:1\n") == "a.svm:2: '0:1': indices count from 1; add 1 to all of them");
  CHECK_THAT(error_of("1 2:1 1:1\n"), Catch::StartsWith("a.svm:1: the index of '1:1' follows 2"));
  CHECK_THAT(error_of("1 2:1 2:1\n"), Catch::Contains("ascend"));
  CHECK_THAT(error_of("1 2:x\n"), Catch::Contains("the value of '2:x' is not a finite number"));
  CHECK_THAT(error_of("1 2:\n"), Catch::Contains("the value of '2:'"));
  CHECK_THAT(error_of("1 2:nan\n"), Catch::Contains("is not a finite number"));
  CHECK_THAT(error_of("1 2:1e999\n"), Catch::Contains("is not a finite number"));
  CHECK_THAT(error_of("1 2 3:1\n"), Catch::Contains("'2' is no cell; expected index:value"));
  CHECK_THAT(error_of("1, 2 3:1\n"), Catch::Contains("'2' is no cell"));
  CHECK_THAT(error_of("1 -2:1\n"), Catch::Contains("'-2:1' is no cell"));
  CHECK_THAT(error_of("1 99999999:1\n"), Catch::Contains("is beyond the 33554432 features"));
  CHECK_THAT(error_of("1 99999999999999999999:1\n"), Catch::Contains("is beyond the"));
  CHECK(error_of("1 1:1\n2 33554432:1\n") ==
        "a.svm:2: the index 33554432 promises as many features, but the file has 2 values; correct the "
        "index, or number the features that occur from 1");
  CHECK_THAT(error_of("\xe9 1:1\n"), Catch::Contains("is not UTF-8"));
  CHECK_THAT(error_of(std::string("1 1:1\0\n", 7)), Catch::Contains("NUL"));
  CHECK_THAT(error_of("\xFF\xFE"
                      "1 1:1\n"),
             Catch::Contains("the text is UTF-16"));
  CHECK(error_of("# nothing\n\n") == "a.svm: has no line with a sample");
  CHECK(error_of("1 1:1\n") == "a.svm: 1 sample; expected at least 2");
  CHECK_THAT(error_of("1\n2\n"), Catch::Contains("there is no feature"));
  CHECK_THAT(error_of("1,,2 1:1\n2 1:1\n"), Catch::Contains("holds an empty label"));
}

TEST_CASE("options that speak of columns are refused for a LIBSVM file", "[libsvm][errors]") {
  const TempFiles files;
  const auto refused = [&](auto change) {
    DataOptions o = lines(files, "1 1:1\n2 1:1\n");
    change(o);
    return files.param_error([&] { load_data(o); });
  };
  CHECK(refused([](DataOptions& o) { o.target = "y"; }) ==
        "data.target means nothing for a LIBSVM file, whose lines are labels and index:value pairs; drop it, "
        "or convert the file to CSV or ARFF");
  CHECK_THAT(refused([](DataOptions& o) { o.target_path = "y"; }), Catch::StartsWith("data.target_path"));
  CHECK_THAT(refused([](DataOptions& o) { o.soft = {"p", "q"}; }), Catch::StartsWith("data.soft"));
  CHECK_THAT(refused([](DataOptions& o) { o.certainty = "y"; }), Catch::StartsWith("data.certainty"));
  CHECK_THAT(refused([](DataOptions& o) { o.annotators = {"y"}; }), Catch::StartsWith("data.annotators"));
  CHECK_THAT(refused([](DataOptions& o) { o.label_columns = {"y"}; }),
             Catch::StartsWith("data.label_columns"));
  CHECK_THAT(refused([](DataOptions& o) { o.label_separator = ","; }),
             Catch::StartsWith("data.label_separator"));
  CHECK_THAT(refused([](DataOptions& o) { o.ignore = {"f1"}; }), Catch::StartsWith("data.ignore"));
  CHECK_THAT(refused([](DataOptions& o) { o.categorical = {"f1"}; }), Catch::StartsWith("data.categorical"));
  CHECK_THAT(refused([](DataOptions& o) { o.missing = Missing::median; }), Catch::StartsWith("data.missing"));
  CHECK_THAT(refused([](DataOptions& o) { o.header = HeaderMode::yes; }), Catch::StartsWith("data.header"));
  CHECK_THAT(refused([](DataOptions& o) { o.delimiter = ','; }), Catch::StartsWith("data.delimiter"));
  CHECK_THAT(refused([](DataOptions& o) { o.weights = "w"; }), Catch::StartsWith("data.weights"));
  CHECK_THAT(refused([](DataOptions& o) { o.groups = "g"; }), Catch::StartsWith("data.groups"));

  DataOptions csv;
  csv.path = files.write("a.csv", "x,y\n1,2\n2,3\n");
  csv.target_path = files.write("y.svm", "1 1:1\n2 1:1\n");
  CHECK_THAT(files.data_error([&] { load_data(csv); }),
             Catch::Contains("is a LIBSVM file, which has no columns"));
}

}  // namespace libsvm_test
