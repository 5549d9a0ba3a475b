/// Level 3: the component leaves alone what is not its own.
#include "sealed_data.hpp"
#include "surroundings.hpp"
#include "tests.hpp"
#include "verdicts.hpp"
#include "work.hpp"

#include <tamis/framework/text.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <csignal>

namespace tamis::framework::conformance {
namespace {

/// Loads the library and has a component do everything that it can.
void use(const Subject& subject) {
  for (const Table& table : tables_for(subject, subject.seed)) answers_on(subject, table);
}

/// The same, with whatever the kernel itself sets up already there.
template <class Look>
auto before_and_after(const Subject& subject, Look look) {
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
void keeps_floating_point_mode(const Subject& subject) {
  const std::string before = floating_point_mode();
  // the kernel's loader puts it back, so the file is opened here without it
  if (const std::string file = subject.registry.at(subject.descriptor.id).file;
      !::dlopen(file.c_str(), RTLD_NOW))
    fail("it does not load: {}", ::dlerror());
  if (const std::string loaded = floating_point_mode(); loaded != before)
    fail("loading it changes the floating-point mode from {} to {}; link it without -ffast-math and -Ofast",
         before, loaded);
}

void keeps_locale(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, locale);
  if (before != after)
    fail("it changed the locale from {} to {}, and with it how the whole program reads numbers", before,
         after);
}

void keeps_working_directory(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, working_directory);
  if (before != after) fail("it changed the working directory to {}; use absolute paths", after);
}

void keeps_environment(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, environment);
  if (before == after) return;
  std::vector<std::string> names;
  for (const auto& changed : {added(before, after), added(after, before)})
    for (const std::string& variable : changed) names.push_back(variable.substr(0, variable.find('=')));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  fail("it changed the environment: {}; options are the way to configure a component", listed(names));
}

void keeps_signal_handlers(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, signal_handlers);
  for (std::size_t signal = 1; signal < before.size(); ++signal)
    if (before[signal].sa_sigaction != after[signal].sa_sigaction)
      fail("it handles the signal \"{}\", which belongs to the host", ::strsignal(static_cast<int>(signal)));
}

void keeps_file_mode_mask(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, file_mode_mask);
  if (before != after)
    fail(
        "it changed the file mode mask (umask) from {:03o} to {:03o}: files of the host would get other "
        "rights",
        before, after);
}

void leaves_no_file_open(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, open_files);
  if (const auto left = added(before, after); !left.empty())
    fail("it left open: {}; files are read through Runtime::read_cells", listed(left));
}

void leaves_no_thread(const Subject& subject) {
  const auto [before, after] = before_and_after(subject, threads);
  if (const auto left = added(before, after); !left.empty())
    fail("it left {} running; use Runtime::parallel_for", counted(left.size(), "thread"));
}

void prints_nothing(const Subject& subject) {
  const Printed printed;
  use(subject);
  if (const std::string text = printed.so_far(); !text.empty())
    fail("it printed {}; Runtime::warn and Diagnostics speak to the user", in_quotes(text, '"'));
}

void stays_inside_its_buffers(const Subject& subject) {
  // the guards speak for themselves
  for (const Table& table : tables_for(subject, subject.seed))
    for (const Edge edge : {Edge::end, Edge::begin}) answers_on(subject, table, 1, edge);
}

void leaves_its_input_alone(const Subject& subject) {
  for (const Table& table : tables_for(subject, subject.seed)) {
    const LoadedData data = data_of(table, subject.descriptor);
    const SealedData sealed(data.view(), Edge::end);
    const Services services(subject.seed);
    const auto work = put_to_work(subject);
    work->prepare(sealed.view(), services.runtime());
    work->answers();
  }
}

constexpr ComponentTest kTests[] = {
    {3, "keeps_floating_point_mode", false, always, keeps_floating_point_mode},
    {3, "keeps_locale", false, always, keeps_locale},
    {3, "keeps_working_directory", false, always, keeps_working_directory},
    {3, "keeps_environment", false, always, keeps_environment},
    {3, "keeps_signal_handlers", false, always, keeps_signal_handlers},
    {3, "keeps_file_mode_mask", false, always, keeps_file_mode_mask},
    {3, "leaves_no_file_open", false, always, leaves_no_file_open},
    {3, "leaves_no_thread", false, always, leaves_no_thread},
    {3, "prints_nothing", false, always, prints_nothing},
    {3, "stays_inside_its_buffers", false, always, stays_inside_its_buffers},
    {3, "leaves_its_input_alone", false, always, leaves_its_input_alone}};

}  // namespace

std::span<const ComponentTest> hygiene_tests() { return kTests; }

}  // namespace tamis::framework::conformance
