#include <tamis/framework/support/child_process.hpp>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

using tamis::framework::ChildPipe;
using tamis::framework::run_in_child;
using tamis::framework::run_program;

namespace {

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0; }

}  // namespace

TEST_CASE("a child's words come back, long ones too, and nothing is left running", "[child_process]") {
  const std::string text(300000, 'x');
  const auto outcome = run_in_child([&](const ChildPipe& channel) { channel.say(text); }, 20);
  CHECK(outcome.finished());
  CHECK(outcome.output == text);
  CHECK_FALSE(has_children());
}

TEST_CASE("a child that crashes is named by its signal, with what it had said before", "[child_process]") {
  const auto outcome = run_in_child(
      [](const ChildPipe& channel) {
        channel.say("until here");
        std::raise(SIGSEGV);
      },
      20);
  CHECK(outcome.output == "until here");
  // a sanitizer turns the signal into an exit code
  CHECK((outcome.failure == "crashed (Segmentation fault)" ||
         outcome.failure == "ended the process (exit code 1)"));
}

TEST_CASE("an exception that leaves the child's body is a crash of the child", "[child_process]") {
  CHECK(run_in_child([](const ChildPipe&) { throw 1; }, 20).failure == "crashed (Aborted)");
}

TEST_CASE("a child that leaves by exit has not come to its end", "[child_process]") {
  CHECK(run_in_child([](const ChildPipe&) { ::_exit(0); }, 20).failure == "ended the process (exit code 0)");
  CHECK(run_in_child([](const ChildPipe&) { ::_exit(3); }, 20).failure == "ended the process (exit code 3)");
}

TEST_CASE("a child that hangs is killed and reaped at its deadline", "[child_process]") {
  const double took = seconds_of([] {
    const auto outcome =
        run_in_child([](const ChildPipe&) { std::this_thread::sleep_for(std::chrono::hours(1)); }, 0.2);
    CHECK(outcome.failure == "did not come to an end within 0.2 s");
  });
  CHECK(took < 10);
  CHECK_FALSE(has_children());
}

TEST_CASE("a grandchild that keeps the channel open does not make us wait for it", "[child_process]") {
  const double took = seconds_of([] {
    const auto outcome = run_in_child(
        [](const ChildPipe&) {
          if (::fork() == 0) ::sleep(3600);
        },
        1);
    CHECK(outcome.finished());
  });
  CHECK(took < 10);
}

TEST_CASE("a child that closes the channel and hangs is killed all the same", "[child_process]") {
  const auto outcome = run_in_child(
      [](const ChildPipe&) {
        for (int file = 3; file < 64; ++file) ::close(file);
        ::sleep(3600);
      },
      0.2);
  CHECK(outcome.failure == "did not come to an end within 0.2 s");
}

TEST_CASE("a child prints nothing, and the host's signal handlers are not its own", "[child_process]") {
  std::signal(SIGABRT, [](int) { ::_exit(77); });
  const auto outcome = run_in_child(
      [](const ChildPipe&) {
        std::puts("not to be seen");
        std::raise(SIGABRT);
      },
      20);
  std::signal(SIGABRT, SIG_DFL);
  CHECK(outcome.failure == "crashed (Aborted)");
}

TEST_CASE("of what a child writes to stderr the end is kept, however long it is", "[child_process]") {
  const auto child = run_in_child(
      [](const ChildPipe& channel) {
        for (int line = 0; line < 10'000; ++line) std::fprintf(stderr, "line %d\n", line);
        channel.say("done");
      },
      20);
  CHECK(child.finished());
  CHECK(child.output == "done");
  CHECK(child.complained.size() == 16384);
  CHECK_THAT(child.complained, Catch::EndsWith("line 9998\nline 9999\n"));
}

TEST_CASE("a program finds its channel at a known place and none of our files", "[child_process]") {
  const int ours = ::fcntl(STDOUT_FILENO, F_DUPFD, 10);  // not closed by exec
  REQUIRE(ours >= 10);
  const auto outcome =
      run_program("/bin/sh", {"-c", "ls /proc/self/fd | tr '\\n' ' ' >&3; printf '\\0' >&3"}, 20);
  ::close(ours);
  CHECK(outcome.finished());
  CHECK((outcome.output == "0 1 2 3 4 " || outcome.output == "0 1 2 3 "));  // ls itself opens the folder
}

TEST_CASE("a program that is not there, or does not finish, is said so", "[child_process][errors]") {
  CHECK(run_program("/no/such/program", {}, 20).failure == "ended the process (exit code 127)");
  CHECK(run_program("/bin/sh", {"-c", "exit 3"}, 20).failure == "ended the process (exit code 3)");
  CHECK(run_program("/bin/sh", {"-c", "kill -SEGV $$"}, 20).failure == "crashed (Segmentation fault)");
}

TEST_CASE("an interruption kills the child at once", "[child_process]") {
  const std::atomic<bool> interrupted{true};
  const double took = seconds_of([&] {
    const auto outcome = run_in_child([](const ChildPipe&) { ::sleep(3600); }, {3600, &interrupted});
    CHECK(outcome.interrupted);
    CHECK(outcome.failure == "was interrupted");
  });
  CHECK(took < 10);
  CHECK_FALSE(has_children());
}

TEST_CASE("a child that others have reaped is not taken for one that crashed", "[child_process]") {
  std::signal(SIGCHLD, SIG_IGN);
  const auto fine = run_in_child([](const ChildPipe& channel) { channel.say("done"); }, 20);
  const auto left = run_in_child([](const ChildPipe&) { ::_exit(0); }, 20);
  std::signal(SIGCHLD, SIG_DFL);
  CHECK(fine.finished());
  CHECK(fine.output == "done");
  CHECK(left.failure == "ended the process");
}
