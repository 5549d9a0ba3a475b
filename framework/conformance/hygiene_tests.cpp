/// Level 3: the component leaves alone what is not its own.
#include "component_driver.hpp"
#include "process_state.hpp"
#include "read_only_dataset.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/framework/support/text.hpp>

#include <dlfcn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <locale>

namespace tamis::framework::conformance {
namespace {

/// Loads the library and has a component do everything that it can.
void use(const ComponentUnderTest& subject) {
  for (const TestTable& table : tables_for(subject, subject.seed)) answers_on(subject, table);
}

/// The same, with whatever the kernel itself sets up already there.
template <class Look>
auto before_and_after(const ComponentUnderTest& subject, Look look) {
  data_of(tables_for(subject, subject.seed).front(), subject.descriptor);
  const auto before = look();
  use(subject);
  return std::pair(before, look());
}

std::vector<std::string> added(const std::vector<std::string>& before,
                               const std::vector<std::string>& after) {
  std::vector<std::string> added;
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(added));
  return added;
}

/// A call that changes it is an error at once, so what is left is the loading.
void keeps_floating_point_mode(const ComponentUnderTest& subject) {
  const std::string before = floating_point_mode();
  // the kernel's loader puts it back, so the file is opened here without it
  if (const std::string file = subject.registry.at(subject.descriptor.id).file;
      !::dlopen(file.c_str(), RTLD_NOW))
    fail("it does not load: {}", ::dlerror());
  if (const std::string loaded = floating_point_mode(); loaded != before)
    fail("loading it changes the floating-point mode from {} to {}; link it without -ffast-math and -Ofast",
         before, loaded);
}

void keeps_locale(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, locale);
  if (before != after)
    fail("it changed the locale from {} to {}, and with it how the whole program reads numbers", before,
         after);
}

void keeps_locale_of_streams(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, [] { return std::locale(); });
  if (before != after)
    fail(
        "it made the locale \"{}\" the global one of C++, in place of \"{}\": streams of the whole program "
        "write numbers by it; imbue() a stream of your own",
        after.name(), before.name());
}

void keeps_working_directory(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, working_directory);
  if (before != after) fail("it changed the working directory to {}; use absolute paths", after);
}

void keeps_environment(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, environment);
  if (before == after) return;
  std::vector<std::string> names;
  for (const auto& changed : {added(before, after), added(after, before)})
    for (const std::string& variable : changed) names.push_back(variable.substr(0, variable.find('=')));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  fail("it changed the environment: {}; options are the way to configure a component", listed(names));
}

void keeps_signal_handlers(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, signal_handlers);
  for (std::size_t signal = 1; signal < before.size(); ++signal)
    if (before[signal].sa_sigaction != after[signal].sa_sigaction)
      fail("it handles the signal \"{}\", which belongs to the host", ::strsignal(static_cast<int>(signal)));
}

void keeps_signal_mask(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, blocked_signals);
  if (before == after) return;
  const bool blocks = after.size() > before.size();
  std::vector<int> changed;
  std::ranges::set_symmetric_difference(before, after, std::back_inserter(changed));
  fail("it {} the signal \"{}\"{}, which belongs to the host", blocks ? "blocks" : "lets through",
       ::strsignal(changed.front()),
       changed.size() > 1 ? fmt::format(" and {} more", changed.size() - 1) : std::string());
}

void keeps_last_resorts(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, last_resorts);
  if (before.first != after.first) fail("it sets the terminate handler, which belongs to the host");
  if (before.second != after.second)
    fail("it sets the new handler, which belongs to the host; catch std::bad_alloc where memory may run out");
}

void keeps_processors(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, processors);
  if (before != after)
    fail("its caller may run on {} afterwards, and on {} before; the scheduler places threads",
         counted(after.size(), "processor"), counted(before.size(), "processor"));
}

void keeps_priority(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, priority);
  if (before != after) fail("it changed the priority (nice) of the process from {} to {}", before, after);
}

void keeps_resource_limits(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, resource_limits);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].rlim_cur != after[i].rlim_cur || before[i].rlim_max != after[i].rlim_max)
      fail("it changed resource limit number {} of the process (setrlimit) from {} to {}", i,
           before[i].rlim_cur, after[i].rlim_cur);
}

void leaves_rand_alone(const ComponentUnderTest& subject) {
  constexpr unsigned kSeed = 42;
  std::srand(kSeed);
  const int next = std::rand();
  std::srand(kSeed);
  use(subject);
  if (std::rand() != next)
    fail("it calls rand() or srand(), whose sequence is the host's; draw from stream() of tamis/rng.hpp");
}

