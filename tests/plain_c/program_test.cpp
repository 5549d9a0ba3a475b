// The command line with plugins written in C.
#include "../cli/tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

static const std::string kPlugins = "--plugin-dir '" TAMIS_PLAIN_C "' ";

TEST_CASE("a criterion in C ranks with the scores that its definition gives", "[plain_c]") {
  const Folder folder;
  // 10 samples: trim = 0.2 cuts 2 at each end. a: (7 - 2) / (9 - 0); b: (1 - 0) / (4 - -4); c is constant
  const std::string data = folder.write("d.csv",
                                        "a,b,c\n0,-4,0.1\n9,0,0.1\n1,0,0.1\n8,0,0.1\n2,0.5,0.1\n7,0.5,0.1\n"
                                        "3,0.5,0.1\n6,1,0.1\n4,2,0.1\n5,4,0.1\n");
  const Ran ran = tamis("rank " + data + " --json -q " + kPlugins +
                        "-c org.example.trimmed_range --set criterion.trim=0.2 --seed 1");
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const auto result = nlohmann::json::parse(ran.out);
  REQUIRE(result["ranking"].size() == 3);
  CHECK(result["ranking"][0]["feature"] == "a");
  CHECK(result["ranking"][0]["score"].get<double>() == 5.0 / 9.0);
  CHECK(result["ranking"][1]["feature"] == "b");
  CHECK(result["ranking"][1]["score"].get<double>() == 1.0 / 8.0);
  CHECK(result["ranking"][2]["feature"] == "c");
  CHECK(result["ranking"][2]["score"].is_null());
  CHECK(result["ranking"][2]["reason"] == "constant");
  CHECK(result["diagnostics"]["samples_cut_at_each_end"] == 2);
}

TEST_CASE("a criterion in C gives the same bytes for 1, 2 and 8 threads", "[plain_c]") {
  const std::string command = "rank " + kSonar + " -t class --json -c org.example.trimmed_range " + kPlugins;
  const std::string reference = tamis(command + "--threads 1").out;
  CHECK(reference.size() > 1000);
  CHECK(tamis(command + "--threads 2").out == reference);
  CHECK(tamis(command + "--threads 8").out == reference);
}

TEST_CASE("an option of a plugin in C that is out of range is refused before anything is loaded",
          "[plain_c][errors]") {
  const Ran ran =
      tamis("rank " + kIris + " -t class -c org.example.trimmed_range --set criterion.trim=0.5 " + kPlugins);
  CHECK(ran.code == 2);
  CHECK(has(ran.err,
            "criterion.trim is 0.5, a floating-point number; expected a number of at least 0 and at "
            "most 0.49"));
}
