#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

namespace {

/// Starts the program with a pipe that nobody writes to among its arguments, and sends it one signal when it
/// waits there.
/// \return how it ended; SIGKILL: not within ten seconds.
int ended_by(const Folder& folder, const std::string& pipe, const std::vector<std::string>& arguments,
             int signal) {
  ::mkfifo(pipe.c_str(), 0600);
  const pid_t child = ::fork();
  if (child == 0) {
    std::freopen(folder.at("out").c_str(), "w", stdout);
    std::freopen(folder.at("err").c_str(), "w", stderr);
    std::string program = "tamis";
    std::vector<char*> argv{program.data()};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv(TAMIS_PROGRAM, argv.data());
    ::_exit(127);
  }
  int status = 0;
  int writer = -1;  // opens when there is a reader
  for (int i = 0; i < 1000 && writer < 0 && ::waitpid(child, &status, WNOHANG) == 0; ++i) {
    writer = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ::kill(child, signal);
  bool ended = false;
  for (int i = 0; i < 1000 && !ended; ++i) {
    ended = ::waitpid(child, &status, WNOHANG) != 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (!ended) ::kill(child, SIGKILL), ::waitpid(child, &status, 0);
  if (writer >= 0) ::close(writer);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
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
