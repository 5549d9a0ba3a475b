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

enum class Reaped { no, yes, by_others };

Reaped reap(pid_t child, int& status) {
  const pid_t reaped = ::waitpid(child, &status, WNOHANG);
  if (reaped == child) return Reaped::yes;
  // the host ignores SIGCHLD, or another thread waits for any child
  return reaped < 0 && errno == ECHILD ? Reaped::by_others : Reaped::no;
}

std::string ending(Reaped reaped, int status, bool done) {
  if (reaped == Reaped::yes && WIFSIGNALED(status))
    return fmt::format("crashed ({})", ::strsignal(WTERMSIG(status)));
  if (done) return "";
  return reaped == Reaped::yes ? fmt::format("ended the process (exit code {})", WEXITSTATUS(status))
                               : "ended the process";
}

/// Hears what the child has to say, and buries it.
ChildOutcome wait_for(pid_t child, Pipe& pipe, const Patience& patience) {
  ::setpgid(child, child);  // both sides do it: whoever comes first
  pipe.close_write();
  constexpr double kForEver = 1e7;  // seconds; a clock must not overflow
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(std::min(patience.seconds, kForEver)));
  ChildOutcome outcome;
  const auto may_wait = [&] {
    outcome.interrupted = patience.interrupted && patience.interrupted->load();
    return !outcome.interrupted && Clock::now() < deadline;
  };
  constexpr int kSlice = 20;  // milliseconds after which an interruption is seen
  // a process that the child has left behind may keep the pipe open: the last byte is enough
  for (bool open = true; open && !outcome.said.ends_with(kDone) && may_wait();)
    if (can_read(pipe.read_end(), kSlice)) open = read_some(pipe.read_end(), outcome.said);
  int status = 0;
  Reaped reaped = reap(child, status);
  for (; reaped == Reaped::no && may_wait(); reaped = reap(child, status)) ::poll(nullptr, 0, 1);
  ::kill(-child, SIGKILL);  // what it has started, too
  if (reaped == Reaped::no) ::waitpid(child, nullptr, 0);
  while (can_read(pipe.read_end(), 0) && read_some(pipe.read_end(), outcome.said)) {
  }
  const bool done = outcome.said.ends_with(kDone);
  if (done) outcome.said.pop_back();
  outcome.crashed = reaped == Reaped::yes && WIFSIGNALED(status);
  outcome.ended = outcome.interrupted    ? "was interrupted"
                  : reaped == Reaped::no ? fmt::format("did not come to an end within {} s", patience.seconds)
                                         : ending(reaped, status, done);
  return outcome;
}

pid_t fork_or_fail() {
  const pid_t child = ::fork();
  if (child < 0) fail("no child process can be made");
  return child;
}

}  // namespace

void Channel::say(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(file_, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;  // nobody listens any more
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void Channel::finish() const { say({&kDone, 1}); }

ChildOutcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const Patience& patience) {
  // made before the fork: the child of a process with threads may allocate nothing
  std::string name = program.string();
  std::vector<std::string> texts = arguments;
  std::vector<char*> words{name.data()};
  for (std::string& text : texts) words.push_back(text.data());
  words.push_back(nullptr);

  Pipe pipe;
  const pid_t parent = ::getpid();
  const pid_t child = fork_or_fail();
  if (child == 0) {
    become_plain(parent);
    if (pipe.write_end() == kChannelFile)
      ::fcntl(kChannelFile, F_SETFD, 0);
    else
      ::dup2(pipe.write_end(), kChannelFile);
    ::close_range(kChannelFile + 1, ~0u, 0);
    ::execv(name.c_str(), words.data());
    ::_exit(127);
  }
  return wait_for(child, pipe, patience);
}

ChildOutcome run_in_child(const std::function<void(const Channel&)>& body, const Patience& patience) {
  Pipe pipe;
  const pid_t parent = ::getpid();
  const pid_t child = fork_or_fail();
  if (child == 0) {
    become_plain(parent);
    const Channel channel(pipe.write_end());
    [&]() noexcept { body(channel); }();
    channel.finish();
    ::_exit(0);  // no destructor of the host's may run twice
  }
  return wait_for(child, pipe, patience);
}

}  // namespace tamis::framework
