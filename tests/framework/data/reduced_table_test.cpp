// The table that was read, cut down to some columns and the outcome.
#include "temp_files.hpp"

#include <tamis/framework/data/reduced_table.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;

namespace reduced_table_test {
namespace {

using Names = std::vector<std::string>;

const std::string kTable = "a,b,kind,y,w\n1.50,?,u,p,1\n2,3,v,q,0\n3.25,4,u,,1\n\"1\",,\"z,w\",q,1\n";

DataOptions options_of(const std::string& path) {
  DataOptions o;
  o.path = path;
  o.target = "y";
  o.weights = "w";
  o.unknown = {"?"};
  o.missing = Missing::drop_rows;
  return o;
}

}  // namespace

TEST_CASE(
    "a reduced table has every row, its cells as they stand, the best column first and the outcome last",
    "[reduced_table]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", kTable));
  CHECK(reduced_table(o, Names{"b", "a"}) == "b,a,y,w\n?,1.50,p,1\n3,2,q,0\n4,3.25,,1\n,1,q,1\n");
  o.categorical = {"kind"};
  CHECK(reduced_table(o, Names{"kind=v", "a", "kind=u"}) ==
        "kind,a,y,w\nu,1.50,p,1\nv,2,q,0\nu,3.25,,1\n\"z,w\",1,q,1\n");
}

TEST_CASE("a target in another file stands behind the features", "[reduced_table]") {
  const TempFiles files;
  DataOptions o;
  o.path = files.write("x.csv", "a;b\n1,5;2\n2;3\n");
  o.target_path = files.write("y.csv", "who,y\nann,p\nbob,q\n");
  o.target = "y";
  CHECK(reduced_table(o, Names{"a"}) == "a,y\n1.5,p\n2,q\n");
}

TEST_CASE("numbers in a reduced table have no marks", "[reduced_table][marked_number]") {
  const TempFiles files;
  const DataOptions o = [&] {
    DataOptions options;
    options.path = files.write("a.csv", "price;share;y\n1.250,50;12,5 %;p\n3;4 %;q\n");
    options.target = "y";
    return options;
  }();
  CHECK(reduced_table(o, Names{"share", "price"}) == "share,price,y\n12.5,1250.5,p\n4,3,q\n");
}

TEST_CASE("what cannot be reduced is refused before the run", "[reduced_table][errors]") {
  const TempFiles files;
  const auto refusal = [&](const std::string& path) {
    DataOptions o;
    o.path = path;
    return files.param_error([&] { check_reducible(o); });
  };
  CHECK(refusal(files.write("a.csv", kTable)).empty());
  CHECK_THAT(refusal(files.write("a.svm", "1 1:2\n")), Catch::Contains("has no columns; convert it to CSV"));
  CHECK_THAT(refusal("/dev/null"), Catch::Contains("can be read only once"));
  DataOptions made;
  made.generate = GeneratorConfig(toml::value<std::string>("spheres"), "data.generate");
  CHECK_THAT(files.param_error([&] { check_reducible(made); }), Catch::Contains("the data are made"));
}

}  // namespace reduced_table_test
