// `tamis experiment`: what it prints and writes, and that a killed one loses nothing.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <random>
#include <thread>

namespace experiment_test {
namespace {

const std::string kConfig =
    "title = 'Doubts'\nseed = 2\nrepeats = 60\n[data]\ngenerate = 'spheres'\n[corrupt]\nuse = 'expert_beta'\n"
    "[vary]\ncorrupt.mean = [0.3, 0.4]\n"
    "[[method]]\nname = 'doubts'\nlabels = 'soft'\ncriterion = 'weighted_laplacian'\n"
    "[[method]]\nname = 'class'\nlabels = 'most_probable'\ncriterion = 'weighted_laplacian'\n";

/// Every file of a results folder.
std::string contents(const Folder& folder, const std::string& results) {
  std::string all;
  for (const char* file :
       {"table.txt", "table.csv", "raw.csv", "summary.json", "figure.svg", "journal.jsonl"})
    all += folder.read(results + "/" + file);
  return all;
}

/// Starts the experiment and kills it, without warning, after a while.
void run_and_kill(const std::string& config, const std::string& results, std::chrono::microseconds after) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    ::execl(TAMIS_PROGRAM, "tamis", "experiment", config.c_str(), "-q", "-o", results.c_str(), nullptr);
    ::_exit(127);
  }
  std::this_thread::sleep_for(after);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace

TEST_CASE("tamis experiment prints a table and leaves it, a figure and every number in a folder",
          "[cli][experiment]") {
  const Folder folder;
  const Ran r = tamis("experiment " + folder.write("doubts.toml", kConfig) + " -o " + folder.at("out"));
  INFO(r.err);
  REQUIRE(r.code == 0);
  CHECK(has(r.out, "Doubts\nrelevant_share: means of 60 repeats, ± standard error\n"));
  CHECK(has(r.out, "paired differences"));
  CHECK(has(r.err, "table, figure, report, every number and a summary are in "));
  CHECK(folder.read("out/table.txt") == r.out);
  CHECK(has(folder.read("out/figure.svg"), "</svg>"));
  CHECK(nlohmann::json::parse(folder.read("out/summary.json"))["runs"]["done"] == 120);
  CHECK(has(folder.read("out/raw.csv"),
            "corrupt.mean,repeat,split,method,measure,features,value\n0.3,1,,doubts,"));
  const Ran again = tamis("experiment " + folder.at("doubts.toml") + " -o " + folder.at("out"));
  CHECK(has(again.err, "120 of 120 runs were done before and are not repeated"));
  CHECK(again.out == r.out);
}

TEST_CASE("an experiment that is killed at any moment goes on to the same bytes", "[cli][experiment]") {
  const Folder folder;
  const std::string config = folder.write("doubts.toml", kConfig);
  REQUIRE(tamis("experiment " + config + " -o " + folder.at("whole")).code == 0);
  const std::string expected = contents(folder, "whole");
  // later and later, until some runs were finished before a kill
  for (int milliseconds = 20; folder.read("killed/journal.jsonl").size() < 20'000; milliseconds += 10)
    run_and_kill(config, folder.at("killed"), std::chrono::milliseconds(milliseconds));
  const Ran last = tamis("experiment " + config + " -o " + folder.at("killed"));
  INFO(last.err);
  REQUIRE(last.code == 0);
  CHECK(has(last.err, " runs were done before and are not repeated"));
  CHECK(contents(folder, "killed") == expected);
}

TEST_CASE("an experiment goes on to the same bytes after a hundred kills", "[.nightly][experiment]") {
  const Folder folder;
  const std::string config = folder.write("doubts.toml", kConfig);
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(tamis("experiment " + config + " -o " + folder.at("whole")).code == 0);
  const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - start;
  const std::string expected = contents(folder, "whole");
  std::mt19937 random(1);
  for (int kill = 0; kill < 100; ++kill) {
    const std::string results =
        "killed" + std::to_string(kill / 4);  // up to four in one run, also while it goes on
    std::uniform_real_distribution<> moment(0, whole.count());
    run_and_kill(config, folder.at(results), std::chrono::microseconds(std::llround(moment(random))));
    if (kill % 4 != 3) continue;
    const Ran last = tamis("experiment " + config + " -o " + folder.at(results));
    INFO("kill " << kill << ": " << last.err);
    REQUIRE(last.code == 0);
    CHECK(contents(folder, results) == expected);
  }
}

TEST_CASE("a journal.jsonl that is none of ours is refused at once and stays as it is",
          "[cli][experiment][errors]") {
  const Folder folder;
  const std::string config = folder.write("doubts.toml", kConfig);
  const auto refused = [&](const std::string& why) {
    const Ran r = tamis("experiment " + config + " -o " + folder.at("out"));
    CHECK(r.code == 3);
    CHECK(has(r.err, why));
  };
  fs::create_directory(folder.at("out"));
  folder.write("out/journal.jsonl", "my diary, without a line end");
  refused("is no journal of this version of tamis");
  CHECK(folder.read("out/journal.jsonl") == "my diary, without a line end");
  fs::remove(folder.at("out/journal.jsonl"));
  fs::create_symlink("/dev/zero", folder.at("out/journal.jsonl"));
  refused("is a link, a device or a pipe");
}

TEST_CASE("a config may come through a pipe, and name files by any bytes", "[cli][experiment]") {
  const Folder folder;
  const std::string config = folder.write("doubts.toml", kConfig), pipe = folder.at("pipe.toml");
  REQUIRE(std::system(("mkfifo '" + pipe + "' && (cat '" + config + "' > '" + pipe + "' &)").c_str()) == 0);
  const std::string few = " --set repeats=2 -o ";
  const Ran piped = tamis("experiment " + pipe + few + folder.at("piped"));
  INFO(piped.err);
  REQUIRE(piped.code == 0);
  CHECK(piped.out == tamis("experiment " + config + few + folder.at("read")).out);

  const std::string table = folder.at("d\xff.csv"),
                    iris = folder.write("iris.toml", "[data]\ntarget = 'class'\n[evaluate]\n");
  fs::copy_file(kIris, table);
  const Ran bytes = tamis("experiment " + iris + " --set data.path='" + table + "' --set title='\xff'" + few +
                          folder.at("bytes"));
  INFO(bytes.err);
  REQUIRE(bytes.code == 0);
  CHECK(nlohmann::json::parse(folder.read("bytes/summary.json"))["runs"]["done"] == 2);
}

TEST_CASE("tamis experiment refuses what it cannot do in a sentence", "[cli][experiment][errors]") {
  const Folder folder;
  const auto refusal = [&](const std::string& text, const std::string& flags = "") {
    const Ran r =
        tamis("experiment " + folder.write("x.toml", text) + " -o " + folder.at("x.results") + " " + flags);
    CHECK(r.out == "");
    return std::to_string(r.code) + " " + r.err;
  };
  CHECK(has(refusal("repeats = 2\n"), "2 tamis: "));
  CHECK(has(refusal(kConfig + "colour = 'red'\n"), "2 tamis: "));
  CHECK(has(
      refusal("[data]\npath = 'nosuch.csv'\ntarget = 'y'\n[evaluate]\n", "--data-dir " + folder.at("here")),
      "here/nosuch.csv"));
  CHECK(has(refusal(kConfig, "--threads 0"), "2 tamis: --threads is less than 1"));
  CHECK(has(refusal(kConfig, "--set repeats"), "--set repeats: expected KEY=VALUE"));
  CHECK(tamis("experiment").code == 2);
  const Ran of_folder = tamis("experiment " + folder.at(""));
  CHECK(of_folder.code == 2);
  CHECK(has(of_folder.err, "is a folder"));
  CHECK(!fs::exists(folder.at("x.results")));  // what is refused leaves nothing behind
}

}  // namespace experiment_test
