#include "class_matrix.hpp"

#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::class_metrics;
using namespace tamis::class_metrics::testing;
using Catch::Matchers::Contains;

namespace {

using PreparedMatrix = Prepared<ClassMatrix>;

PreparedMatrix matrix_of(Rows rows, Names names) {
  return {std::move(names), {.path = "d.csv"}, {{"d.csv", std::move(rows)}}};
}

const std::vector<double> kThree{0, 1, 2.5, /**/ 1, 0, 2, /**/ 2.5, 2, 0};

}  // namespace

TEST_CASE("distances are taken from a file and from a list", "[class_matrix]") {
  const Names names{"a", "b", "c"};
  CHECK(matrix_of({{"0", "1", "2.5"}, {"1", "0", "2"}, {"2.5", "2", "0"}}, names).distances() == kThree);
  const PreparedMatrix listed(names, {.rows = kThree});
  CHECK(listed.distances() == kThree);
  CHECK(listed.metric.shape().shape == Shape::general);
  CHECK(listed.runtime.warnings.empty());
  const double one[] = {0};
  CHECK(PreparedMatrix({"a"}, {.rows = one}).distances() == std::vector<double>{0});
}

TEST_CASE("names in a file put its rows and columns in the order of the classes", "[class_matrix]") {
  const Rows rows{{"", "c", "z", "a", "b"},
                  {"b", "2", "9", "1", "0"},
                  {"c", "0", "9", "2.5", "2"},
                  {"a", "2.5", "9", "0", "1"},
                  {"z", "9", "0", "9", "9"}};
  CHECK(matrix_of(rows, {"a", "b", "c"}).distances() == kThree);
}

TEST_CASE("a broken triangle is pointed out", "[class_matrix]") {
  const std::vector<double> d{0, 1, 7, /**/ 1, 0, 2, /**/ 7, 2, 0};
  const PreparedMatrix p({"a", "b", "c"}, {.rows = d});
  CHECK(p.distances() == d);
  REQUIRE(p.runtime.warnings.size() == 1);
  CHECK_THAT(p.runtime.warnings[0],
             Contains("from class 'a' to class 'c', 7, is longer than the way over class 'b', 1 + 2"));
}

TEST_CASE("matrices that are no ground metric are refused with the place", "[class_matrix][errors]") {
  const Names ab{"a", "b"};
  CHECK_THROWS_WITH(matrix_of({{"0", "1"}, {"2", "0"}}, ab),
                    Contains("d.csv:2:1: the distance from class 'b' to class 'a' is 2, but back it is 1"));
  CHECK_THROWS_WITH(matrix_of({{"0", "1"}, {"1", "3"}}, ab), Contains("d.csv:2:2") && Contains("give 0"));
  CHECK_THROWS_WITH(matrix_of({{"0", "-1"}, {"-1", "0"}}, ab), Contains("d.csv:1:2") && Contains("is -1"));
  CHECK_THROWS_WITH(matrix_of({{"0", "nan"}, {"1", "0"}}, ab), Contains("d.csv:1:2: 'nan'"));
  CHECK_THROWS_WITH(matrix_of({{"0", "1", "2"}, {"1", "0", "2"}}, ab),
                    Contains("2 rows and 3 columns; expected 2 x 2"));
  const auto named = [&](const char* row, const char* column) {
    return matrix_of({{"", "a", column}, {"a", "0", "1"}, {row, "1", "0"}}, ab);
  };
  CHECK(named("b", "b")(0, 1) == 1);
  CHECK_THROWS_WITH(matrix_of({{"", "a"}, {"a", "0"}}, ab), Contains("no row is named 'b'"));
  CHECK_THROWS_WITH(named("x", "b"), Contains("no row is named 'b'"));
  CHECK_THROWS_WITH(named("b", "x"), Contains("no column is named 'b'"));
  CHECK_THROWS_WITH(named("b", "a"), Contains("d.csv:1:3: class 'a' has a column already, at d.csv:1:2"));

  const double infinite[] = {0, std::numeric_limits<double>::infinity(), 1, 0}, three[] = {0, 1, 1};
  CHECK_THROWS_WITH(PreparedMatrix(ab, {.rows = infinite}),
                    Contains("`rows`, row 1, number 2") && Contains("is inf; give a finite"));
  CHECK_THROWS_AS(PreparedMatrix(ab, {.rows = infinite}), ParamError);
  CHECK_THROWS_WITH(PreparedMatrix(ab, {.rows = three}), Contains("lists 3 distances; expected 4"));
  CHECK_THROWS_WITH(PreparedMatrix(ab, {}), Contains("give the distances once"));
  CHECK_THROWS_WITH(PreparedMatrix(ab, {"d.csv", three}), Contains("give the distances once"));
}
