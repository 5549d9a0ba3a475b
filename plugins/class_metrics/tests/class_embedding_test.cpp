#include "class_embedding.hpp"

#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::class_metrics;
using namespace tamis::class_metrics::testing;
using Catch::Matchers::Contains;

namespace {

using Embedding = Prepared<ClassEmbedding>;

Embedding embedding_of(Rows rows, Names names, bool normalise = true) {
  return {std::move(names), {"v.csv", normalise}, {{"v.csv", std::move(rows)}}};
}
Embedding in_data(Table data) { return {std::move(data), {}}; }

}  // namespace

TEST_CASE("vectors of a file are compared by direction", "[class_embedding]") {
  // unit vectors (0.6, 0.8), (1, 0), (0, -1): |(-0.4, 0.8)|, |(0.6, 1.8)|, sqrt 2
  const auto p = embedding_of(
      {{"word", "x", "y"}, {"c", "0", "-7"}, {"other", "1", "1"}, {"a", "3", "4"}, {"b", "1e-200", "0"}},
      {"a", "b", "c"});
  CHECK(near(p.distances(), {0, std::sqrt(0.8), std::sqrt(3.6),  //
                             std::sqrt(0.8), 0, std::sqrt(2.0),  //
                             std::sqrt(3.6), std::sqrt(2.0), 0}));
  CHECK(p.metric.shape().shape == Shape::general);
}

TEST_CASE("vectors are taken as they are where that is asked for", "[class_embedding]") {
  const auto p = embedding_of({{"a", "0", "0"}, {"b", "3", "4"}}, {"a", "b"}, false);
  CHECK(p(0, 1) == 5);
  CHECK(p.metric.shape().shape == Shape::general);
}

TEST_CASE("distances keep their digits for vectors of any size", "[class_embedding][degenerate]") {
  CHECK(embedding_of({{"a", "3e-200"}, {"b", "0"}}, {"a", "b"}, false)(0, 1) == 3e-200);
  CHECK(embedding_of({{"a", "3e200", "0"}, {"b", "0", "4e200"}}, {"a", "b"}, false)(1, 0) == Approx(5e200));
}

TEST_CASE("numbers that are taken as they are lie on a line", "[class_embedding]") {
  const auto p = embedding_of({{"a", "0.5"}, {"b", "-2"}, {"c", "1"}}, {"a", "b", "c"}, false);
  CHECK(p.distances() == std::vector<double>{0, 2.5, 0.5, 2.5, 0, 3, 0.5, 3, 0});
  REQUIRE(p.metric.shape().shape == Shape::line);
  CHECK(std::ranges::equal(p.metric.shape().line, std::vector<double>{0.5, -2, 1}));
  CHECK(embedding_of({{"a", "0.5"}, {"b", "-2"}}, {"a", "b"}).metric.shape().shape == Shape::general);
}

TEST_CASE("without a file classes are where their samples are, in the units of distances",
          "[class_embedding]") {
  Table table(4, 2);
  table.x = {0, 2, 4, 9, /**/ 1, 1, 5, 9};
  table.with_labels({0, 0, 1, -1}, 2);
  table.class_names = {"a", "b"};
  CHECK(in_data(table)(0, 1) == 5);  // from (1, 1) to (4, 5)
  table.centre = {1, 1}, table.scale = {3, 2};
  CHECK(in_data(table)(0, 1) == Approx(std::sqrt(5.0)));  // from (0, 0) to (1, 2)
}

TEST_CASE("classes are where those of their samples are whose cells are known",
          "[class_embedding][missing]") {
  Table table(4, 2);
  table.x = {0, 99, 4, 9, /**/ 1, 1, 99, 9};
  table.missing = {0, 1, 0, 0, /**/ 0, 0, 1, 0};
  table.with_labels({0, 0, 1, -1}, 2);
  table.class_names = {"a", "b"};
  CHECK(in_data(table)(0, 1) == 4);  // from (0, 1) to (4, 1), the mean of what is known of the second feature
}

TEST_CASE("soft labels and sets weigh samples, and codes stand in for numbers", "[class_embedding]") {
  Table table(3, 1);
  table.x = {0, 4, 10};
  table.with_soft({0.75, 0.25, 0, /**/ 0.25, 0.75, 1}, 2);
  table.class_names = {"a", "b"};
  CHECK(in_data(table)(0, 1) == Approx(13.0 / 2 - 1));  // (3 + 10) / 2 and 1 / 1
  CHECK(in_data(table).metric.shape().shape == Shape::line);

  table.with_sets({{0, 1}, {}, {0, 2}}, 3).class_names = {"a", "b", "c"};
  CHECK(in_data(table).distances() == std::vector<double>{0, 5, 5, 5, 0, 10, 5, 10, 0});
  table.x = {3, 9, 1};
  CHECK(in_data(table.as_codes()).distances() == std::vector<double>{0, 1, 1, 1, 0, 2, 1, 2, 0});
}

TEST_CASE("many dimensions add up", "[class_embedding]") {
  Rows rows{{"a"}, {"b"}};
  double squares = 0;
  for (int f = 0; f < 21; ++f) {
    rows[0].push_back(std::to_string(f));
    rows[1].push_back(std::to_string(-f * f));
    squares += (f + f * f) * (f + f * f);
  }
  CHECK(embedding_of(rows, {"a", "b"}, false)(0, 1) == Approx(std::sqrt(squares)).epsilon(1e-14));
}

TEST_CASE("vectors that say no distance are refused with the place", "[class_embedding][errors]") {
  CHECK_THROWS_WITH(embedding_of({{"a"}}, {"a"}), Contains("v.csv has 1 column"));
  CHECK_THROWS_WITH(embedding_of({{"a", "1"}}, {"a", "b"}), Contains("v.csv: no row is named 'b'"));
  CHECK_THROWS_WITH(embedding_of({{"a", "1", "x"}}, {"a"}), Contains("v.csv:1:3: 'x'"));
  CHECK_THROWS_WITH(embedding_of({{"a", "1", "0"}, {"b", "0", "0"}}, {"a", "b"}),
                    Contains("v.csv:2:1: the vector of class 'b' is zero"));
  CHECK_THROWS_WITH(embedding_of({{"a", "1.7e308"}, {"b", "-1.7e308"}}, {"a", "b"}, false),
                    Contains("too long: the distance from class 'a' to class 'b' is inf"));

  const Table empty_class = Table(2, 1).with_labels({0, 0}, 2);
  CHECK_THROWS_WITH(in_data(named({"a", "b"}, empty_class)),
                    Contains("class 'b' has no samples") && Contains("`path`"));
  CHECK_THROWS_WITH(in_data(named({"a"})), Contains("no numbers to take centroids of"));
}
