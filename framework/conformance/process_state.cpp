#include "process_state.hpp"

#include <tamis/errors.hpp>

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace tamis::framework::conformance {
namespace {

namespace fs = std::filesystem;

void flush_everything() {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
}

}  // namespace

std::vector<std::string> open_files() {
  std::vector<std::string> files;
  for (const auto& file : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the iterator's own is closed behind it
    const fs::path target = fs::read_symlink(file, gone);
    if (!gone && target.string().find("/proc/") != 0)
      files.push_back(fmt::format("{} ({})", file.path().filename().string(), target.string()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> threads() {
  std::vector<std::string> threads;
  for (const auto& thread : fs::directory_iterator("/proc/self/task"))
    threads.push_back(thread.path().filename().string());
  std::sort(threads.begin(), threads.end());
  return threads;
}

std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable && *variable; ++variable) variables.emplace_back(*variable);
  std::sort(variables.begin(), variables.end());
  return variables;
}

std::string locale() { return std::setlocale(LC_ALL, nullptr); }
std::string working_directory() { return fs::current_path().string(); }

unsigned file_mode_mask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

std::vector<struct sigaction> signal_handlers() {
  std::vector<struct sigaction> handlers(NSIG);
  for (int signal = 1; signal < NSIG; ++signal)
    ::sigaction(signal, nullptr, &handlers[static_cast<std::size_t>(signal)]);
  return handlers;
}

std::vector<int> blocked_signals() {
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  std::vector<int> blocked;
  for (int signal = 1; signal < NSIG; ++signal)
    if (sigismember(&mask, signal) == 1) blocked.push_back(signal);
  return blocked;
}

std::vector<int> processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  ::sched_getaffinity(0, sizeof set, &set);
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) processors.push_back(cpu);
  return processors;
}

std::vector<rlimit> resource_limits() {
  std::vector<rlimit> limits(RLIM_NLIMITS);
  for (std::size_t i = 0; i < limits.size(); ++i) ::getrlimit(static_cast<__rlimit_resource>(i), &limits[i]);
  return limits;
}

std::vector<std::string> timers() {
  constexpr std::pair<__itimer_which, const char*> kClocks[] = {
      {ITIMER_REAL, "of real time (alarm, setitimer)"},
      {ITIMER_VIRTUAL, "of its own time (setitimer)"},
      {ITIMER_PROF, "of profiling (setitimer)"}};
  std::vector<std::string> set;
  for (const auto& [clock, name] : kClocks) {
    itimerval left{};
    if (::getitimer(clock, &left) == 0 && (left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0))
      set.emplace_back(name);
  }
  std::ifstream made("/proc/self/timers");  // by timer_create
  for (std::string line; std::getline(made, line);)
    if (line.starts_with("ID:")) set.push_back("number" + line.substr(line.find(' ')) + " (timer_create)");
  std::sort(set.begin(), set.end());
  return set;
}

std::string thread_name() {
  char name[16] = "";
  ::pthread_getname_np(::pthread_self(), name, sizeof name);
  return name;
}

int priority() { return ::getpriority(PRIO_PROCESS, 0); }

std::pair<std::terminate_handler, std::new_handler> last_resorts() {
  return {std::get_terminate(), std::get_new_handler()};
}

std::string floating_point_mode() {
#if defined(__x86_64__)
  constexpr unsigned kFlags = 0x3f;  // of exceptions
  return fmt::format("rounding {}, control register {:#x}", std::fegetround(), _mm_getcsr() & ~kFlags);
#else
  return fmt::format("rounding {}", std::fegetround());
#endif
}

Printed::Printed() {
  flush_everything();
  file_ = ::memfd_create("tamis-printed", MFD_CLOEXEC);
  if (file_ < 0) throw Error(TAMIS_E_OTHER, "no file can be made in memory for what the component prints");
  stdout_ = ::dup(STDOUT_FILENO);
  stderr_ = ::dup(STDERR_FILENO);
  ::dup2(file_, STDOUT_FILENO);
  ::dup2(file_, STDERR_FILENO);
}

Printed::~Printed() {
  flush_everything();
  ::dup2(stdout_, STDOUT_FILENO);
  ::dup2(stderr_, STDERR_FILENO);
  for (const int file : {stdout_, stderr_, file_}) ::close(file);
}

void Printed::forget() const {
  flush_everything();
  if (::ftruncate(file_, 0) != 0) throw Error(TAMIS_E_OTHER, "a file in memory cannot be emptied");
  ::lseek(file_, 0, SEEK_SET);
}

std::string Printed::so_far() const {
  flush_everything();
  std::string text(4096, '\0');
  const ssize_t n = ::pread(file_, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return text;
}

}  // namespace tamis::framework::conformance
