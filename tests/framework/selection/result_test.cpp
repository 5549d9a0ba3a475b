#include "fixture.hpp"

#include <tamis/framework/study/study_result.hpp>

#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace result_test {
namespace {

StudyResult sample() {
  StudyResult r;
  r.traits.better = Better::lower;
  r.feature_names = {"width", "naïveté", "id"};
  r.ranking = {{1, "naïveté", true, false, 0.25, ""},
               {0, "width", true, true, std::nullopt, ""},
               {2, "id", false, false, std::numeric_limits<double>::infinity(), "constant"}};
  r.path = {{Move::add, 1, 0.25, 2, ""}};
  return r;
}

}  // namespace

TEST_CASE("the text of a result is that of its JSON, key by key in order", "[result]") {
  StudyResult r = sample();
  r.ranking[0].name = "a \"name\"\nof two lines";
  r.stages = {r, r};
  r.notes = {"a note", "another"};
  r.stages[0].path.clear();
  CHECK(to_json_text(r) == to_json(r).dump(2) + "\n");
  CHECK(to_json(r)["ranking"][0]["feature"] == "a \"name\"\nof two lines");
  CHECK(to_json(r)["stages"][1]["selected"] == nlohmann::json({"a \"name\"\nof two lines", "width"}));
  CHECK(to_json(r)["stages"][0]["path"] == nlohmann::json::array());
}

TEST_CASE("the table shows rank, score with its direction, and why a feature was left out", "[result]") {
  CHECK(to_table(sample(), 0) ==
        "rank  feature  score (lower is better)\n"
        "   1  naïveté  0.25\n"
        "   2  width                             always kept\n"
        "      -- left out --\n"
        "   3  id       +inf                     constant\n");
  CHECK(to_table(sample(), 1) ==
        "rank  feature  score (lower is better)\n"
        "   1  naïveté  0.25\n"
        "      ... and 2 more\n");
}

TEST_CASE("features that were left out and have no score share a line of the table", "[result]") {
  StudyResult r;
  r.traits.better = Better::higher;
  r.feature_names = {"a", "b", "c", "d", "a_long_name"};
  r.ranking = {{0, "a", true, false, 2.0, ""},
               {1, "b", true, false, std::nullopt, ""},
               {2, "c", false, false, 1.0, ""},
               {3, "d", false, false, std::nullopt, ""},
               {4, "a_long_name", false, false, std::nullopt, ""}};
  const std::string head =
      "rank  feature  score (higher is better)\n"
      "   1  a        2\n"
      "   2  b\n"
      "      -- left out --\n"
      "   3  c        1\n";
  CHECK(to_table(r, 0) == head + "      2 features without a score\n");
  CHECK(to_table(r, 4) == head + "      2 features without a score\n");
  CHECK(to_table(r, 3) == head + "      ... and 2 more\n");
  r.ranking.pop_back();
  CHECK(to_table(r, 0) == head + "   4  d\n");  // a name takes no more room than a number of names
  r.ranking.push_back({4, "e", false, false, std::nullopt, ""});
  r.stability.emplace();
  r.stability->finished = 1;
  r.stability->selected_in = {1, 1, 0, 0, 0.5};
  r.stability->ranks = {{1, 1, 1}, {2, 2, 2}, {4, 3, 5}, {4, 3, 5}, {3.5, 2, 5}};
  CHECK(to_table(r, 0).find("2 to 5") != std::string::npos);
  CHECK(to_table(r, 0).find("50 %") != std::string::npos);  // how often it was selected is news of each
}

TEST_CASE("the score beside a feature that was removed is named for what it is", "[result]") {
  StudyResult r;
  r.traits.better = Better::higher;
  r.traits.measures = Measures::subset;
  r.feature_names = {"a", "b", "c", "d"};
  r.ranking = {{0, "a", true, false, std::nullopt, ""},
               {1, "b", true, false, 3.0, ""},
               {2, "c", false, false, 2.0, ""},
               {3, "d", false, false, 1.0, ""}};
  r.path = {{Move::remove, 1, 0.5, 3, ""},
            {Move::remove, 3, 1.0, 2, ""},
            {Move::remove, 2, 2.0, 1, ""},
            {Move::add, 1, 3.0, 2, ""}};  // taken back
  CHECK(to_table(r, 0) ==
        "rank  feature  score (higher is better)\n"
        "   1  a\n"
        "   2  b        3\n"
        "      -- left out, the last to leave first: the subset's score without it --\n"
        "   3  c        2\n"
        "   4  d        1\n");
  r.traits.measures = Measures::loss;
  CHECK(to_table(r, 0).find("the last to leave first: what the subset loses with it --") !=
        std::string::npos);
  r.traits.measures = Measures::feature;  // it has a score of its own
  CHECK(to_table(r, 0).find("-- left out --\n   3  c        2\n") != std::string::npos);

  r.traits.measures = Measures::subset;
  r.path.pop_back();
  for (RankedFeature& f : r.ranking) f.selected = true;  // as by `tamis rank`
  CHECK(to_table(r, 0).starts_with("rank  feature  score without it (higher is better)\n   1  a\n"));

  r.stages = {r};
  for (RankedFeature& f : r.ranking) f.stage = 1, f.selected = f.feature < 2;
  r.stages[0].criterion = nlohmann::json{{"use", "x"}};
  CHECK(to_table(r, 0).find(
            "-- left out by stage 1: x, higher is better: the subset's score without it --\n") !=
        std::string::npos);
}

TEST_CASE("ranks of many digits are aligned, and names fit into a terminal", "[result]") {
  StudyResult r;
  r.traits.better = Better::lower;
  for (Feature f = 0; f < 10000; ++f)
    r.ranking.push_back({f, f == 0 ? "first_" + std::string(90, 'x') + "_a" : "b", true, false, 1.5, ""});
  const std::string table = to_table(r, 0, 53);
  CHECK(table.starts_with("rank   feature "));
  CHECK(table.find("\n    1  first_xxx...xxxxxxx_a  1.5\n") != std::string::npos);
  CHECK(table.find("\n10000  b ") != std::string::npos);
  CHECK(to_table(r, 1, 200).find("first_" + std::string(90, 'x') + "_a") != std::string::npos);
}

TEST_CASE("the JSON form writes an infinite score as null with its sign and reason", "[result]") {
  const nlohmann::json j = to_json(sample());
  CHECK(j["tamis_result"] == kResultVersion);
  CHECK(j["ranking"][0]["feature"] == "naïveté");
  CHECK(j["ranking"][0]["score"] == 0.25);
  CHECK(j["ranking"][1]["score"].is_null());
  CHECK_FALSE(j["ranking"][1].contains("infinite"));
  CHECK(j["ranking"][2]["score"].is_null());
  CHECK(j["ranking"][2]["infinite"] == "+");
  CHECK(j["ranking"][2]["reason"] == "constant");
  CHECK(j["path"][0] ==
        nlohmann::json::parse(R"({"move":"add","feature":"naïveté","column":1,"score":0.25,"size":2})"));
}

}  // namespace result_test
