#include "process.hpp"

#include "process_team.hpp"
#include "terminal.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

namespace tamis::cli {

framework::Team* team = nullptr;

namespace {

/// Of it, every run is tried with so much (tests/cli/memory_limits.sh); less ends in a crash somewhere.
constexpr rlim_t kLeastStack = 64 << 10;

void refuse_small_stack() {
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kLeastStack) return;
  say_error("the stack is limited to less than 64 kB; raise the limit (ulimit -s 64, or more)");
  ::_exit(kOther);
}

}  // namespace

void prepare_process() {
  refuse_small_stack();
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(standard, F_GETFD) != -1 || errno != EBADF) continue;
    // the wrong way round: whoever reads or writes a closed one gets an error; it takes the lowest number
    (void)!::open("/dev/null", standard == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

namespace {
bool believes_in_terminals = true;
}  // namespace

bool is_terminal(int stream) { return believes_in_terminals && ::isatty(stream) != 0; }

void believe_in_no_terminal() { believes_in_terminals = false; }

void end_without_reader() {
  std::signal(SIGPIPE, SIG_DFL);
  ::raise(SIGPIPE);
  ::_exit(128 + SIGPIPE);  // where the signal is blocked
}

}  // namespace tamis::cli