void keeps_file_mode_mask(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, file_mode_mask);
  if (before != after)
    fail(
        "it changed the file mode mask (umask) from {:03o} to {:03o}: files of the host would get other "
        "rights",
        before, after);
}

void leaves_no_file_open(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, open_files);
  if (const auto left = added(before, after); !left.empty())
    fail("it left open: {}; files are read through Runtime::read_cells", listed(left));
}

void closes_no_file(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, open_files);
  if (const auto closed = added(after, before); !closed.empty())
    fail("it closed what it did not open: {}", listed(closed));
}

void leaves_no_process(const ComponentUnderTest& subject) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // also what its children leave behind is ours
  use(subject);
  const pid_t left = ::waitpid(-1, nullptr, WNOHANG);
  if (left == 0) fail("it left a child process running; use Runtime::parallel_for");
  if (left > 0)
    fail("it left a child process that has ended and waits to be reaped; use Runtime::parallel_for");
}

void leaves_no_thread(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, threads);
  if (const auto left = added(before, after); !left.empty())
    fail("it left {} running; use Runtime::parallel_for", counted(left.size(), "thread"));
}

void prints_nothing(const ComponentUnderTest& subject) {
  const Printed printed;
  use(subject);
  if (const std::string text = printed.so_far(); !text.empty())
    fail("it printed {}; Runtime::warn and Diagnostics speak to the user", in_quotes(text, '"'));
}

/// In a process that ends as a host does: by its exit handlers and the destructors of globals.
void prints_nothing_at_the_end(const ComponentUnderTest& subject) {
  const Printed printed;
  const pid_t host = ::fork();
  if (host == 0) {
    use(subject);
    printed.forget();
    std::exit(0);
  }
  int status = 0;
  ::waitpid(host, &status, 0);
  if (const std::string text = printed.so_far(); !text.empty())
    fail("at the end of the process it printed {}, behind all that the host has to say",
         in_quotes(text, '"'));
  if (WIFSIGNALED(status))
    fail(
        "the process crashes when it ends ({}): exit handlers and the destructors of globals run without the "
        "data",
        ::strsignal(WTERMSIG(status)));
}

void stays_inside_its_buffers(const ComponentUnderTest& subject) {
  // the guards speak for themselves
  for (const TestTable& table : tables_for(subject, subject.seed))
    for (const Edge edge : {Edge::end, Edge::begin}) guarded_answers_on(subject, table, edge);
}

void leaves_its_input_alone(const ComponentUnderTest& subject) {
  for (const TestTable& table : tables_for(subject, subject.seed)) {
    const LoadedData data = data_of(table, subject.descriptor);
    const ReadOnlyDataset sealed(data.view(), Edge::none);
    const Services services(subject.seed);
    const auto driver = drive(subject);
    driver->prepare(sealed.view(), services.runtime());
    driver->answers();
  }
}

constexpr ComponentTest kTests[] = {
    {3, "keeps_floating_point_mode", false, always, keeps_floating_point_mode},
    {3, "keeps_locale", false, always, keeps_locale},
    {3, "keeps_locale_of_streams", false, always, keeps_locale_of_streams},
    {3, "keeps_working_directory", false, always, keeps_working_directory},
    {3, "keeps_environment", false, always, keeps_environment},
    {3, "keeps_signal_handlers", false, always, keeps_signal_handlers},
    {3, "keeps_signal_mask", false, always, keeps_signal_mask},
    {3, "keeps_last_resorts", false, always, keeps_last_resorts},
    {3, "keeps_file_mode_mask", false, always, keeps_file_mode_mask},
    {3, "keeps_processors", false, always, keeps_processors},
    {3, "keeps_priority", false, always, keeps_priority},
    {3, "keeps_resource_limits", false, always, keeps_resource_limits},
    {3, "leaves_rand_alone", false, always, leaves_rand_alone},
    {3, "leaves_no_file_open", false, always, leaves_no_file_open},
    {3, "closes_no_file", false, always, closes_no_file},
    {3, "leaves_no_process", false, always, leaves_no_process},
    {3, "leaves_no_thread", false, always, leaves_no_thread},
    {3, "prints_nothing", false, always, prints_nothing},
    {3, "prints_nothing_at_the_end", false, always, prints_nothing_at_the_end},
    {3, "stays_inside_its_buffers", false, always, stays_inside_its_buffers},
    {3, "leaves_its_input_alone", false, always, leaves_its_input_alone}};

}  // namespace

std::span<const ComponentTest> hygiene_tests() { return kTests; }

}  // namespace tamis::framework::conformance
