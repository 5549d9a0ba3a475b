// What shells are told that may stand next. The scripts themselves: completion_scripts.sh
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace completion_test {
namespace {

std::vector<std::string> completions(const std::string& words) {
  const Ran ran = tamis("complete " + words);
  CHECK(ran.code == 0);
  CHECK(ran.err.empty());
  std::vector<std::string> found;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    CHECK(has(line, "\t"));
    found.push_back(line.substr(0, line.find('\t')));
  }
  return found;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("commands, flags and choices are completed", "[cli][completion]") {
  CHECK(completions("se") == Words{"select"});
  CHECK(completions("plugins des") == Words{"describe"});
  CHECK(completions("rank data.csv --targ") == Words{"--target", "--target-kind", "--target-path"});
  CHECK(completions("plugins describe mi --js") == Words{"--json"});  // a flag of the command above
  CHECK(completions("rank --missing ''") == Words{"error", "drop_rows", "median", "neighbours", "keep"});
  CHECK(completions("rank --categories ''") == Words{"auto", "together", "separate"});
  CHECK(completions("rank --missing=m") == Words{"--missing=median"});
  CHECK(completions("generate sph") == Words{"spheres"});
  CHECK(completions("generate spheres --set ra") == Words{"radius="});
  CHECK(completions("new class") == Words{"class_metric"});
}

TEST_CASE("ids are completed by what the flag takes, and options by the component that is named",
          "[cli][completion]") {
  CHECK(completions("select data.csv --criterion lap") == Words{"laplacian_score"});
  CHECK(completions("select data.csv -s float") == Words{"floating_backward", "floating_forward"});
  CHECK(completions("select data.csv --search=exh") == Words{"--search=exhaustive"});
  CHECK(completions("noise data.csv --engine lnt") == Words{"lnt_mi"});
  CHECK(completions("plugins describe eucl") == Words{"euclidean"});
  const std::string lnt = "select -c lnt_mi -s forward --set criterion.";
  CHECK(completions(lnt + "first") == Words{"criterion.first_memberships="});
  CHECK(completions(lnt + "first_memberships=") ==
        Words{"criterion.first_memberships=labels", "criterion.first_memberships=all_features"});
  CHECK(completions(lnt + "metric=eu") == Words{"criterion.metric=euclidean"});
  CHECK(completions("rank -c test.memberships_of").empty());
  CHECK(completions("rank --plugin-dir " TAMIS_TEST_PLUGINS " -c test.memberships_of") ==
        Words{"test.memberships_of_known"});
}

TEST_CASE("where nothing can be told, nothing is said: it may be a file", "[cli][completion]") {
  CHECK(completions("").empty());
  CHECK(completions("rank ''").empty());
  CHECK(completions("rank data.csv -o ''").empty());
  CHECK(completions("rank --nope=").empty());
  CHECK(completions("nope ''").empty());
  CHECK(completions("rank -c lap --plugin-dir /nope -s ba") == Words{"backward"});
}

}  // namespace completion_test
