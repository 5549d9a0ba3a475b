/// \file case.hpp
/// One golden case: a folder with case.json, X.csv and, where the method needs one, target.csv.
#pragma once

#include <toml++/toml.h>
#include <tamis/dataset.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>
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

  /// Marks a value of the case as used, with all that is in it, and returns it. A case says nothing in vain:
  /// what nobody has used was not checked, and fails it.
  const nlohmann::json& use(const nlohmann::json& value) const;
  /// Where in `value`, which stands at `path`, something was not used.
  std::vector<std::string> unused(const nlohmann::json& value, const std::string& path) const;

  /// Compares a number with an expected one, which may be "inf" or "-inf".
  void compare(const nlohmann::json& tolerance, const std::string& what, double seen,
               const nlohmann::json& expected);

 private:
  mutable std::set<const nlohmann::json*> used_;
};

/// \throws std::exception  when the folder holds no case.
Case read_case(const std::filesystem::path& folder);

/// Whether this family of methods has the case's method.
bool knows_laplacian(const Case& c);
/// Compares expected.matrices with what the methods hold inside.
void check_laplacian_matrices(const Case& c, const Dataset& data, Verdict& verdict);
/// Composes the case from the registry, as any host would, and compares scores, ranking and reasons.
void check_laplacian(const Case& c, Verdict& verdict);

/// The same for label-noise-tolerant mutual information and what it is made of.
bool knows_lntmi(const Case& c);
void check_lntmi(const Case& c, Verdict& verdict);

/// Sparse logistic regression with a flip matrix, which is compared below the level of the component.
bool knows_robust_lasso(const Case& c);
void check_robust_lasso(const Case& c, Verdict& verdict);

/// The same for the Wasserstein blanket.
bool knows_wasserstein(const Case& c);
void check_wasserstein(const Case& c, Verdict& verdict);

/// Criteria on counts; a case is a list of runs on the same samples.
bool knows_counts(const Case& c);
void check_counts(const Case& c, Verdict& verdict);

/// The same for the Relief family.
bool knows_relief(const Case& c);
void check_relief(const Case& c, Verdict& verdict);

/// The same for the parts of knockoffs.
bool knows_knockoffs(const Case& c);
void check_knockoffs(const Case& c, Verdict& verdict);

}  // namespace tamis::golden
