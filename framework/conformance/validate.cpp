#include <tamis/framework/conformance/validate.hpp>

#include "guarded_memory.hpp"
#include "memory.hpp"
#include "replay.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/framework/kernel/elf_note.hpp>
#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/support/child_process.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

namespace tamis::framework {
namespace {

using namespace conformance;
namespace fs = std::filesystem;

// what a child says first
constexpr char kPassed = 'P', kFailed = 'F', kSkipped = 'S';

constexpr std::string_view kWhyItCrashed =
    "; most often the address of a Dataset or Runtime was kept, which are views to be copied, or an unknown "
    "label, -1, was taken for an index";

/// From where on the text that a child wrote to stderr is the report of a sanitizer, or "".
std::string report_of_sanitizer(const std::string& text) {
  std::size_t begin = std::string::npos;
  for (const char* mark : {"Sanitizer: ", "runtime error: "}) begin = std::min(begin, text.find(mark));
  return begin == std::string::npos ? "" : text.substr(text.rfind('\n', begin) + 1);
}

/// As many lines as a report of a sanitizer takes to name the places: of one its first, of others the last.
std::string lines_of(const std::string& text, bool first) {
  constexpr std::size_t kLines = 30;
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(escaped(line));
  if (lines.size() > kLines) {
    const auto begin = lines.begin();
    if (first)
      lines.erase(begin + kLines, lines.end());
    else
      lines.erase(begin, lines.end() - kLines);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

using Test = std::function<void(Pace&)>;

/// Runs a test and says how it ended; of one that passed, what it left out.
void judge(const Test& test, const ChildPipe& channel, double time_limit) {
  const auto say = [&](char verdict, std::string_view text) { channel.say(verdict + std::string(text)); };
  report_faults(channel);
  try {
    Pace pace(&channel, time_limit);
    test(pace);
    say(kPassed, pace.left_out());
  } catch (const Skip& e) {
    say(kSkipped, e.what());
  } catch (const Error& e) {
    say(kFailed, sentence(e));
  } catch (const std::exception& e) {
    say(kFailed, e.what());
  }
}

/// What a child has said: what it was at last, and how the test ended, or "".
struct Said {
  std::string at, verdict;
};

Said parse_output(std::string output) {
  Said said;
  while (output.starts_with(Pace::kAt)) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    said.at = output.substr(1, end - 1);
    output.erase(0, end + 1);
  }
  said.verdict = std::move(output);
  return said;
}

class Validator {
 public:
  explicit Validator(const ValidateOptions& options)
      : options_(options),
        file_(file_of(options)),  // the children load what they need at once: they are probes themselves
        registry_(plugin_folders(options.plugin_dirs), {.wanted = false, .verdicts = {}}) {
    try {
      manifest_ = parse_manifest(read_manifest_note(file_));
    } catch (const PluginError& e) {
      throw PluginError(fmt::format("{}: {}", options.file.string(), e.what()));
    }
    registry_.prefer(file_);
    check_options();
  }

  Validation run() {
    validation_.file = options_.file;
    validation_.seed = options_.seed;
    validate_library();
    for (const Descriptor& component : manifest_.components)
      if (wanted(component)) validate_component(component);
    if (options_.component.empty() && !stuck_)
      for (const fs::path& file : options_.cases)
        if (options_.test.empty() || options_.test == case_name(file)) validate_case(file);
    return std::move(validation_);
  }

 private:
  static fs::path file_of(const ValidateOptions& options);
  /// What the caller said wrong is no failure of the plugin.
  void check_options();
  /// Whether the test and the component exist; sets the level.
  void check_selection();
  void check_exceptions() const;
  void check_settings(const toml::table& settings, const std::string& path) const;
  ComponentUnderTest subject_of(const Descriptor& component, Pace& pace);

  void validate_library();
  void validate_component(const Descriptor& component);
  void validate_case(const fs::path& file);
  /// Why a test is not to be run, or null.
  const TestException* exception_of(const Descriptor& component, const char* test) const;

  static std::string case_name(const fs::path& file) { return file.filename().string(); }
  bool names_a_case() const {
    return std::ranges::any_of(options_.cases,
                               [&](const fs::path& file) { return case_name(file) == options_.test; });
  }
  /// A case rests on the library alone.
  bool wanted(const Descriptor& component) const {
    return (options_.component.empty() || component.id == options_.component) && !names_a_case();
  }
  /// Whether a test is asked for: itself, or as one that decides whether the others make sense.
  bool wanted(int level, const char* name, bool decides) const {
    return level <= level_ && (options_.test.empty() || decides || options_.test == name);
  }
  void run(TestResult test, const std::string& replay, const Test& body);
  /// The tests that were not run since one failed or was skipped that they rest on.
  bool is_stuck(bool decides) const {
    return decides && validation_.results.back().verdict != Verdict::passed;
  }

  const ValidateOptions& options_;
  fs::path file_;
  Manifest manifest_;
  Registry registry_;
  Validation validation_;
  int level_ = kLastLevel;
  /// After so many tests of a component that do not come to an end, the others would only take as long.
  static constexpr std::size_t kMostEndless = 3;
  std::size_t endless_ = 0;
  bool stuck_ = false;  ///< the library does not even load
};

std::vector<ComponentTest> tests_of(const Descriptor& component) {
  std::vector<ComponentTest> tests;
  for (const auto& group :
       {life_cycle_tests(), hygiene_tests(), repeatability_tests(), sample_and_label_tests(),
        criterion_tests(), reading_tests(), immunity_tests(), estimate_tests(), p_value_tests(), membership_tests(),
        point_metric_tests(), class_metric_tests(), distribution_metric_tests(), noise_model_tests(),
        corruption_tests(), search_tests()})
    std::copy_if(group.begin(), group.end(), std::back_inserter(tests),
                 [&](const ComponentTest& test) { return test.applies(component); });
  return tests;
}

fs::path Validator::file_of(const ValidateOptions& options) {
  if (options.file.empty()) throw ParamError("no file; name a plugin library (method.so)");
  return fs::absolute(options.file);
}

void Validator::check_options() {
  if (!(options_.time_limit > 0 && options_.time_limit <= kLongestTimeLimit))
    throw ParamError(fmt::format("--time-limit {}: expected more than 0 and at most {} seconds",
                                 shortest(options_.time_limit), kLongestTimeLimit));
  check_selection();
  check_exceptions();
  for (const fs::path& file : options_.cases) read_config(file);
  check_settings(options_.settings, "");
  Pace pace(nullptr, options_.time_limit);
  for (const Descriptor& component : manifest_.components)
    if (const ComponentUnderTest subject = subject_of(component, pace); !subject.settings.empty())
      subject.plan_at("--set " + component.id);
}

void Validator::check_selection() {
  std::vector<std::string> ids, tests;
  std::map<std::string, int, std::less<>> levels;
  for (const LibraryTest& test : library_tests()) levels[test.name] = test.level;
  for (const Descriptor& component : manifest_.components) {
    ids.push_back(component.id);
    if (!options_.component.empty() && options_.component != component.id) continue;
    for (const ComponentTest& test : tests_of(component)) levels[test.name] = test.level;
  }
  for (const auto& [name, level] : levels) tests.push_back(name);
  if (options_.component.empty())
    for (const fs::path& file : options_.cases) tests.push_back(case_name(file));
  const auto check = [](const std::string& name, const std::vector<std::string>& known, const char* what) {
    if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end())
      throw ParamError(fmt::format("{} '{}'{}", what, name, did_you_mean(name, known)));
  };
  check(options_.component, ids, "this file has no component");
  check(options_.test, tests,
        options_.component.empty() ? "this file has no test" : "this component has no test");

  const auto test = levels.find(options_.test);
  const int needed = test == levels.end() ? kLastLevel : test->second;
  level_ = options_.level.value_or(needed);
  if (test != levels.end() && level_ < needed)
    throw ParamError(fmt::format("--test {} is of level {}, which --level {} leaves out; leave out --level",
                                 options_.test, needed, level_));
}

void Validator::check_exceptions() const {
  for (const TestException& exception : options_.exceptions) {
    const auto refuse = [&](const std::string& why) {
      throw ParamError(fmt::format("--except {}{}{}: {}", exception.component,
                                   exception.component.empty() ? "" : ".", exception.test, why));
    };
    std::vector<std::string> ids, tests;
    bool decides = false;
    for (const Descriptor& component : manifest_.components) {
      ids.push_back(component.id);
      if (!exception.component.empty() && component.id != exception.component) continue;
      for (const ComponentTest& test : tests_of(component)) {
        tests.emplace_back(test.name);
        decides |= test.decides && exception.test == test.name;
      }
    }
    if (!exception.component.empty() && std::ranges::count(ids, exception.component) == 0)
      refuse("this file has no component '" + exception.component + "'" +
             did_you_mean(exception.component, ids));
    if (std::ranges::count(tests, exception.test) == 0)
      refuse("there is no test '" + exception.test + "' of a component" +
             did_you_mean(exception.test, tests));
    if (decides) refuse("the other tests rest on it");
    if (options_.test == exception.test) refuse("--test asks for it");
  }
}

void Validator::check_settings(const toml::table& settings, const std::string& path) const {
  for (const auto& [key, node] : settings) {
    const std::string id = path + std::string(key.str());
    const auto& all = manifest_.components;
    if (std::any_of(all.begin(), all.end(), [&](const Descriptor& d) { return d.id == id; }) &&
        node.is_table())
      continue;
    const bool begins_an_id =
        std::any_of(all.begin(), all.end(), [&](const Descriptor& d) { return d.id.starts_with(id + "."); });
    if (!begins_an_id || !node.is_table())
      throw ParamError(fmt::format("--set {}: no component of this file; expected ID.OPTION=VALUE", id));
    check_settings(*node.as_table(), id + ".");
  }
}

ComponentUnderTest Validator::subject_of(const Descriptor& component, Pace& pace) {
  static const toml::table none;
  const toml::table* settings = options_.settings.at_path(component.id).as_table();
  return {component, registry_, settings ? *settings : none, options_.seed, pace};
}

void Validator::run(TestResult test, const std::string& replay, const Test& body) {
  if (options_.on_test) options_.on_test(test.component, test.test);
  const ChildOutcome child = run_in_child(
      [&](const ChildPipe& channel) {
        if (!test.is_case) limit_memory();  // a case is of data that are its author's
        judge(body, channel, options_.time_limit);
      },
      options_.time_limit);
  const Said said = parse_output(child.output);
  endless_ += child.timed_out;
  const char verdict = said.verdict.empty() ? kFailed : said.verdict.front();
  if (!said.verdict.empty()) (verdict == kPassed ? test.left_out : test.text) = said.verdict.substr(1);
  test.verdict = verdict == kPassed    ? Verdict::passed
                 : verdict == kSkipped ? Verdict::skipped
                                       : Verdict::failed;
  if (verdict != kFailed && !child.finished()) test.verdict = Verdict::failed;
  if (test.text.empty() && !child.finished()) {
    test.text = "the process of the test " + child.failure + (said.at.empty() ? "" : ", " + said.at);
    if (!test.component.empty() && child.crashed) test.text += kWhyItCrashed;
  }
  const std::string report = report_of_sanitizer(child.complained);
  if (!report.empty() && test.verdict != Verdict::failed) {
    test.verdict = Verdict::failed;
    test.text = "a sanitizer found something wrong";
  }
  if (!report.empty() || !child.finished())
    test.printed = report.empty() ? lines_of(child.complained, false) : lines_of(report, true);
  if (test.verdict == Verdict::failed) test.replay = replay_of(options_, replay);
  validation_.results.push_back(std::move(test));
}

void Validator::validate_library() {
  for (const LibraryTest& test : library_tests()) {
    if (!wanted(test.level, test.name, test.decides)) continue;
    run({.level = test.level, .test = test.name}, fmt::format("--test {}", test.name),
        [&](Pace&) { test.run(file_, manifest_); });
    if (is_stuck(test.decides)) {
      stuck_ = true;
      return;
    }
  }
}

const TestException* Validator::exception_of(const Descriptor& component, const char* test) const {
  for (const TestException& exception : options_.exceptions)
    if (exception.test == test && (exception.component.empty() || exception.component == component.id))
      return &exception;
  return nullptr;
}

void Validator::validate_component(const Descriptor& component) {
  if (stuck_) return;
  const std::size_t endless_before = endless_;
  for (const ComponentTest& test : tests_of(component)) {
    if (!wanted(test.level, test.name, test.decides)) continue;
    if (endless_ - endless_before == kMostEndless) {
      validation_.results.push_back(
          {.level = test.level,
           .component = component.id,
           .test = test.name,
           .verdict = Verdict::skipped,
           .text = fmt::format("{} tests before did not come to an end; mend that first", kMostEndless)});
      continue;
    }
    if (const TestException* exception = exception_of(component, test.name)) {
      validation_.results.push_back({.level = test.level,
                                     .component = component.id,
                                     .test = test.name,
                                     .verdict = Verdict::excepted,
                                     .text = exception->reason});
      continue;
    }
    run({.level = test.level, .component = component.id, .test = test.name},
        fmt::format("--test {} --component {}", test.name, component.id),
        [&](Pace& pace) { test.run(subject_of(component, pace)); });
    if (is_stuck(test.decides)) return;
  }
}

void Validator::validate_case(const fs::path& file) {
  run({.level = kLastLevel, .test = case_name(file), .is_case = true},
      fmt::format("--test {} --cases {}", shell_word(case_name(file)), shell_word(file.string())),
      [&](Pace&) { run_case(fs::absolute(file), registry_); });
}

}  // namespace

std::uint64_t Validation::count(Verdict verdict) const {
  return static_cast<std::uint64_t>(std::count_if(results.begin(), results.end(),
                                                  [&](const TestResult& r) { return r.verdict == verdict; }));
}

TestException parse_exception(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (equals == std::string::npos || text.find_first_not_of(" \t", equals + 1) == std::string::npos)
    throw ParamError(
        fmt::format("--except {}: expected NAME=REASON, or ID.NAME=REASON for one component", text));
  const std::size_t dot = name.rfind('.');  // ids hold dots, names of tests do not
  if (dot == std::string::npos) return {"", name, text.substr(equals + 1)};
  return {name.substr(0, dot), name.substr(dot + 1), text.substr(equals + 1)};
}

Validation validate(const ValidateOptions& options) { return Validator(options).run(); }

}  // namespace tamis::framework
