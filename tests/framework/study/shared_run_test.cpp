// A team of any number of processes finds what one process finds, to the byte.
#include "fixture.hpp"
#include "run/thread_team.hpp"
#include "study/study_json.hpp"

#include <fmt/format.h>

#include <atomic>
#include <string>
#include <vector>

using namespace tamis;
using namespace tamis::framework;
using test::study_json;
using test::ThreadTeam;

namespace shared_run_test {
namespace {

const std::string kSonar = "[data]\npath = '" TAMIS_TEST_DATA "/sonar.csv'\ntarget = 'class'\n";

void check_shared(const std::string& config) {
  INFO(config);
  const std::string alone = study_json(config);
  for (const std::size_t n : {1u, 2u, 3u, 4u, 7u})
    CHECK(ThreadTeam::run(n, [&](Team& team) { return study_json(config, {.team = &team}); }) ==
          std::vector<std::string>(n, alone));
}

}  // namespace

TEST_CASE("a team selects what one process selects", "[team]") {
  for (const char* walk :
       {"criterion = 'fisher_score'\n[search]\nkeep = 5",
        "criterion = { use = 'ksg_mi', neighbours = 3 }\n[search]\nuse = 'forward'\nkeep = 3",
        "criterion = 'lnt_mi'\n[search]\nuse = 'backward'\nkeep = 57",
        "criterion = 'lnt_mi'\n[search]\nuse = 'forward'\nkeep = 2",
        "criterion = 'markov_blanket'\n[search]\nuse = 'backward'\nkeep = 40",
        "criterion = 'knn_error'\n[search]\nuse = 'floating_forward'\nkeep = 3",
        "criterion = 'knn_error'\n[search]\nuse = 'exhaustive'\nkeep = 1",
        "criterion = 'knn_error'\n[search]\nuse = 'beam'\nwidth = 3\nkeep = 3",
        "criterion = 'knn_error'\n[search]\nuse = 'annealing'\nsteps = 20\nkeep = 4",
        "criterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 9\nmax_evaluations = 200"})
    check_shared(fmt::format("threads = 1\n{}\n{}", walk, kSonar));
}

TEST_CASE("a team makes the studies that one process makes", "[team]") {
  for (const char* asked : {"[search]\nuse = 'forward'\nkeep = { auto = 'permutation', permutations = 19 }\n",
                            "[search]\nkeep = { auto = 'permutation', permutations = 19 }\n",
                            "[search]\nkeep = 3\n[evaluate]\nfolds = 3\n[stability]\nresamples = 5\n",
                            "[search]\nkeep = 3\n[noise_sweep]\nnoise = 'uniform_flip'\nvary = 'rate'\n"
                            "values = [0.1, 0.2]\nrepeats = 2\n"})
    check_shared(fmt::format("threads = 1\ncriterion = 'fisher_score'\n{}\n{}sample = 80\n", asked, kSonar));
}

TEST_CASE("a user who stops one process of a team stops all", "[team]") {
  const std::string walk = "criterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 3\n" + kSonar;
  for (const std::size_t stopped : {0u, 2u}) {
    const std::vector<std::string> found = ThreadTeam::run(3, [&](Team& team) {
      const std::atomic<bool> interrupted = team.rank() == stopped;
      return study_json(walk, {.team = &team, .interrupted = &interrupted});
    });
    for (const std::string& result : found)
      CHECK(result.find("\"status\": \"interrupted\"") != std::string::npos);
  }
}

TEST_CASE("an error of a criterion is one sentence in all processes of a team", "[team][errors]") {
  const std::vector<std::string> said = ThreadTeam::run(
      3, [](Team& team) { return study_json("criterion = 'correlation'\n" + kSonar, {.team = &team}); });
  CHECK(said[0].find("has classes, but criterion") != std::string::npos);
  CHECK(said == std::vector<std::string>(3, said[0]));
}

}  // namespace shared_run_test
