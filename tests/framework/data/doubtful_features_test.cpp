// Columns that are no features: identifiers, names of groups, copies of the target.
#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

using namespace tamis::framework;

namespace doubtful_features_test {
namespace {

using Cell = std::function<std::string(int)>;

/// The warnings on a table of n rows with the column `name`, noise `z` and the target `y`.
std::vector<std::string> warnings_on(int n, const std::string& name, const Cell& x, const Cell& y,
                                     bool categorical = false) {
  std::string text = name + ",z,y\n";
  for (int i = 0; i < n; ++i) text += x(i) + "," + std::to_string(i * 37 % 101 / 4.) + "," + y(i) + "\n";
  const TempFiles files;
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  if (categorical) o.categorical = {name};
  return load_data(o).warnings;
}

std::string two_classes(int i) { return i * 7 % 10 < 5 ? "p" : "q"; }
std::string whole(int i) { return std::to_string(i); }

using Sentences = std::vector<std::string>;

}  // namespace

TEST_CASE("whole numbers that no two rows share are suspected to be an identifier", "[doubtful_features]") {
  const auto is_suspected = [](int n, const std::string& name, const Cell& x) {
    const Sentences found = warnings_on(n, name, x, two_classes);
    if (found.empty()) return false;
    CHECK(found == Sentences{"feature '" + name +
                             "' has another value in each row; if it is an identifier, `data.ignore = [\"" +
                             name + "\"]`"});
    return true;
  };
  const Cell rising = [](int i) { return whole(100 + i * i); };
  const Cell scattered = [](int i) {
    return whole((i * 7919 + 50000) % 100003);
  };  // 12 of 100000: no two would be equal anyway
  const Cell dense = [](int i) { return whole(i * 977 % 1009); };  // 300 of 1009
  CHECK(is_suspected(12, "x", rising));
  CHECK_FALSE(is_suspected(9, "x", rising));
  CHECK_FALSE(is_suspected(12, "income", scattered));
  for (const char* name : {"id", "patient_id", "PatientID", "userId", "order key", "id_2", "Index"})
    CHECK(is_suspected(12, name, scattered));
  for (const char* name : {"fluid", "idle", "covid", "monkey", "id_age"})
    CHECK_FALSE(is_suspected(12, name, scattered));
  CHECK(is_suspected(300, "x", dense));
  CHECK_FALSE(is_suspected(300, "x", [&](int i) { return dense(i == 7 ? 8 : i); }));
  CHECK_FALSE(is_suspected(300, "x", [&](int i) { return dense(i) + ".5"; }));
}

TEST_CASE("an identifier of groups is named with the way to use it", "[doubtful_features]") {
  const Cell three_rows_each = [](int i) { return whole(1000 + i / 3 * 17 % 101); };
  CHECK(
      warnings_on(60, "patient_id", three_rows_each, two_classes) ==
      Sentences{
          "feature 'patient_id' seems to name patients, sessions or the like, each with several rows; if so, it belongs "
          "in `data.groups`, or `data.ignore = [\"patient_id\"]`"});
  CHECK(warnings_on(60, "visits", three_rows_each, two_classes).empty());
  for (const char* name : {"patient", "Subject", "speaker_2"})
    CHECK_THAT(warnings_on(60, name, three_rows_each, two_classes).at(0),
               Catch::Contains("seems to name patients"));
  CHECK(warnings_on(
            60, "centre_id", [](int i) { return whole(i % 4); }, two_classes)
            .empty());
  CHECK_THAT(warnings_on(
                 60, "patient_id", [](int i) { return "n" + whole(i / 3); }, two_classes, true)
                 .at(0),
             Catch::StartsWith("categorical 'patient_id' seems to name patients"));
}

TEST_CASE("a number that seems to mean not known is named with the way to say so", "[doubtful_features]") {
  const auto code_is_named = [](const char* code, const Cell& others, int every = 9) {
    const Cell x = [&](int i) { return i % every == 2 ? code : others(i); };
    const Sentences found = warnings_on(60, "x", x, two_classes);
    if (found.empty()) return false;
    CHECK(found ==
          Sentences{fmt::format(
              "{0} is far from all other values of x; if it means \"not known\", `data.unknown = [\"{0}\"]`",
              code)});
    return true;
  };
  const Cell ages = [](int i) { return whole(20 + i * 7 % 60); };
  const Cell answers = [](int i) { return whole(1 + i * 7 % 5); };
  for (const char* code : {"-999", "-99", "999", "9999", "999.9"}) CHECK(code_is_named(code, ages));
  for (const char* code : {"99", "-9", "1000", "-1", "9.99e+30"}) CHECK_FALSE(code_is_named(code, ages));
  CHECK(code_is_named("9", answers));
  CHECK(code_is_named("-9", answers));
  CHECK_FALSE(code_is_named("9", [](int i) { return whole(1 + i * 7 % 6); }));
  CHECK_FALSE(code_is_named("9", [](int) { return "0"; }));
  CHECK_FALSE(code_is_named("999", ages, 40));  // two of them may be outliers
}

TEST_CASE("features with one code for not known, and a target with it, are named together",
          "[doubtful_features]") {
  std::string text = "a,b,y\n";
  for (int i = 0; i < 20; ++i)
    text += (i % 5 ? whole(i * 7 % 20) : "-999") + "," + (i % 6 ? whole(i * 3 % 20) : "-999.0") + "," +
            (i % 4 ? whole(i * 11 % 20) + ".5" : "-999") + "\n";
  const TempFiles files;
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  const Sentences found = load_data(o).warnings;
  REQUIRE(found.size() == 1);
  CHECK(
      found[0] ==
      "-999 is far from all other values of a, b, the target; if it means \"not known\", `data.unknown = [\"-999\"]`");
  o.unknown = {"-999"};
  o.missing = Missing::keep;
  CHECK(load_data(o).warnings.empty());
}

TEST_CASE("a code for not known in a real target is not called far as well", "[doubtful_features]") {
  const Sentences found = warnings_on(
      60, "x", [](int i) { return whole(i * 7 % 10); },
      [](int i) { return i % 9 ? whole(i * 7 % 50) : "-99999"; });
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], Catch::StartsWith("-99999 is far from all other values of the target"));
}

