#include "class_tree.hpp"

#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::class_metrics;
using namespace tamis::class_metrics::testing;
using Catch::Matchers::Contains;

namespace {

using PreparedTree = Prepared<ClassTree>;

const Names kMail{"inbox",
                  "inbox/primary",
                  "inbox/primary/discussion",
                  "inbox/primary/memo",
                  "inbox/legal",
                  "sent/alliance",
                  "sent/alliance/draft",
                  "sent/company",
                  "notes",
                  "calendar/a/b",
                  "calendar/a/c"};

}  // namespace

TEST_CASE("distances are those of the reference tree", "[class_tree][golden]") {
  // case tree_hierarchy, D_expected.csv; by hand: inbox/legal to inbox is 0.2, to notes 0.2 + 0.5 + 0.5
  const std::vector<double> expected{0,    0.2,  0.25, 0.25, 0.2,  1.2,  1.25, 1.2,  1,    1.25, 1.25,  //
                                     0.2,  0,    0.05, 0.05, 0.4,  1.4,  1.45, 1.4,  1.2,  1.45, 1.45,  //
                                     0.25, 0.05, 0,    0.1,  0.45, 1.45, 1.5,  1.45, 1.25, 1.5,  1.5,   //
                                     0.25, 0.05, 0.1,  0,    0.45, 1.45, 1.5,  1.45, 1.25, 1.5,  1.5,   //
                                     0.2,  0.4,  0.45, 0.45, 0,    1.4,  1.45, 1.4,  1.2,  1.45, 1.45,  //
                                     1.2,  1.4,  1.45, 1.45, 1.4,  0,    0.05, 0.4,  1.2,  1.45, 1.45,  //
                                     1.25, 1.45, 1.5,  1.5,  1.45, 0.05, 0,    0.45, 1.25, 1.5,  1.5,   //
                                     1.2,  1.4,  1.45, 1.45, 1.4,  0.4,  0.45, 0,    1.2,  1.45, 1.45,  //
                                     1,    1.2,  1.25, 1.25, 1.2,  1.2,  1.25, 1.2,  0,    1.25, 1.25,  //
                                     1.25, 1.45, 1.5,  1.5,  1.45, 1.45, 1.5,  1.45, 1.25, 0,    0.1,   //
                                     1.25, 1.45, 1.5,  1.5,  1.45, 1.45, 1.5,  1.45, 1.25, 0.1,  0};
  const PreparedTree p(kMail, {});
  CHECK(near(p.distances(), expected));
  CHECK(is_tree(p.metric.shape()));
  CHECK(near(paths_on(p.metric.shape()), expected));
  CHECK(p.metric.shape().parent.size() == 15);  // the 11, the root, sent, calendar, calendar/a
}

TEST_CASE("the order of the classes changes no bit", "[class_tree][property]") {
  const std::vector<std::size_t> order{7, 2, 9, 0, 10, 4, 1, 8, 3, 6, 5};
  Names renamed(kMail.size());
  for (std::size_t c = 0; c < kMail.size(); ++c) renamed[order[c]] = kMail[c];
  CHECK(PreparedTree(renamed, {}).distances() == reordered(PreparedTree(kMail, {}).distances(), order));
}

TEST_CASE("the empty name is the root, and any weights and separators do", "[class_tree]") {
  const double weights[] = {1, 10, 0, 1000};
  const PreparedTree p({"", "a", "a::b", "a::b::c", "d::b"}, {weights, "::"});
  CHECK(p.distances() == std::vector<double>{0,  1,  11, 11, 11,  //
                                             1,  0,  10, 10, 12,  //
                                             11, 10, 0,  0,  22,  //
                                             11, 10, 0,  0,  22,  //
                                             11, 12, 22, 22, 0});
}

TEST_CASE("names that are no paths hang from the root", "[class_tree]") {
  CHECK(PreparedTree({"x", "y"}, {}).distances() == std::vector<double>{0, 1, 1, 0});
  CHECK(PreparedTree({"x"}, {}).distances() == std::vector<double>{0});
  CHECK(PreparedTree(Table(0, 0).with_labels({}, 2), {}).distances() == std::vector<double>{0, 1, 1, 0});
}

TEST_CASE("names and weights that make no tree are refused", "[class_tree][errors]") {
  CHECK_THROWS_WITH(PreparedTree({"a", "a/b/c/d", "a/b/c"}, {}),
                    Contains("'a/b/c/d' lies 4 layers") && Contains("lists 3; give 4"));
  CHECK_THROWS_AS(PreparedTree({"a", "a/b/c/d"}, {}), ParamError);
  for (const char* name : {"a//b", "/a", "a/", "/"})
    CHECK_THROWS_WITH(PreparedTree({"a", name}, {}),
                      Contains("'" + std::string(name) + "' has an empty layer"));
  CHECK_THROWS_AS(PreparedTree({"a//b"}, {}), DataError);
  const double negative[] = {0.5, -0.2};
  CHECK_THROWS_WITH(PreparedTree({"a"}, {negative}), Contains("lists -0.2"));
  CHECK_THROWS_WITH(PreparedTree({"a"}, {.separator = ""}), Contains("`separator` is empty"));
}
