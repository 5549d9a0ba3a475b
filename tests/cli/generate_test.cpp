// `tamis generate`, and runs on what it makes.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

TEST_CASE("tamis generate lists what can be made, with every option", "[cli][generate]") {
  const Ran r = tamis("generate");
  CHECK(r.code == 0);
  CHECK(r.err == "");
  CHECK(has(r.out, "spheres        points in four spheres, each a class; 3 features matter\n"));
  CHECK(has(r.out, " radius = 0.25: of the spheres; a number, 0.05 to 0.25\n"));
  CHECK(has(r.out, "\nwords "));
}

TEST_CASE("tamis generate prints a table, and says on stderr what it is", "[cli][generate]") {
  const Ran r = tamis("generate y1 --samples 5 --seed 2 --set irrelevant=1");
  CHECK(r.code == 0);
  CHECK(r.out.rfind("f1,f2,f3,f4,f5,y\n", 0) == 0);
  CHECK(std::count(r.out.begin(), r.out.end(), '\n') == 6);
  CHECK(has(r.err, "'y1' was made: 5 samples, 5 features, of which f1, f2, f3, f4 matter"));
}

TEST_CASE("a table in a file has its truth beside it, and gives the ranking of a run that makes it",
          "[cli][generate]") {
  const Folder folder;
  const Ran r = tamis("generate spheres --seed 3 -o " + folder.at("made.csv"));
  REQUIRE(r.code == 0);
  CHECK(r.out == "");
  CHECK(has(r.err, "made.csv holds the table, "));
  const auto truth = nlohmann::json::parse(folder.read("made.truth.json"));
  CHECK(truth["relevant"] == std::vector<std::string>{"f1", "f2", "f3"});
  CHECK(truth["seed"] == 3);
  CHECK(truth["generate"]["radius"] == 0.25);
  const Ran read = tamis("rank " + folder.at("made.csv") + " -t class --seed 3");
  const Ran made = tamis("rank --generate spheres --seed 3");
  const Ran set = tamis("rank --set data.generate=spheres --set data.generate.samples=50 --seed 3");
  REQUIRE(read.code == 0);
  CHECK(made.code == 0);
  CHECK(made.out == read.out + "relevant features among the 3 best ranked: 3 of 3\n");
  CHECK(set.out == made.out);
}

TEST_CASE("--generate takes the place of the source in a config, whose options belong to the old one",
          "[cli][generate]") {
  const Folder folder;
  const std::string config =
      folder.write("run.toml", "data.generate = { use = 'y4', samples = 30, classes = 2 }\n");
  const auto options = [&](const std::string& flags) {
    const Ran r = tamis("rank " + config + flags + " --json");
    INFO(r.err);
    REQUIRE(r.code == 0);
    return nlohmann::json::parse(r.out)["data"]["options"]["generate"];
  };
  CHECK(options(" --generate y4")["samples"] == 30);
  CHECK(options(" --generate squares") ==
        nlohmann::json{{"use", "squares"}, {"samples", 100}, {"irrelevant", 4}});
  CHECK(options(" --set data.generate.classes=3")["classes"] == 3);
}

TEST_CASE("what tamis generate cannot do is said in a sentence", "[cli][generate][errors]") {
  const Folder folder;
  const auto check = [](const std::string& arguments, int code, const std::string& sentence) {
    const Ran r = tamis(arguments);
    INFO(r.err);
    CHECK(r.code == code);
    CHECK(r.out.empty());
    CHECK(has(r.err, sentence));
  };
  check("generate sphere", 2, "did you mean 'spheres'?");
  check("generate y4 --set classes=1", 2, "generate.classes is 1; expected a whole number, 2 to 10");
  check("generate y4 --set classes", 2, "--set classes: expected OPTION=VALUE, as in irrelevant=100");
  const std::string whole = " is no whole number from 0 to 9223372036854775807";
  check("generate spheres --seed -1", 2, "--seed: '-1'" + whole);
  check("generate spheres --seed 9223372036854775808", 2, "--seed: '9223372036854775808'" + whole);
  check("generate spheres --seed 1.5", 2, "--seed: '1.5'" + whole);
  check("generate spheres --samples 18446744073709551716", 2, "--samples: '18446744073709551716'" + whole);
  CHECK(tamis("generate spheres --seed 9223372036854775807").code == 0);
  check("generate --samples 5", 2, "no name; `tamis generate` alone lists what can be made");
  check("generate y4 -o " + folder.at("none/made.csv"), 3, "none");
  check("rank", 2, "no input; name a table (data.csv), a config (run.toml), or one to make with --generate");
  check("rank " + kIris + " --generate y4", 2, "data.path names a file, but data.generate makes the data");
}
