#include <tamis/framework/process/child_process.hpp>

#include <tamis/errors.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace tamis::framework {
namespace {

using Clock = std::chrono::steady_clock;

/// The last byte of a child that came to its end: one that leaves by exit() did not.
constexpr char kDone = '\0';

[[noreturn]] void fail(const char* what) {
  throw Error(TAMIS_E_OTHER,
              fmt::format("{}: {}; close some programs and try again", what, std::strerror(errno)));
}

class Pipe {
 public:
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe can be made to a child process");
    read_ = ends[0], write_ = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    ::close(read_);
    close_write();
  }
  void close_write() {
    if (write_ >= 0) ::close(write_);
    write_ = -1;
  }
  int read_end() const { return read_; }
  int write_end() const { return write_; }

 private:
  int read_ = -1, write_ = -1;
};

/// The child is to look like a program that has just begun, whatever the host has set up.
void become_plain(pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (const int nowhere = ::open("/dev/null", O_RDWR); nowhere >= 0)
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, file);
}

/// Reads what has come. \returns whether more can come.
bool read_some(int file, std::string& to) {
  std::array<char, 4096> buffer;
  const ssize_t n = ::read(file, buffer.data(), buffer.size());
  if (n > 0) to.append(buffer.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && errno == EINTR);
}

bool can_read(int file, int milliseconds) {
  pollfd waiting{file, POLLIN, 0};
  return ::poll(&waiting, 1, milliseconds) > 0;
}

/// \returns the status that waitpid gives, or nothing where the deadline passed first.
bool reap_until(pid_t child, Clock::time_point deadline, int& status) {
  for (;;) {
    const pid_t reaped = ::waitpid(child, &status, WNOHANG);
    if (reaped == child || (reaped < 0 && errno == ECHILD)) return true;
    if (Clock::now() >= deadline) return false;
    ::poll(nullptr, 0, 1);
  }
}

std::string ending(int status, bool done, double seconds, bool in_time) {
  if (!in_time) return fmt::format("did not come to an end within {} s", seconds);
  if (WIFSIGNALED(status)) return fmt::format("crashed ({})", ::strsignal(WTERMSIG(status)));
  return done ? "" : fmt::format("ended the process (exit code {})", WEXITSTATUS(status));
}

}  // namespace

void Channel::say(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(file_, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;  // nobody listens any more
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

ChildOutcome run_in_child(const std::function<void(const Channel&)>& body, double seconds) {
  Pipe pipe;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) fail("no child process can be made");
  if (child == 0) {
    become_plain(parent);
    const Channel channel(pipe.write_end());
    [&]() noexcept { body(channel); }();
    channel.say({&kDone, 1});
    ::_exit(0);  // no destructor of the host's may run twice
  }

  ::setpgid(child, child);  // both sides do it: whoever comes first
  pipe.close_write();
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  ChildOutcome outcome;
  // a process that the child has left behind may keep the pipe open: the last byte is enough
  for (bool open = true; open && !outcome.said.ends_with(kDone) && Clock::now() < deadline;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (can_read(pipe.read_end(), static_cast<int>(std::clamp<long>(left, 1, 1000))))
      open = read_some(pipe.read_end(), outcome.said);
  }
  int status = 0;
  const bool in_time = reap_until(child, deadline, status);
  ::kill(-child, SIGKILL);  // what it has started, too
  if (!in_time) ::waitpid(child, &status, 0);
  while (can_read(pipe.read_end(), 0) && read_some(pipe.read_end(), outcome.said)) {
  }
  const bool done = outcome.said.ends_with(kDone);
  if (done) outcome.said.pop_back();
  outcome.ended = ending(status, done, seconds, in_time);
  return outcome;
}

}  // namespace tamis::framework