TEST_CASE("real values that are very far from all others are named", "[doubtful_features]") {
  const auto target = [](int i) { return (i * 37 % 101) / 4.; };
  const auto warnings_with = [&](double factor) {
    return warnings_on(
        100, "x", [](int i) { return whole(i * 7 % 10); },
        [&](int i) { return std::to_string(i == 8 || i == 9 ? factor * target(i) : target(i)); });
  };
  CHECK(warnings_with(10).empty());
  const Sentences found = warnings_with(1000);
  REQUIRE(found.size() == 1);
  CHECK_THAT(
      found[0],
      Catch::StartsWith("target 'y': 2 of 100 values are far from all others, more than 100 robust standard "
                        "deviations from the median 12.5 (the farthest is 23500)"));
}

TEST_CASE("a feature that predicts nearly all labels by itself is named", "[doubtful_features]") {
  const std::string classes = "nearly all labels can be predicted from one feature alone: ";
  const std::string remedy = "; leave out by `data.ignore` what is not known before the target is";
  // a score above a threshold, with one error
  const Cell score = [](int i) { return whole((i * 7 % 10 < 5 && i != 3 ? 100 : 0) + i * 13 % 97) + ".5"; };
  CHECK(warnings_on(200, "score", score, two_classes) == Sentences{classes + "score (99.5 %)" + remedy});
  CHECK(warnings_on(40, "score", score, two_classes).empty());
  const Cell three_errors = [&](int i) {
    return i % 60 == 3 ? (two_classes(i) == "p" ? "0.25" : "150") : score(i);
  };
  CHECK(warnings_on(200, "score", three_errors, two_classes).empty());

  // codes that have no order
  const Cell code = [](int i) { return whole((two_classes(i) == "p" ? 0 : 1) + 2 * (i / 10 % 4)) + ".5"; };
  CHECK(warnings_on(200, "code", code, two_classes) == Sentences{classes + "code (100.0 %)" + remedy});
  CHECK(warnings_on(
            200, "code", [&](int i) { return "c" + code(i); }, two_classes, true) ==
        Sentences{classes + "code (100.0 %)" + remedy});

  // three classes in intervals
  const Cell three = [](int i) { return std::string(1, "abc"[i * 7 % 3]); };
  const Cell interval = [](int i) { return whole((i * 7 % 3 + 1) % 3 * 100 + i * 13 % 97) + ".5"; };
  CHECK(warnings_on(200, "x", interval, three) == Sentences{classes + "x (100.0 %)" + remedy});

  // a rare class: all others right is not enough
  const Cell rare = [](int i) { return i % 50 == 0 ? "p" : "q"; };
  const Cell half_of_rare = [](int i) {
    return (i % 100 == 0 ? "9" : "1") + std::string(".") + whole(i * 13 % 97);
  };
  CHECK(warnings_on(2000, "x", half_of_rare, rare).empty());
  const Cell all_of_rare = [](int i) {
    return (i % 50 == 0 ? "9" : "1") + std::string(".") + whole(i * 13 % 97);
  };
  CHECK(warnings_on(2000, "x", all_of_rare, rare) == Sentences{classes + "x (100.0 %)" + remedy});
}

TEST_CASE("a feature that orders the samples as a real target does is named", "[doubtful_features]") {
  const Cell y = [](int i) { return std::to_string(i * 997 % 1013 / 8.); };
  const auto falling = [](int off) {
    return [off](int i) { return std::to_string(-std::exp(((i + off * (i % 2)) * 997 % 1013) / 800.)); };
  };
  CHECK(
      warnings_on(300, "x", falling(0), y) ==
      Sentences{
          "the target rises or falls with one feature nearly without exception: x (rank correlation 1.0000); leave out "
          "by `data.ignore` what is not known before the target is"});
  CHECK(warnings_on(300, "x", falling(1), y).empty());
}

}  // namespace doubtful_features_test
