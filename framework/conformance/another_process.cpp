#include "another_process.hpp"

#include "component_driver.hpp"
#include "elsewhere.hpp"
#include "verdicts.hpp"

#include <tamis/framework/support/child_process.hpp>

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace tamis::framework::conformance {
namespace {

constexpr char kAnswered = 'A', kRefused = 'R', kFailed = 'F';

/// Variables that libraries look at, and the user's own ones.
void change_environment(const std::string& by) {
  std::vector<std::string> names{
      "HOME", "USER", "LOGNAME", "LANG", "TZ", "PWD", "TMPDIR", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
      "DEBUG"};
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) {
    if (name.starts_with("LD_")) continue;  // of those that run the process itself
    const char* now = std::getenv(name.c_str());
    ::setenv(name.c_str(), now ? (now + by).c_str() : by.c_str(), 1);
  }
}

/// What is allocated or mapped from here on lies elsewhere.
void move_memory(unsigned steps) {
  constexpr std::size_t kOdd = 16 * 31;
  for (unsigned i = 1; i <= 7 * steps; ++i)
    if (void* volatile kept = std::malloc(kOdd * i); !kept) throw std::bad_alloc();
  ::mmap(nullptr, (1 + 2 * steps) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void run_on_one_processor() {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (::sched_getaffinity(0, sizeof all, &all) != 0) return;
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

/// Another table of the same size.
TestTable other_data(const ComponentUnderTest& subject, const TestTable& table) {
  const std::uint64_t seed = subject.seed + 1;
  return table.drawn ? drawn_mixed_table(table.target.kind, seed, *table.drawn)
                     : mixed_table(table.target.kind, seed);
}

/// Something that has worked before, and is still there.
void make_history(const ComponentUnderTest& subject, const TestTable& table) {
  struct Earlier {
    LoadedData data;
    Services services;
    std::unique_ptr<ComponentDriver> driver;
  };
  auto* earlier = new Earlier{data_of(other_data(subject, table), subject.descriptor),
                              Services(subject.seed + 1), drive(subject)};
  try {
    earlier->driver->prepare(earlier->data.view(), earlier->services.runtime());
    earlier->driver->answers();
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): that other data are refused is history too
  }
}

void go_elsewhere(const ComponentUnderTest& subject, const TestTable& table, Surroundings surroundings) {
  const bool third = surroundings == Surroundings::third;
  change_environment(third ? "-3" : "x");
  move_memory(third ? 2 : 1);
  run_on_one_processor();
  subject.registry.component(subject.descriptor.id);  // loads it
  answer_from_elsewhere(subject.registry.at(subject.descriptor.id).file, third ? 3 : 1);
  if (::chdir(third ? "/usr" : "/") != 0) throw Failure("this process cannot go to another folder");
  make_history(subject, table);
}

void answer(const ComponentUnderTest& subject, const TestTable& table, Surroundings surroundings,
            const ChildPipe& channel) {
  const auto say = [&](char how, const std::string& text) { channel.say(how + text); };
  try {
    if (surroundings != Surroundings::own) go_elsewhere(subject, table, surroundings);
    std::string text;
    for (const double x : answers_on(subject, table))
      fmt::format_to(std::back_inserter(text), "{} ", std::bit_cast<std::uint64_t>(x));
    say(kAnswered, text);
  } catch (const DataError& e) {
    say(kRefused, e.what());
  } catch (const ParamError& e) {
    say(kRefused, e.what());
  } catch (const std::exception& e) {
    say(kFailed, e.what());
  }
}

}  // namespace

std::vector<double> answers_of_process(const ComponentUnderTest& subject, const TestTable& table,
                                       Surroundings surroundings) {
  constexpr double kForEver = 1e6;  // seconds: it ends with this process, which has a limit of its own
  const ChildOutcome child = run_in_child(
      [&](const ChildPipe& channel) { answer(subject, table, surroundings, channel); }, kForEver);
  if (!child.finished()) fail("in another process, after other data, it {}", child.failure);
  const std::string text = child.output.empty() ? "" : child.output.substr(1);
  if (child.output.starts_with(kRefused)) throw DataError(text);
  if (!child.output.starts_with(kAnswered)) fail("{}", text);
  std::vector<double> answers;
  std::istringstream in(text);
  for (std::uint64_t bits = 0; in >> bits;) answers.push_back(std::bit_cast<double>(bits));
  return answers;
}

bool same_bits(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace tamis::framework::conformance
