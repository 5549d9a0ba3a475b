// The command: what it prints, and how it ends.
#include "../cli/tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using Catch::Contains;
using Catch::StartsWith;

namespace {

const std::string kGood = OUR_PLUGINS "/baselines.so";
const std::string kFaulty = FAULTY_PLUGINS "/faulty_criteria.so";

/// The arguments of the first command that repeats a failure.
std::string replay(const std::string& out) {
  const std::string_view before = "replay: tamis ";
  const auto at = out.find(before);
  REQUIRE(at != std::string::npos);
  const auto begin = at + before.size();
  return out.substr(begin, out.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("tamis validate ends with 0 where all passed", "[validate][cli]") {
  const Ran r = tamis("validate '" + kGood + "' --component variance");
  CHECK(r.code == 0);
  CHECK_THAT(r.out, Contains("the library\n  level 1  5 passed\nvariance\n  level 2  "));
  CHECK_THAT(r.out, Contains("\n  level 3  26 passed\n"));
  CHECK_THAT(r.out, Contains(" (seed 0)\n"));
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
             Contains("    failed informative_feature_is_better: an informative feature scores -"));
  CHECK(tamis(replay(r.out)).out == r.out);
}

TEST_CASE("tamis validate says which tests were excepted, and why", "[validate][cli]") {
  const std::string command =
      "validate '" + kFaulty +
      "' --set test.faulty_feature.fault=block --component test.faulty_feature --except "
      "'block_equals_one_by_one=candidates compete, by eq. 4'";
  const Ran r = tamis(command);
  CHECK(r.code == 0);
  CHECK_THAT(r.out, Contains("1 excepted\n"));
  CHECK_THAT(r.out, Contains("    excepted block_equals_one_by_one: candidates compete, by eq. 4\n"));
  const auto json = nlohmann::json::parse(tamis(command + " --json").out);
  CHECK(json.at("excepted") == 1);
  CHECK(std::ranges::any_of(json.at("tests"), [](const auto& test) {
    return test.at("verdict") == "excepted" && test.at("text") == "candidates compete, by eq. 4";
  }));
}

TEST_CASE("what is typed wrongly ends with 2 and a line", "[validate][cli]") {
  for (const std::string wrong : {"--test repeats_itself --level 2", "--set variance.nosuch=1",
                                  "--cases nosuch.toml", "--time-limit 1e300", "--seed -1"}) {
    INFO(wrong);
    const Ran r = tamis("validate '" + kGood + "' " + wrong);
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK_FALSE(r.err.empty());
  }
  CHECK_THAT(tamis("validate '" + kGood + "' --seed -1").err,
             Contains("--seed: '-1' is no whole number from 0 to 9223372036854775807"));
  const Ran r = tamis("validate ''");
  CHECK(r.code == 2);
  CHECK(r.err == "tamis: no file; name a plugin library (method.so)\n");
}

TEST_CASE("the command that repeats a failure can be pasted into a shell", "[validate][cli]") {
  const Folder folder;
  fs::create_directory(folder.at("it's here"));
  const std::string plugin = folder.at("it's here/faulty $1.so");
  fs::copy_file(kFaulty, plugin);
  const Ran r = tamis(
      "validate \"" + folder.at("it's here") + "/faulty \\$1.so\" --time-limit 15 --component " +
      "test.faulty_feature --test sample_order_does_not_matter --set " +
      "test.faulty_feature.fault=sample_order --seed 3 --plugin-dir \"" + folder.at("it's here") + "\"");
  CHECK(r.code == 4);
  const std::string command = replay(r.out);
  CHECK_THAT(command, Contains("--time-limit 15"));
  CHECK(tamis(command).out == r.out);
}

TEST_CASE("a case has a heading of its own, and is run alone by its name", "[validate][cli][cases]") {
  const Folder folder;
  folder.write("data.csv", "wide,narrow,class\n1,5,a\n9,5.5,b\n4,6,a\n7,5.2,b\n");
  const std::string file = folder.write("a case.toml",
                                        "[data]\npath = 'data.csv'\ntarget = 'class'\n"
                                        "[criterion]\nuse = 'variance'\n[search]\nuse = 'rank'\n"
                                        "[expect]\nranking = ['narrow']\n");
  const Ran r = tamis("validate '" + kGood + "' --level 1 --cases '" + file + "'");
  CHECK(r.code == 4);
  CHECK_THAT(r.out, Contains("\ncases\n  level 4  1 failed\n    failed a case.toml: the ranking is wide"));
  const Ran again = tamis(replay(r.out));
  CHECK(again.code == 4);
  CHECK_THAT(again.out, StartsWith("the library\n  level 1  3 passed\ncases\n  level 4  1 failed\n"));
}

TEST_CASE("tamis validate --json says the same to programs", "[validate][cli]") {
  const Ran r = tamis("validate '" + kGood + "' --level 2 --json");
  CHECK(r.code == 0);
  const auto json = nlohmann::json::parse(r.out);
  CHECK(json.at("failed") == 0);
  // a sanitizer keeps what is freed, so that what a plugin frees cannot be counted
  CHECK(json.at("passed").get<std::size_t>() + json.at("skipped").get<std::size_t>() ==
        json.at("tests").size());
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
