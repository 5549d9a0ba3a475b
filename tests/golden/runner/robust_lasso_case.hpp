/// \file robust_lasso_case.hpp
/// A case of sparse logistic regression with a flip matrix: its tables, its parameters and comparisons.
#pragma once

#include "case.hpp"
#include "flip_matrix.hpp"
#include "model.hpp"
#include "observations.hpp"

#include <tamis/testing/table.hpp>

namespace tamis::golden {

class RobustLassoCase {
 public:
  RobustLassoCase(const Case& c, Verdict& verdict);

  const std::filesystem::path& folder() const { return case_.folder; }
  /// A parameter that the case must have.
  const nlohmann::json& param(const std::string& key) const;
  /// A word among those that are known, the first of which is the default.
  std::string word(const std::string& key, const std::vector<std::string>& known) const;
  double number(const std::string& key, double by_default) const;
  std::vector<double> list(const std::string& key) const;
  /// Rows of numbers, or one number in each row.
  Eigen::MatrixXd matrix(const std::string& key) const;
  sparse_linear::FlipPrior prior() const;

  void compare(const std::string& what, double seen, const std::string& key);
  void compare(const std::string& what, const std::vector<double>& seen, const std::string& key);
  /// A matrix of rows; what is one row may be a list.
  void compare(const std::string& what, const Eigen::MatrixXd& seen, const std::string& key);
  void same(const std::string& what, const nlohmann::json& seen, const std::string& key);

 private:
  const nlohmann::json& expected(const std::string& key) const;
  const Case& case_;
  Verdict& verdict_;
};

/// The tables of a case.
struct RobustLassoTable {
  explicit RobustLassoTable(const RobustLassoCase& c);
  Target target() const { return table.view().target(); }

  Eigen::MatrixXd x;
  std::vector<double> weights;
  mutable testing::Table table;
};

/// What is fitted: everything but T.
struct RobustLassoProblem : RobustLassoTable {
  RobustLassoProblem(const RobustLassoCase& c, Eigen::MatrixXd flips);
  /// Of all samples: of what was observed, or p(x) where nothing was.
  Eigen::MatrixXd memberships(const sparse_linear::Model& model) const;

  Eigen::MatrixXd flips;
  sparse_linear::CountedSamples counted;
  sparse_linear::SoftReading reading;
  sparse_linear::Observations observations;
  sparse_linear::Penalty penalty;
  sparse_linear::Design design;
};

}  // namespace tamis::golden
