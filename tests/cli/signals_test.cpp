#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>
#include <vector>

namespace signals_test {
namespace {

pid_t started(const Folder& folder, const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  std::freopen(folder.at("out").c_str(), "w", stdout);
  std::freopen(folder.at("err").c_str(), "w", stderr);
  std::string program = "tamis";
  std::vector<char*> argv{program.data()};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(TAMIS_PROGRAM, argv.data());
  ::_exit(127);
}

/// \return how it ended; SIGKILL: not within ten seconds.
int ended_by(pid_t child, int signal) {
  ::kill(child, signal);
  int status = 0;
  bool ended = false;
  for (int i = 0; i < 1000 && !ended; ++i) {
    ended = ::waitpid(child, &status, WNOHANG) != 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (!ended) ::kill(child, SIGKILL), ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

/// Starts the program with a pipe that nobody writes to among its arguments, and sends it one signal when it
/// waits there.
int ended_by(const Folder& folder, const std::string& pipe, const std::vector<std::string>& arguments,
             int signal) {
  ::mkfifo(pipe.c_str(), 0600);
  const pid_t child = started(folder, arguments);
  int writer = -1;  // opens when there is a reader
  for (int i = 0; i < 1000 && writer < 0; ++i) {
    writer = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const int how = ended_by(child, signal);
  if (writer >= 0) ::close(writer);
  return how;
}

/// The state of a process and the time that it has worked.
std::string work_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string word, work;
  for (int k = 1; k <= 15 && file >> word; ++k)
    if (k == 3 || k >= 14) work += word + ' ';
  return work;
}

/// The same with a pipe that nobody reads.
int ended_without_reader(const Folder& folder, const std::string& pipe,
                         const std::vector<std::string>& arguments, int signal) {
  ::mkfifo(pipe.c_str(), 0600);
  const pid_t child = started(folder, arguments);
  std::string before;
  for (int i = 0, still = 0; i < 3000 && still < 60; ++i) {
    const std::string work = work_of(child);
    still = work.starts_with('S') && work == before ? still + 1 : 0;
    before = work;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return ended_by(child, signal);
}

}  // namespace

TEST_CASE("the first signal ends a run that waits for its data, its config or a result", "[cli][signals]") {
  const Folder folder;
  const std::string pipe = folder.at("pipe"), config = folder.at("pipe.toml");
  for (const int signal : {SIGINT, SIGTERM}) {
    CHECK(ended_by(folder, pipe, {"rank", pipe, "-t", "y"}, signal) == signal);
    CHECK(ended_by(folder, pipe, {"rank", kIris, "-t", "class", "--target-path", pipe}, signal) == signal);
    CHECK(ended_by(folder, pipe, {"noise", kIris, "-t", "class", "--selected", pipe}, signal) == signal);
    CHECK(ended_by(folder, pipe, {"select", "--locked", pipe}, signal) == signal);
    CHECK(ended_by(folder, config, {"select", config}, signal) == signal);
    CHECK(ended_by(folder, config, {"experiment", config}, signal) == signal);
  }
}

TEST_CASE("the first signal ends a run whose criterion waits for a file", "[cli][signals]") {
  const Folder folder;
  const std::string pipe = folder.at("pipe");
  CHECK(ended_by(folder, pipe,
                 {"rank", kIris, "-t", "class", "-c", "markov_blanket", "--discretise", "quantile", "--set",
                  "criterion.divergence.use=wasserstein_exact", "--set",
                  "criterion.divergence.ground.use=class_matrix", "--set",
                  "criterion.divergence.ground.path=" + pipe},
                 SIGTERM) == SIGTERM);
}

TEST_CASE("the first signal ends a run that waits for who reads what it wrote", "[cli][signals]") {
  const Folder folder;
  const std::string pipe = folder.at("pipe");
  for (const std::string flag : {"-o", "--report", "--archive"}) {
    INFO(flag);
    CHECK(ended_without_reader(folder, pipe, {"rank", kIris, "-t", "class", flag, pipe}, SIGTERM) == SIGTERM);
  }
}

}  // namespace signals_test
