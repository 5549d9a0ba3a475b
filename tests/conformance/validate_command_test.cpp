// The command: what it prints, and how it ends.
#include "../cli/tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using Catch::Contains;

namespace {

const std::string kGood = OUR_PLUGINS "/baselines.so";
const std::string kFaulty = FAULTY_PLUGINS "/faulty_criteria.so";

}  // namespace

TEST_CASE("tamis validate ends with 0 where all passed", "[validate][cli]") {
  const Ran r = tamis("validate '" + kGood + "' --component variance");
  CHECK(r.code == 0);
  CHECK_THAT(
      r.out,
      Contains("the library\n  level 1  5 passed\nvariance\n  level 2  7 passed\n  level 3  11 passed\n"));
  CHECK_THAT(r.out, Contains("passed (seed 0)\n"));
  CHECK(r.err.empty());
}

TEST_CASE("tamis validate ends with 4 where something failed, says what, and how to run it again",
          "[validate][cli]") {
  const std::string again = "'" + kFaulty +
                            "' --set test.faulty_feature.fault=direction --test "
                            "informative_feature_is_better --component test.faulty_feature --seed 7";
  const Ran r = tamis("validate " + again);
  CHECK(r.code == 4);
  CHECK_THAT(r.out,
             Contains("    failed informative_feature_is_better: a feature that tells the target scores -"));
  const auto replay = r.out.find("replay: tamis ");
  REQUIRE(replay != std::string::npos);
  const std::string command = r.out.substr(replay + 14, r.out.find('\n', replay) - replay - 14);
  CHECK(tamis(command).out == r.out);
}

TEST_CASE("tamis validate --json says the same to programs", "[validate][cli]") {
  const Ran r = tamis("validate '" + kGood + "' --level 2 --json");
  CHECK(r.code == 0);
  const auto json = nlohmann::json::parse(r.out);
  CHECK(json.at("failed") == 0);
  CHECK(json.at("passed") == json.at("tests").size());
  for (const auto& test : json.at("tests")) CHECK(test.at("level") <= 2);
}

TEST_CASE("a file that is no plugin gets one line and 4", "[validate][cli]") {
  const Folder folder;
  const Ran r = tamis("validate '" + folder.write("notes.so", "not a library") + "'");
  CHECK(r.code == 4);
  CHECK(r.out.empty());
  CHECK_THAT(r.err, Contains("notes.so: it is not a shared library"));
  CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
}
