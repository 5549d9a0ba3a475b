/// \file validate.hpp
/// The conformance kit: does a plugin keep what the contract asks and what its manifest promises?
/// docs/validate.md lists the tests.
#pragma once

#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// The last level: 1 it loads, 2 its life cycle, 3 its hygiene, 4 what its numbers mean.
inline constexpr int kLastLevel = 4;
inline constexpr double kLongestTimeLimit = 86400;  ///< seconds: a day

/// A test that is not run, and why.
struct TestException {
  std::string component;  ///< of this one alone; "": of all that have it
  std::string test, reason;
};

/// What is to be tried, and how: one `tamis validate`.
struct ValidateOptions {
  std::filesystem::path file;                      ///< the plugin
  std::vector<std::filesystem::path> plugin_dirs;  /// < where parts of its components are looked for first
  std::vector<std::filesystem::path> cases;        ///< configs with a table [expect]
  /// Options of its components, [ID] OPTION = VALUE, for those that do nothing without.
  toml::table settings;
  std::uint64_t seed = 0;      ///< of the data that are made, and of the runs
  double time_limit = 20;      ///< seconds a test, at most kLongestTimeLimit
  std::optional<int> level{};  ///< up to this one; else that of `test`, or the last
  std::string test{};          ///< this test or case (its file name) alone, and what it rests on; "": all
  std::string component{};     ///< this one alone; "": all
  std::vector<TestException> exceptions{};
  /// Hears of each test before it begins: of which component, or "", and its name. May be empty.
  std::function<void(const std::string& component, const std::string& test)> on_test{};
};

/// What came of a test. excepted: it was not run, since a TestException says so.
enum class Verdict { passed, failed, skipped, excepted };

/// One test of one component, and what came of it.
struct TestResult {
  int level = 0;
  std::string component{};  ///< "" for a test of the library, or a case
  std::string test{};       ///< its name; of a case that of the file
  bool is_case = false;
  Verdict verdict = Verdict::passed;
  std::string text{};      ///< what is wrong, or why it was skipped or excepted
  std::string left_out{};  ///< by a test that passed: what there was no time for, since the component is slow
  std::string printed{};   ///< to stderr, where that explains a failure: the end, or a sanitizer's report
  std::string replay{};    ///< the command that runs a failed test alone
};

/// All that a validation found.
struct Validation {
  std::filesystem::path file;
  std::uint64_t seed = 0;
  std::vector<TestResult> results;  ///< by component, as the manifest lists them, then by level

  std::uint64_t count(Verdict verdict) const;
};

/// Runs every test in a child process of its own, one after the other: a crash or a hang is that test's
/// failure alone. This process never loads the file.
/// \throws PluginError  when the file is no plugin.
/// \throws ParamError  for a test, component, setting or case that does not exist, a level below that of
///                     `test`, a time limit out of range, and an exception without a reason or of a test that
///                     others rest on.
Validation validate(const ValidateOptions& options);

/// For people: a line per component and level, then what failed, with the replay; what was skipped, with the
/// reason. Holds no time.
std::string to_text(const Validation& validation);
/// Of "TEST=REASON" or "ID.TEST=REASON".
/// \throws ParamError
TestException parse_exception(const std::string& text);
nlohmann::json to_json(const Validation& validation);

}  // namespace tamis::framework
