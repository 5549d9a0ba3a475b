// The cells by which people know the rows of a table again.
#include "gzipped.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;

namespace row_texts_test {
namespace {

using Texts = std::vector<std::string>;

/// A name with a comma, one in Latin-1, one that means missing; numbers with zeros before them; a gap.
const std::string kTable = "name,x,no,y\n\"Doe, J\",1,007,a\nM\xFCller,,08,b\n NA ,2,1.50,b\n,3,,a\n";

DataOptions options_of(const std::string& path) {
  DataOptions o;
  o.path = path;
  o.target = "y";
  o.ignore = {"no", "name", "1"};
  o.unknown = {"NA"};
  o.missing = Missing::drop_rows;
  o.keep_row_texts = true;
  return o;
}

}  // namespace

TEST_CASE("ignored columns are kept as they stand in the file, in the order in which they were named",
          "[row_texts]") {
  const TempFiles files;
  for (const std::string& path : {files.write("a.csv", kTable), files.write("a.csv.gz", gzipped(kTable))}) {
    const LoadedData data = load_data(options_of(path));
    CHECK(data.parts().sample_rows == std::vector<std::uint64_t>{0, 2, 3});
    const std::vector<RowTexts>& kept = data.parts().row_texts;
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].name == "no");
    CHECK(kept[0].texts == Texts{"007", "08", "1.50", ""});  // of every row of the file
    CHECK(kept[1].name == "name");
    CHECK(kept[1].texts == Texts{"Doe, J", "M\xFCller", "NA", ""});
  }
}

TEST_CASE("they cost nothing where nobody asks for them, and change nothing else", "[row_texts]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", kTable));
  const LoadedData with = load_data(o);
  o.keep_row_texts = false;
  const LoadedData without = load_data(o);
  CHECK(without.parts().row_texts.empty());
  CHECK(with.notes == without.notes);
  CHECK(with.parts().feature_names == without.parts().feature_names);
  o.keep_row_texts = true;
  o.ignore = {"nmae"};
  CHECK(files.param_error([&] { load_data(o); })
            .find("ignore: a.csv has no column 'nmae'; did you mean 'name'?") == 0);
}

TEST_CASE("of ARFF files and of tables in memory they are the cells, too", "[row_texts]") {
  const TempFiles files;
  const LoadedData arff = load_data(options_of(files.write(
      "a.arff",
      "@relation r\n@attribute name string\n@attribute x numeric\n@attribute no numeric\n@attribute y {a,b}\n@data\n"
      "'Doe, J',1,007,a\nM\xFCller,3,?,b\n")));
  REQUIRE(arff.parts().row_texts.size() == 2);
  CHECK(arff.parts().row_texts[0].texts == Texts{"007", "?"});
  CHECK(arff.parts().row_texts[1].texts == Texts{"Doe, J", "M\xFCller"});

  HeldTables held;
  held.data.path = "X";
  held.data.rows = 2;
  for (const char* name : {"name", "x", "no", "y"}) held.data.columns.emplace_back().name = name;
  held.data.columns[0].texts = {"ann", "bob"};
  held.data.columns[3].texts = {"a", "b"};
  const double kNaN = std::numeric_limits<double>::quiet_NaN();
  held.data.values.resize(8);
  std::ranges::copy(std::vector<double>{kNaN, kNaN, 1, 2, 0.5, 100000, kNaN, kNaN}, held.data.values.data());
  const LoadedData memory = load_data(options_of(""), std::move(held));
  REQUIRE(memory.parts().row_texts.size() == 2);
  CHECK(memory.parts().row_texts[0].texts == Texts{"0.5", "100000"});
  CHECK(memory.parts().row_texts[1].texts == Texts{"ann", "bob"});
}

TEST_CASE("the ids of a table of votes come first, and of a long list of columns the first 20 are kept",
          "[row_texts]") {
  const TempFiles files;
  DataOptions o;
  o.path = files.write("x.csv", "a,id,x\nu,i1,1\nv,i2,2\n");
  o.votes = VoteTable{files.write("v.csv", "id,who,label\ni1,p,l\ni2,p,m\n"), "id", "who", "label", ""};
  o.ignore = {"a", "id"};
  o.keep_row_texts = true;
  const std::vector<RowTexts> ids = load_data(o).parts().row_texts;
  REQUIRE(ids.size() == 2);
  CHECK(ids[0].texts == Texts{"i1", "i2"});
  CHECK(ids[1].name == "a");

  std::string names = "x", cells = "1";
  DataOptions many;
  for (int j = 0; j < 30; ++j) {
    many.ignore.push_back("i" + std::to_string(j));
    names += ",i" + std::to_string(j);
    cells += ",c" + std::to_string(j);
  }
  many.path = files.write("many.csv", names + "\n" + cells + "\n" + cells + "\n");
  many.keep_row_texts = true;
  const LoadedData data = load_data(many);
  REQUIRE(data.parts().row_texts.size() == 20);
  CHECK(data.parts().row_texts[19].texts == Texts{"c19", "c19"});
  CHECK(data.features() == 1);
}

}  // namespace row_texts_test
