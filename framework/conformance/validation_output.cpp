#include <tamis/framework/conformance/validate.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <span>

namespace tamis::framework {
namespace {

constexpr const char* kVerdicts[] = {"passed", "failed", "skipped", "excepted"};

using Results = std::span<const TestResult>;

/// The results from the first on for as long as they agree with it.
template <class Key>
Results run_of(Results results, Key key) {
  std::size_t n = 1;
  while (n < results.size() && key(results[n]) == key(results[0])) ++n;
  return results.first(n);
}

std::string counts(Results results) {
  std::vector<std::string> parts;
  for (const Verdict verdict : {Verdict::passed, Verdict::failed, Verdict::skipped, Verdict::excepted}) {
    std::size_t n = 0;
    for (const TestResult& r : results) n += r.verdict == verdict;
    if (n > 0) parts.push_back(fmt::format("{} {}", n, kVerdicts[static_cast<std::size_t>(verdict)]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Each line after the first below it.
std::string indented(const std::string& lines) {
  std::string text;
  for (const char c : lines) text += c == '\n' ? "\n              " : std::string(1, c);
  return text;
}

std::string heading(const TestResult& r) {
  return r.is_case ? "cases" : r.component.empty() ? "the library" : r.component;
}

std::string of_level(Results results) {
  std::string text = fmt::format("  level {}  {}\n", results[0].level, counts(results));
  for (const TestResult& r : results) {
    if (!r.left_out.empty())
      text += fmt::format("    passed {}, for lack of time without {}\n", r.test, r.left_out);
    if (r.verdict == Verdict::passed) continue;
    text += fmt::format("    {} {}: {}\n", kVerdicts[static_cast<std::size_t>(r.verdict)], r.test, r.text);
    if (!r.printed.empty()) text += "      stderr: " + indented(r.printed) + "\n";
    if (!r.replay.empty()) text += fmt::format("      replay: {}\n", r.replay);
  }
  return text;
}

}  // namespace

std::string to_text(const Validation& validation) {
  std::string text;
  for (Results left = validation.results; !left.empty();) {
    const Results component = run_of(left, heading);
    text += fmt::format("{}\n", heading(component[0]));
    for (Results levels = component; !levels.empty();) {
      const Results level = run_of(levels, [](const TestResult& r) { return r.level; });
      text += of_level(level);
      levels = levels.subspan(level.size());
    }
    left = left.subspan(component.size());
  }
  return text + fmt::format("{}: {} (seed {})\n", validation.file.string(), counts(validation.results),
                            validation.seed);
}

nlohmann::json to_json(const Validation& validation) {
  nlohmann::json tests = nlohmann::json::array();
  for (const TestResult& r : validation.results) {
    nlohmann::json test{
        {"level", r.level}, {"test", r.test}, {"verdict", kVerdicts[static_cast<std::size_t>(r.verdict)]}};
    if (!r.component.empty()) test["component"] = r.component;
    if (!r.text.empty()) test["text"] = r.text;
    if (!r.left_out.empty()) test["left_out"] = r.left_out;
    if (!r.printed.empty()) test["stderr"] = r.printed;
    if (!r.replay.empty()) test["replay"] = r.replay;
    tests.push_back(std::move(test));
  }
  return {{"file", validation.file.string()},
          {"seed", validation.seed},
          {"passed", validation.count(Verdict::passed)},
          {"failed", validation.count(Verdict::failed)},
          {"skipped", validation.count(Verdict::skipped)},
          {"excepted", validation.count(Verdict::excepted)},
          {"tests", std::move(tests)}};
}

}  // namespace tamis::framework
