#include <tamis/framework/support/child_process.hpp>

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

/// Written last by a child whose work is done. Where it is missing, the child left before, by exit() say.
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
void become_plain(pid_t parent, int errors) {
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
    for (const int file : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(nowhere, file);
  ::dup2(errors, STDERR_FILENO);
}

/// Reads what has come.
/// \returns whether more can come.
bool read_some(int file, std::string& to) {
  std::array<char, 4096> buffer;
  const ssize_t n = ::read(file, buffer.data(), buffer.size());
  if (n > 0) to.append(buffer.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && errno == EINTR);
}

/// Of what a child complains of, the end is kept.
constexpr std::size_t kComplaint = 16384;  // bytes

/// Both ways from a child to us: its channel, and its stderr.
struct Ways {
  Pipe channel, errors;
  void close_write() {
    channel.close_write();
    errors.close_write();
  }
};

/// Takes in what comes by both ways, so that a child which complains at length is not held up.
class Listener {
 public:
  Listener(const Ways& ways, ChildOutcome& outcome)
      : files_{{{ways.channel.read_end(), POLLIN, 0}, {ways.errors.read_end(), POLLIN, 0}}},
        outcome_(outcome) {}
  /// Whether something came within so long.
  bool listen(int milliseconds) {
    if (::poll(files_.data(), files_.size(), milliseconds) <= 0) return false;
    hear(files_[0], outcome_.output);
    hear(files_[1], outcome_.complained);
    if (std::string& text = outcome_.complained; text.size() > kComplaint)
      text.erase(0, text.size() - kComplaint);
    return true;
  }
  bool channel_is_open() const { return files_[0].fd >= 0; }

 private:
  static void hear(pollfd& file, std::string& to) {
    if (file.fd >= 0 && file.revents != 0 && !read_some(file.fd, to)) file.fd = -1;
  }
  std::array<pollfd, 2> files_;
  ChildOutcome& outcome_;
};

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
ChildOutcome wait_for(pid_t child, Ways& ways, const TimeLimit& limit) {
  ::setpgid(child, child);  // both sides do it: whoever comes first
  ways.close_write();
  constexpr double kForEver = 1e7;  // seconds; a clock must not overflow
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(std::min(limit.seconds, kForEver)));
  ChildOutcome outcome;
  Listener listener(ways, outcome);
  const auto may_wait = [&] {
    outcome.interrupted = limit.interrupted && limit.interrupted->load();
    return !outcome.interrupted && Clock::now() < deadline;
  };
  constexpr int kSlice = 20;  // milliseconds after which an interruption is seen
  // a process that the child has left behind may keep the pipe open: the last byte is enough
  while (listener.channel_is_open() && !outcome.output.ends_with(kDone) && may_wait())
    listener.listen(kSlice);
  int status = 0;
  Reaped reaped = reap(child, status);
  for (; reaped == Reaped::no && may_wait(); reaped = reap(child, status)) listener.listen(1);
  ::kill(-child, SIGKILL);  // what it has started, too
  if (reaped == Reaped::no) ::waitpid(child, nullptr, 0);
  // a process that it has left behind in another group may write for ever: what pipes hold is enough
  constexpr int kReads = 64;
  for (int read = 0; read < kReads && listener.listen(0); ++read) {
  }
  const bool done = outcome.output.ends_with(kDone);
  if (done) outcome.output.pop_back();
  outcome.crashed = reaped == Reaped::yes && WIFSIGNALED(status);
  outcome.timed_out = reaped == Reaped::no && !outcome.interrupted;
  outcome.failure = outcome.interrupted    ? "was interrupted"
                    : reaped == Reaped::no ? fmt::format("did not come to an end within {} s", limit.seconds)
                                           : ending(reaped, status, done);
  return outcome;
}

pid_t fork_or_fail() {
  const pid_t child = ::fork();
  if (child < 0) fail("no child process can be made");
  return child;
}

}  // namespace

void ChildPipe::say(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(file_, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;  // nobody listens any more
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void ChildPipe::finish() const { say({&kDone, 1}); }

ChildOutcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const TimeLimit& limit) {
  // made before the fork: the child of a process with threads may allocate nothing
  std::string name = program.string();
  std::vector<std::string> texts = arguments;
  std::vector<char*> words{name.data()};
  for (std::string& text : texts) words.push_back(text.data());
  words.push_back(nullptr);

  Ways ways;
  const pid_t parent = ::getpid();
  const pid_t child = fork_or_fail();
  if (child == 0) {
    become_plain(parent, ways.errors.write_end());
    if (ways.channel.write_end() == kChannelFile)
      ::fcntl(kChannelFile, F_SETFD, 0);
    else
      ::dup2(ways.channel.write_end(), kChannelFile);
    ::close_range(kChannelFile + 1, ~0u, 0);
    ::execv(name.c_str(), words.data());
    ::_exit(127);
  }
  return wait_for(child, ways, limit);
}

ChildOutcome run_in_child(const std::function<void(const ChildPipe&)>& body, const TimeLimit& limit) {
  Ways ways;
  const pid_t parent = ::getpid();
  const pid_t child = fork_or_fail();
  if (child == 0) {
    become_plain(parent, ways.errors.write_end());
    const ChildPipe channel(ways.channel.write_end());
    [&]() noexcept { body(channel); }();
    channel.finish();
    ::_exit(0);  // no destructor of the host's may run twice
  }
  return wait_for(child, ways, limit);
}

}  // namespace tamis::framework
