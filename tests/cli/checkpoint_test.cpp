// Runs that are killed, stopped and gone on with: --checkpoint, --archive, signals.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <functional>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

namespace checkpoint_test {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Starts the program, sends it a signal when `wait` returns, and waits for its end.
struct Signalled {
  int status = 0;
  double seconds = 0;  ///< from the signal to the end

  Signalled(const std::string& arguments, int signal, const std::function<void()>& wait,
            const std::string& err = "/dev/null") {
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
      std::vector<std::string> words = words_of(arguments);
      std::string program = "tamis";
      std::vector<char*> argv{program.data()};
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      ::execv(TAMIS_PROGRAM, argv.data());
      ::_exit(127);
    }
    wait();
    const auto sent = Clock::now();
    ::kill(child, signal);
    ::waitpid(child, &status, 0);
    seconds = Seconds(Clock::now() - sent).count();
  }
  int code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }
};

const std::string kOnSonar = " " + kSonar + " -t class -q ";

/// The five kinds of walks, each of some tenths of a second.
const std::string kWalks[] = {
    "select" + kOnSonar + "-c ksg_mi -s forward -k 8",
    "select" + kOnSonar + "-c knn_error -s floating_forward -k 10",
    "select" + kOnSonar + "-c lnt_mi -s backward -k 30",
    "rank" + kOnSonar + "-c markov_blanket",
    "select" + kOnSonar + "-c knn_error -s exhaustive -k 2",
};

/// Kills the run at `kills` moments of the time that it takes, then lets it go on to its end.
void kill_and_go_on(const std::string& walk, int kills, std::mt19937& random) {
  const Folder folder;
  const auto files = [&](const std::string& name) {
    return " -o " + folder.at(name + ".json") + " --archive " + folder.at(name + ".csv");
  };
  const auto start = Clock::now();
  const Ran whole = tamis(walk + files("whole"));
  const Seconds needed = Clock::now() - start;
  INFO(walk << "\n" << whole.err);
  REQUIRE(whole.code == 0);
  const std::string command = walk + files("killed") + " --checkpoint " + folder.at("run.checkpoint");
  std::uniform_real_distribution<> share(0, 1);
  for (int kill = 0; kill < kills; ++kill)
    Signalled(command, SIGKILL, [&] { std::this_thread::sleep_for(share(random) * needed); });
  const Ran last = tamis(command);
  INFO(last.err);
  REQUIRE(last.code == 0);
  CHECK(folder.read("killed.json") == folder.read("whole.json"));
  CHECK(folder.read("killed.csv") == folder.read("whole.csv"));
}

}  // namespace

TEST_CASE("a run that is killed at any moment goes on to the same bytes", "[cli][checkpoint]") {
  std::mt19937 random(1);
  for (const std::string& walk : kWalks) kill_and_go_on(walk, 3, random);
}

TEST_CASE("runs go on to the same bytes after a hundred kills", "[.nightly][checkpoint]") {
  std::mt19937 random(2);
  for (const std::string& walk : kWalks)
    for (int round = 0; round < 5; ++round) kill_and_go_on(walk, 4, random);
}

TEST_CASE("Ctrl-C and SIGTERM stop a run, and the same command goes on", "[cli][checkpoint][signals]") {
  const Folder folder;
  const std::string walk = "select" + kOnSonar + "-c knn_error -s exhaustive -k 3";
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const std::string command = walk + " -o " + folder.at("stopped.json") + " --archive " +
                                folder.at("stopped.csv") + " --checkpoint " + folder.at("run.checkpoint");
    const auto kept = [&] { return folder.read("run.checkpoint").size(); };
    const auto until_more_is_kept = [&, before = kept(), start = Clock::now()] {
      while (kept() < before + 1000 && Clock::now() - start < Seconds(60))
        std::this_thread::sleep_for(Seconds(0.01));
    };
    const Signalled stopped(command, signal, until_more_is_kept, folder.at("err"));
    INFO(folder.read("err"));
    CHECK(stopped.code() == code);
    CHECK(stopped.seconds < 10);
    CHECK(has(folder.read("err"), "stopped by the user"));
    CHECK(has(folder.read("stopped.csv"), "call,subset,move,feature,score,reason\n1,"));
    CHECK(kept() > 1000);
  }
}

TEST_CASE("an archive holds every score: of what, from where, why", "[cli][checkpoint]") {
  const Folder folder;
  const std::string table = folder.write("names.csv",
                                         "a;b,\"c,d\",flat,y\n1,5,1,u\n2,4,1,u\n3,5,1,v\n4,7,1,v\n"
                                         "5,5,1,v\n6,2,1,u\n");
  const Ran r = tamis("select " + table + " -t y -c mi -s forward -k 2 --archive " + folder.at("a.csv"));
  INFO(r.err);
  REQUIRE(r.code == 0);
  CHECK(has(r.err, "every score written to "));
  const std::string rows = folder.read("a.csv");
  CHECK(has(rows, "call,subset,move,feature,score,reason\n1,,add,\"a;b\","));
  CHECK(has(rows, "\n1,,add,\"c,d\","));
  CHECK((has(rows, "\n2,\"\"\"a;b\"\"\",add,") || has(rows, "\n2,\"\"\"c,d\"\"\",add,")));
  // the same file again is ours to replace; another one is not
  CHECK(tamis("select " + table + " -t y -c mi -s forward -k 2 --archive " + folder.at("a.csv")).code == 0);
  CHECK(folder.read("a.csv") == rows);
  const std::string mine = folder.write("mine.csv", "a,b\n1,2\n");
  const Ran refused = tamis("select " + table + " -t y -k 1 --archive " + mine);
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "--archive"));
  CHECK(folder.read("mine.csv") == "a,b\n1,2\n");
}

TEST_CASE("a checkpoint says what is done with it", "[cli][checkpoint]") {
  const Folder folder;
  const std::string command = "select " + kSonar + " -t class -k 3 -s forward -c mi --checkpoint ";
  const std::string file = folder.at("run.checkpoint");
  const Ran first = tamis(command + file);
  REQUIRE(first.code == 0);
  CHECK_FALSE(has(first.err, "run.checkpoint"));
  const Ran again = tamis(command + file);
  CHECK(has(again.err, "run.checkpoint holds of an earlier run is not computed again"));
  CHECK(again.out == first.out);
  const Ran other = tamis(command + file + " --seed 5 --set data.sample=100");
  CHECK(other.code == 0);
  CHECK(has(other.err, "nothing in " + file + " was of this run"));
  for (const std::string text : {"my diary", "tamis checkpoint 2\nof a later version"})
    for (const std::string force : {"", " --force"}) {  // no flag would help, and none is named
      const Ran foreign = tamis(command + folder.write("mine", text) + force);
      CHECK(foreign.code == 3);
      CHECK(
          has(foreign.err, "is no checkpoint of this version of tamis, and was left as it is; name another"));
      CHECK_FALSE(has(foreign.err, "--force"));
      CHECK(folder.read("mine") == text);
    }
  const Ran result = tamis(command + folder.at("r.json") + " -o " + folder.at("r.json"));
  CHECK(result.code == 2);
  CHECK(has(result.err, "are one file"));
}

TEST_CASE("a run that lasts less than a minute leaves nothing beside its result", "[cli][checkpoint]") {
  const Folder folder;
  REQUIRE(tamis("rank " + kSonar + " -t class -o " + folder.at("r.json")).code == 0);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder.at(""))) files += entry.is_regular_file();
  CHECK(files == 1);
}

}  // namespace checkpoint_test
