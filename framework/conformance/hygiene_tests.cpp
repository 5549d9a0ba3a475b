/// Level 3: the component leaves alone what is not its own.
#include "component_driver.hpp"
#include "each_table.hpp"
#include "process_state.hpp"
#include "read_only_dataset.hpp"
#include "redirected_calls.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/framework/support/text.hpp>

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <locale>

namespace tamis::framework::conformance {
namespace hygiene {

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
  const auto seed = [] {
    std::srand(kSeed);
    ::srand48(kSeed);
  };
  seed();
  const int next = std::rand();
  const double next48 = ::drand48();
  seed();
  use(subject);
  for (const auto& [name, same] : {std::pair("rand() or srand()", std::rand() == next),
                                   {"drand48() or srand48()", ::drand48() == next48}})
    if (!same) fail("it calls {}, whose sequence is the host's; draw from stream() of tamis/rng.hpp", name);
}

void leaves_no_timer(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, timers);
  if (const auto left = added(before, after); !left.empty())
    fail("it left a timer set, {}: the signal would come to the host", listed(left));
}

void keeps_thread_name(const ComponentUnderTest& subject) {
  const auto [before, after] = before_and_after(subject, thread_name);
  if (before != after) fail("it renamed the thread that called it from \"{}\" to \"{}\"", before, after);
}

void leaves_standard_input_alone(const ComponentUnderTest& subject) {
  const int input = ::memfd_create("tamis-input", MFD_CLOEXEC);
  if (input < 0 || ::ftruncate(input, 4096) != 0 || ::dup2(input, STDIN_FILENO) < 0)
    skip("no standard input can be made in memory");
  ::close(input);
  use(subject);
  if (::lseek(STDIN_FILENO, 0, SEEK_CUR) != 0)
    fail("it reads the standard input, which is the host's; files are read through Runtime::read_cells");
}

// what a component opened to write, and what it looked for where the host works; of this process, which runs
// one test
std::vector<std::string> written, looked_for;

void note_look(const char* path) {
  if (path[0] != '/') looked_for.emplace_back(path);
}

std::FILE* watched_fopen(const char* path, const char* mode) {
  if (std::strpbrk(mode, "wa+"))
    written.emplace_back(path);
  else
    note_look(path);
  return std::fopen(path, mode);
}
int watched_stat(const char* path, struct stat* out) {
  note_look(path);
  return ::stat(path, out);
}
int watched_access(const char* path, int mode) {
  note_look(path);
  return ::access(path, mode);
}
int watched_open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0)
    written.emplace_back(path);
  else
    note_look(path);
  return ::open(path, flags, mode);
}
int watched_creat(const char* path, mode_t mode) {
  written.emplace_back(path);
  return ::creat(path, mode);
}

/// In an empty folder, and with an eye on the files that the library opens itself.
void leaves_files_alone(const ComponentUnderTest& subject) {
  std::string folder = (std::filesystem::temp_directory_path() / "tamis-validate-XXXXXX").string();
  if (!::mkdtemp(folder.data())) skip("no folder can be made in {}", folder);
  std::filesystem::current_path(folder);
  subject.registry.component(subject.descriptor.id);  // loads it
  redirect_calls(subject.registry.at(subject.descriptor.id).file, {{"fopen", address(watched_fopen)},
                                                                   {"fopen64", address(watched_fopen)},
                                                                   {"open", address(watched_open)},
                                                                   {"open64", address(watched_open)},
                                                                   {"creat", address(watched_creat)},
                                                                   {"stat", address(watched_stat)},
                                                                   {"access", address(watched_access)}});
  use(subject);
  for (const auto& file : std::filesystem::directory_iterator(folder))
    written.push_back(file.path().filename().string());
  std::filesystem::current_path("/");
  std::error_code left;
  std::filesystem::remove_all(folder, left);
  if (!written.empty())
    fail("it writes files: {}; what a method found goes to Diagnostics, and the host writes",
         listed(written));
  if (!looked_for.empty())
    fail("it looks for files in the folder of the host: {}; files are read through Runtime::read_cells",
         listed(looked_for));
}

// of this process, too
bool asked_of_allocator = false;

int watched_mallopt(int parameter, int value) {
  asked_of_allocator = true;
  return ::mallopt(parameter, value);
}

void keeps_allocator(const ComponentUnderTest& subject) {
  subject.registry.component(subject.descriptor.id);  // loads it
  redirect_calls(subject.registry.at(subject.descriptor.id).file, {{"mallopt", address(watched_mallopt)}});
  use(subject);
  if (asked_of_allocator) fail("it calls mallopt(), which changes how the whole program allocates");
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
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    for (const Edge edge : {Edge::end, Edge::begin}) guarded_answers_on(subject, table, edge);
  });
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
    {3, "leaves_no_timer", false, always, leaves_no_timer},
    {3, "keeps_thread_name", false, always, keeps_thread_name},
    {3, "keeps_allocator", false, always, keeps_allocator},
    {3, "leaves_standard_input_alone", false, always, leaves_standard_input_alone},
    {3, "leaves_files_alone", false, always, leaves_files_alone},
    {3, "leaves_no_file_open", false, always, leaves_no_file_open},
    {3, "closes_no_file", false, always, closes_no_file},
    {3, "leaves_no_process", false, always, leaves_no_process},
    {3, "leaves_no_thread", false, always, leaves_no_thread},
    {3, "prints_nothing", false, always, prints_nothing},
    {3, "prints_nothing_at_the_end", false, always, prints_nothing_at_the_end},
    {3, "stays_inside_its_buffers", false, always, stays_inside_its_buffers},
    {3, "leaves_its_input_alone", false, always, leaves_its_input_alone}};

}  // namespace hygiene

std::span<const ComponentTest> hygiene_tests() { return hygiene::kTests; }

}  // namespace tamis::framework::conformance
