// tamis_golden FOLDER...: each folder is a case or a folder of cases. Composes each case from the registry,
// prints a line per case with the worst deviation (in units of its tolerance), and fails on a case in which
// there is anything, a method, a key or a value, that it does not know.
#include "case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace {

namespace fs = std::filesystem;
using namespace tamis::golden;

/// The folders below `folder` that hold a case.json, in order.
std::vector<fs::path> find_cases(const fs::path& folder) {
  if (fs::exists(folder / "case.json")) return {folder};
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    const auto below = find_cases(entry.path());
    cases.insert(cases.end(), below.begin(), below.end());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

/// \returns whether the case passes.
bool check(const fs::path& folder) {
  Verdict verdict;
  std::string name = folder.filename().string();
  try {
    const Case c = read_case(folder);
    if (knows_laplacian(c))
      check_laplacian(c, verdict);
    else if (knows_counts(c))
      check_counts(c, verdict);
    else if (knows_relief(c))
      check_relief(c, verdict);
    else if (knows_knockoffs(c))
      check_knockoffs(c, verdict);
    else if (knows_lntmi(c))
      check_lntmi(c, verdict);
    else if (knows_robust_lasso(c))
      check_robust_lasso(c, verdict);
    else if (knows_wasserstein(c))
      check_wasserstein(c, verdict);
    else
      throw std::runtime_error(fmt::format("this program does not know the method '{}'", c.method()));
    for (const char* words : {"name", "method", "note", "tolerance_rule"})
      if (c.json.contains(words)) verdict.use(c.json.at(words));
    if (c.json.at("params").empty()) verdict.use(c.json.at("params"));
    for (const auto& [key, value] : c.json.items())
      for (const std::string& path : verdict.unused(value, key))
        verdict.failures.push_back(fmt::format("'{}' is not known, so it was not checked", path));
  } catch (const std::exception& e) {
    verdict.failures.emplace_back(e.what());
  }
  fmt::print("{}  {:<24} worst deviation {:.3g} of the tolerance\n",
             verdict.failures.empty() ? "pass" : "FAIL", name, verdict.worst);
  for (const std::string& failure : verdict.failures) fmt::print("      {}\n", failure);
  return verdict.failures.empty();
}

}  // namespace

int main(int argc, char** argv) {
  int passed = 0, failed = 0;
  for (int i = 1; i < argc; ++i) {
    std::vector<fs::path> cases;
    try {
      cases = find_cases(argv[i]);
    } catch (const fs::filesystem_error& e) {
      fmt::print(stderr, "tamis_golden: {}\n", e.what());
    }
    if (cases.empty()) {
      fmt::print("FAIL  {}: no case in this folder\n", argv[i]);
      ++failed;
    }
    for (const fs::path& folder : cases) (check(folder) ? passed : failed) += 1;
  }
  if (argc < 2) {
    fmt::print(stderr, "usage: tamis_golden FOLDER...\n");
    return 2;
  }
  fmt::print("{} passed, {} failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
