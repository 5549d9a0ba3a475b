#include "elsewhere.hpp"

#include "redirected_calls.hpp"

#include <sys/sysinfo.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <thread>

namespace tamis::framework::conformance {
namespace {

// of this process: it runs one test
int away = 0;

/// An odd number of seconds, which is none of minutes, hours or days either.
std::int64_t shift() { return std::int64_t{12'345'679} * away; }

std::time_t other_time(std::time_t* out) {
  const std::time_t now = std::time(nullptr) + shift();
  if (out) *out = now;
  return now;
}
int other_clock_gettime(clockid_t clock, timespec* out) {
  const int code = ::clock_gettime(clock, out);
  if (code == 0) out->tv_sec += shift();
  return code;
}
int other_gettimeofday(timeval* out, void*) {
  const int code = ::gettimeofday(out, nullptr);
  if (code == 0) out->tv_sec += shift();
  return code;
}
std::chrono::system_clock::time_point other_system_now() {
  return std::chrono::system_clock::now() + std::chrono::seconds(shift());
}
std::chrono::steady_clock::time_point other_steady_now() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(shift());
}
long other_sysconf(int name) {
  const long value = ::sysconf(name);
  return name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? value + away : value;
}
int other_get_nprocs() { return ::get_nprocs() + away; }
unsigned other_concurrency() { return std::thread::hardware_concurrency() + static_cast<unsigned>(away); }
int other_gethostname(char* name, std::size_t size) {
  std::strncpy(name, away == 1 ? "elsewhere" : "far-away", size);
  return 0;
}

const Answers kAnswers{{"time", address(other_time)},
                       {"clock_gettime", address(other_clock_gettime)},
                       {"gettimeofday", address(other_gettimeofday)},
                       {"_ZNSt6chrono3_V212system_clock3nowEv", address(other_system_now)},
                       {"_ZNSt6chrono3_V212steady_clock3nowEv", address(other_steady_now)},
                       {"sysconf", address(other_sysconf)},
                       {"get_nprocs", address(other_get_nprocs)},
                       {"_ZNSt6thread20hardware_concurrencyEv", address(other_concurrency)},
                       {"gethostname", address(other_gethostname)}};

}  // namespace

void answer_from_elsewhere(const std::filesystem::path& file, int steps) {
  away = steps;
  redirect_calls(file, kAnswers);
}

}  // namespace tamis::framework::conformance
