// `tamis report` and --report as a user meets them.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

TEST_CASE("the report of a run is that of its result, byte for byte", "[cli][report]") {
  const Folder folder;
  const std::string runs[] = {"rank " + kIris, "select " + kIris + " -k 2",
                              "noise " + kIris + " -e neighbour_labels"};
  for (const std::string& run : runs) {
    INFO(run);
    const Ran r = tamis(run + " -t class --report " + folder.at("run.html") + " -o " + folder.at("r.json"));
    REQUIRE(r.code == 0);
    CHECK(has(r.err, "report written to"));
    const Ran later = tamis("report " + folder.at("r.json") + " -o " + folder.at("later.html"));
    REQUIRE(later.code == 0);
    CHECK(folder.read("run.html") == folder.read("later.html"));
    CHECK(tamis("report " + folder.at("r.json")).out == folder.read("run.html"));
  }
}

TEST_CASE("a report that cannot be written costs no other file", "[cli][report][errors]") {
  for (const std::string run : {"rank ", "select -k 2 ", "noise "}) {
    INFO(run);
    const Folder folder;
    const Ran full = tamis(run + kIris + " -t class --report /dev/full -o " + folder.at("r.json"));
    CHECK(full.code == 3);
    CHECK(has(full.err, "/dev/full"));
    CHECK(has(full.err, "result written to " + folder.at("r.json")));
    CHECK(!full.out.empty());
    CHECK(tamis("report " + folder.at("r.json")).code == 0);
  }
}

TEST_CASE("a report replaces a report, and nothing else", "[cli][report][errors]") {
  const Folder folder;
  REQUIRE(tamis("rank " + kIris + " -t class -o " + folder.at("r.json")).code == 0);
  const std::string report = "report " + folder.at("r.json") + " -o ";
  CHECK(tamis(report + folder.at("a.html")).code == 0);
  CHECK(tamis(report + folder.at("a.html")).code == 0);
  const Ran foreign = tamis(report + folder.write("mine.html", "<!DOCTYPE html>\n<p>mine</p>\n"));
  CHECK(foreign.code == 2);
  CHECK(has(foreign.err, "nothing in it says that tamis wrote it"));
  CHECK(folder.read("mine.html") == "<!DOCTYPE html>\n<p>mine</p>\n");
  CHECK(tamis(report + folder.at("r.json")).code == 2);
}

TEST_CASE("what cannot be reported is refused by name", "[cli][report][errors]") {
  const Folder folder;
  const Ran no_json = tamis("report " + kIris);
  CHECK(no_json.code == 3);
  CHECK(has(no_json.err, "iris.csv: is no JSON"));
  const Ran other = tamis("report " + folder.write("other.json", "{\"a\": 1}"));
  CHECK(other.code == 3);
  CHECK(has(other.err, "other.json is no result of tamis"));
  CHECK(tamis("report " + folder.at("missing.json")).code == 3);
  CHECK(tamis("report").code == 2);
}
