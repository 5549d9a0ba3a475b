// `tamis doctor`: what it finds well, refused and slow.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

namespace doctor_test {
namespace {

/// With folders of the user's own that are empty.
nlohmann::json doctor(const Folder& home, const std::string& flags, int code, const std::string& cache = "") {
  ::setenv("XDG_DATA_HOME", home.at("data").c_str(), 1);
  ::setenv("XDG_CACHE_HOME", cache.empty() ? home.at("cache").c_str() : cache.c_str(), 1);
  const Ran ran = tamis("doctor --json" + flags), text = tamis("doctor" + flags);
  ::unsetenv("XDG_DATA_HOME");
  ::unsetenv("XDG_CACHE_HOME");
  CHECK(ran.code == code);
  CHECK(text.code == code);
  const nlohmann::json report = nlohmann::json::parse(ran.out);
  for (const char* list : {"refused", "slow"})
    for (const std::string line : report[list]) CHECK(has(text.out, "\n  " + line + "\n"));
  return report;
}

}  // namespace

TEST_CASE("an installation that is whole is called so", "[cli][doctor]") {
  const Folder home;
  const nlohmann::json report = doctor(home, "", 0);
  CHECK(report["healthy"] == true);
  CHECK(report["refused"].empty());
  CHECK(report["cache"]["writable"] == true);
  CHECK(report["cache"]["verdicts"] == 0);
  const nlohmann::json& installed = report["folders"].back();
  CHECK(installed["source"] == "installed");
  CHECK(installed["libraries"] > 5);
  CHECK(installed["components"] > 20);
  CHECK(report["folders"][0]["source"] == "user folder");
  CHECK(report["folders"][0]["exists"] == false);
  const nlohmann::json& processor = report["processor"];
  CHECK(processor["allowed"] <= processor["processors"]);
  CHECK(processor["threads"] >= 1);
  CHECK(processor["vectors"][0] == "sse2");
  CHECK(processor["memory"] > processor["available"]);
}

TEST_CASE("a plugin that is refused is named with the reason, and the exit code says so", "[cli][doctor]") {
  const Folder home, plugins;
  plugins.write("broken.so", "no library");
  const nlohmann::json report = doctor(home, " --plugin-dir " + plugins.at(""), 4);
  CHECK(report["healthy"] == false);
  REQUIRE(report["refused"].size() == 1);
  CHECK(has(report["refused"][0], "broken.so: "));
  CHECK(report["folders"][0]["source"] == "named by the user");
  CHECK(report["folders"][0]["libraries"] == 1);
  CHECK(report["folders"][0]["components"] == 0);
  const nlohmann::json absent = doctor(home, " --plugin-dir " + home.at("nope"), 4);
  CHECK(has(absent["refused"][0], "it does not exist"));
}

TEST_CASE("what makes runs slow is named with the remedy", "[cli][doctor]") {
  const Folder home;
  const std::string file = home.write("file", "");
  const nlohmann::json report = doctor(home, "", 0, file + "/cache");  // which cannot be a folder
  CHECK(report["cache"]["writable"] == false);
  std::string slow;
  for (const std::string line : report["slow"]) slow += line + "\n";
  CHECK(has(slow, "/cache/tamis/plugins.json cannot be written; set XDG_CACHE_HOME"));
  if (report["processor"]["vectors"].size() == 1) return;  // there are no wider ones to keep back
  ::setenv("TAMIS_VECTOR_LEVEL", "sse2", 1);
  const nlohmann::json narrow = doctor(home, "", 0);
  ::unsetenv("TAMIS_VECTOR_LEVEL");
  CHECK(narrow["processor"]["vectors_used"] == "sse2");
  CHECK(has(narrow["slow"].dump(), "TAMIS_VECTOR_LEVEL keeps vectors at sse2"));
}

}  // namespace doctor_test
