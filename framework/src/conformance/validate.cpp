#include <tamis/framework/conformance/validate.hpp>

#include "guarded_memory.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/framework/plugins/elf_note.hpp>
#include <tamis/framework/process/child_process.hpp>
#include <tamis/framework/text.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>

namespace tamis::framework {
namespace {

using namespace conformance;
namespace fs = std::filesystem;

// what a child says first
constexpr char kPassed = 'P', kFailed = 'F', kSkipped = 'S';

/// Runs a test and says how it ended.
void judge(const std::function<void()>& test, const Channel& channel) {
  const auto say = [&](char verdict, std::string_view text) { channel.say(verdict + std::string(text)); };
  report_faults(channel);
  try {
    test();
    say(kPassed, "");
  } catch (const Skip& e) {
    say(kSkipped, e.what());
  } catch (const Error& e) {
    say(kFailed, sentence(e));
  } catch (const std::exception& e) {
    say(kFailed, e.what());
  }
}

/// Settings as they are typed.
std::string flags_of(const toml::table& settings, const std::string& path) {
  std::string flags;
  for (const auto& [key, node] : settings) {
    const std::string full = path + std::string(key.str());
    if (const toml::table* table = node.as_table()) {
      flags += flags_of(*table, full + ".");
    } else {
      std::ostringstream value;
      value << toml::node_view<const toml::node>(node);
      flags += fmt::format(" --set \"{}={}\"", full, value.str());
    }
  }
  return flags;
}

class Validator {
 public:
  explicit Validator(const ValidateOptions& options)
      : options_(options),
        file_(fs::absolute(
            options.file)),  // the children load what they need at once: they are trials themselves
        registry_(plugin_folders(options.plugin_dirs), {.wanted = false, .verdicts = {}}) {
    try {
      manifest_ = parse_manifest(read_manifest_note(file_));
    } catch (const PluginError& e) {
      throw PluginError(fmt::format("{}: {}", options.file.string(), e.what()));
    }
    registry_.prefer(file_);
    check_names();
  }

  Validation run() {
    validation_.file = options_.file;
    validation_.seed = options_.seed;
    validate_library();
    for (const Descriptor& component : manifest_.components)
      if (options_.component.empty() || component.id == options_.component) validate_component(component);
    if (options_.test.empty() && options_.component.empty() && !stuck_)
      for (const fs::path& file : options_.cases) validate_case(fs::absolute(file));
    return std::move(validation_);
  }

 private:
  void check_names() const;
  void check_settings(const toml::table& settings, const std::string& path) const;
  const toml::table& settings_of(const Descriptor& component) const;

  void validate_library();
  void validate_component(const Descriptor& component);
  void validate_case(const fs::path& file);

  /// Whether a test is asked for: itself, or as one that decides whether the others make sense.
  bool wanted(int level, const char* name, bool decides) const {
    return level <= options_.level && (options_.test.empty() || decides || options_.test == name);
  }
  /// Those of the command line that all tests share.
  std::string flags() const;
  void run(TestResult test, const std::string& replay, const std::function<void()>& body);
  /// The tests that were not run since one failed or was skipped that they rest on.
  bool is_stuck(bool decides) const {
    return decides && validation_.results.back().verdict != Verdict::passed;
  }

  const ValidateOptions& options_;
  fs::path file_;
  Manifest manifest_;
  Registry registry_;
  Validation validation_;
  bool stuck_ = false;  ///< the library does not even load
};

std::vector<ComponentTest> tests_of(const Descriptor& component) {
  std::vector<ComponentTest> tests;
  for (const auto& group :
       {life_cycle_tests(), hygiene_tests(), repeatability_tests(), criterion_tests(), point_metric_tests(),
        class_metric_tests(), distribution_metric_tests(), noise_model_tests(), search_tests()})
    std::copy_if(group.begin(), group.end(), std::back_inserter(tests),
                 [&](const ComponentTest& test) { return test.applies(component); });
  return tests;
}

void Validator::check_names() const {
  std::vector<std::string> ids, names;
  for (const LibraryTest& test : library_tests()) names.emplace_back(test.name);
  for (const Descriptor& component : manifest_.components) {
    ids.push_back(component.id);
    for (const ComponentTest& test : tests_of(component)) names.emplace_back(test.name);
  }
  const auto check = [](const std::string& name, const std::vector<std::string>& known, const char* what) {
    if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end())
      throw ParamError(fmt::format("this file has no {} '{}'{}", what, name, did_you_mean(name, known)));
  };
  check(options_.component, ids, "component");
  check(options_.test, names, "test");
  check_settings(options_.settings, "");
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

const toml::table& Validator::settings_of(const Descriptor& component) const {
  static const toml::table none;
  const toml::table* settings = options_.settings.at_path(component.id).as_table();
  return settings ? *settings : none;
}

std::string Validator::flags() const {
  std::string flags = flags_of(options_.settings, "");
  for (const fs::path& folder : options_.plugin_dirs)
    flags += fmt::format(" --plugin-dir {}", folder.string());
  return flags;
}

void Validator::run(TestResult test, const std::string& replay, const std::function<void()>& body) {
  const ChildOutcome child =
      run_in_child([&](const Channel& channel) { judge(body, channel); }, options_.time_limit);
  const char verdict = child.said.empty() ? kFailed : child.said.front();
  if (!child.said.empty()) test.text = child.said.substr(1);
  test.verdict = verdict == kPassed    ? Verdict::passed
                 : verdict == kSkipped ? Verdict::skipped
                                       : Verdict::failed;
  if (verdict != kFailed && !child.finished()) test.verdict = Verdict::failed;
  if (test.text.empty() && !child.finished()) test.text = "the process of the test " + child.ended;
  if (test.verdict == Verdict::failed)
    test.replay = fmt::format("tamis validate {}{}{} --seed {}", options_.file.string(), flags(), replay,
                              options_.seed);
  validation_.results.push_back(std::move(test));
}

void Validator::validate_library() {
  for (const LibraryTest& test : library_tests()) {
    if (!wanted(test.level, test.name, test.decides)) continue;
    run({.level = test.level, .test = test.name}, fmt::format(" --test {}", test.name),
        [&] { test.run(file_, manifest_); });
    if (is_stuck(test.decides)) {
      stuck_ = true;
      return;
    }
  }
}

void Validator::validate_component(const Descriptor& component) {
  if (stuck_) return;
  const Subject subject{component, registry_, settings_of(component), options_.seed};
  for (const ComponentTest& test : tests_of(component)) {
    if (!wanted(test.level, test.name, test.decides)) continue;
    run({.level = test.level, .component = component.id, .test = test.name},
        fmt::format(" --test {} --component {}", test.name, component.id), [&] { test.run(subject); });
    if (is_stuck(test.decides)) return;
  }
}

void Validator::validate_case(const fs::path& file) {
  run({.level = kLastLevel, .test = file.filename().string()}, fmt::format(" --cases {}", file.string()),
      [&] { run_case(file, registry_); });
}

}  // namespace

std::uint64_t Validation::count(Verdict verdict) const {
  return static_cast<std::uint64_t>(std::count_if(results.begin(), results.end(),
                                                  [&](const TestResult& r) { return r.verdict == verdict; }));
}

Validation validate(const ValidateOptions& options) { return Validator(options).run(); }

}  // namespace tamis::framework
