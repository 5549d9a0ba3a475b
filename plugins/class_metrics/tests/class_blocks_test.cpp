#include "class_blocks.hpp"

#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::class_metrics;
using namespace tamis::class_metrics::testing;
using Catch::Matchers::Contains;

namespace {

using Blocks = Prepared<ClassBlocks>;
const Names kNews{"sci.space", "rec.autos", "sci.med", "talk"};

}  // namespace

TEST_CASE("classes of one group are near, of two groups far", "[class_blocks]") {
  const Blocks p(kNews, {});
  CHECK(p.distances() == std::vector<double>{0, 1, 0.2, 1,  //
                                             1, 0, 1, 1,    //
                                             0.2, 1, 0, 1,  //
                                             1, 1, 1, 0});
  CHECK(p.runtime.warnings.empty());
}

TEST_CASE("groups of a file are taken for any order of rows, with a header and other classes",
          "[class_blocks]") {
  const Files files{{"groups.csv",
                     {{"class", "group"},
                      {"talk", "b"},
                      {"alt.atheism", "a"},
                      {"rec.autos", "b"},
                      {"sci.space", "a"},
                      {"sci.med", "c"}}}};
  const Blocks p(kNews, {.within = 2, .between = 3, .path = "groups.csv"}, files);
  CHECK(p.distances() == std::vector<double>{0, 3, 3, 3,  //
                                             3, 0, 3, 2,  //
                                             3, 3, 0, 3,  //
                                             3, 2, 3, 0});
}

TEST_CASE("groups are a tree as long as they are not nearer than their classes", "[class_blocks]") {
  for (const double within : {0.0, 0.2, 0.75, 1.0}) {
    const Blocks p(kNews, {.within = within});
    REQUIRE(is_tree(p.metric.shape()));
    CHECK(near(paths_on(p.metric.shape()), p.distances()));
  }
  const Blocks no_tree(kNews, {.within = 2});
  CHECK(no_tree.metric.shape().shape == Shape::general);
  CHECK(no_tree(0, 2) == 2);
  CHECK(no_tree.runtime.warnings.empty());  // 2 <= 1 + 1
}

TEST_CASE("a group that is wider than the way over another is pointed out", "[class_blocks]") {
  const Blocks p(kNews, {.within = 2.5});
  REQUIRE(p.runtime.warnings.size() == 1);
  CHECK_THAT(p.runtime.warnings[0], Contains("from class 'sci.space' to class 'sci.med', 2.5, is longer") &&
                                        Contains("over class 'rec.autos', 1 + 1"));
}

TEST_CASE("groups of one class each are pointed out", "[class_blocks]") {
  const Blocks p(kNews, {.separator = "/"});
  REQUIRE(p.runtime.warnings.size() == 1);
  CHECK_THAT(p.runtime.warnings[0], Contains("`within` is not used"));
  CHECK(p(0, 2) == 1);
  CHECK(Blocks({"one"}, {}).distances() == std::vector<double>{0});
}

TEST_CASE("files that do not say the groups are refused with the place", "[class_blocks][errors]") {
  const auto reading = [](Rows rows) { Blocks({"a", "b"}, {.path = "g.csv"}, {{"g.csv", std::move(rows)}}); };
  CHECK_THROWS_WITH(reading({{"a", "x", "1"}}), Contains("g.csv has 3 columns; expected 2"));
  CHECK_THROWS_WITH(reading({{"a", "x"}}), Contains("g.csv: no row is named 'b'"));
  CHECK_THROWS_WITH(reading({{"a", "x"}, {"b", "x"}, {"a", "y"}}),
                    Contains("g.csv:3:1: class 'a' has a row already, at g.csv:1:1"));
  CHECK_THROWS_WITH(reading({{"a", "x"}, {"b", ""}}), Contains("g.csv:2:2: the group of class 'b' is empty"));
  CHECK_THROWS_AS(Blocks({"a"}, {.path = "missing.csv"}), DataError);
  CHECK_THROWS_WITH(Blocks({"a"}, {.separator = ""}), Contains("`separator` is empty"));
}
