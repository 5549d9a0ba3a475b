/// \file case.hpp
/// One golden case: a folder with case.json, X.csv and, where the method needs one, target.csv.
#pragma once

#include <toml++/toml.h>
#include <tamis/dataset.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::golden {

struct Case {
  std::filesystem::path folder;
  nlohmann::json json;  ///< case.json

  std::string name() const { return json.at("name"); }
  std::string method() const { return json.at("method"); }
  const nlohmann::json& expected() const { return json.at("expected"); }
};

/// What was found wrong, and the worst deviation in units of the case's tolerance.
struct Verdict {
  double worst = 0;
  std::vector<std::string> failures;

  /// Compares a number with an expected one, which may be "inf" or "-inf".
  void compare(const nlohmann::json& tolerance, const std::string& what, double seen,
               const nlohmann::json& expected);
};

/// \throws std::exception  when the folder holds no case.
Case read_case(const std::filesystem::path& folder);

/// Whether this family of methods has the case's method.
bool knows_laplacian(const Case& c);
/// Compares expected.matrices with what the methods hold inside.
void check_laplacian_matrices(const Case& c, const Dataset& data, Verdict& verdict);
/// Composes the case from the registry, as any host would, and compares scores, ranking and reasons.
Verdict check_laplacian(const Case& c);

/// The same for label-noise-tolerant mutual information and what it is made of.
bool knows_lntmi(const Case& c);
Verdict check_lntmi(const Case& c);

/// The same for the Wasserstein blanket.
bool knows_wasserstein(const Case& c);
Verdict check_wasserstein(const Case& c);

}  // namespace tamis::golden
