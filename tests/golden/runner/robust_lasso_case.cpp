// The tables and parameters of cases of sparse logistic regression.
#include "robust_lasso_case.hpp"

#include "outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>

namespace tamis::golden {

using namespace sparse_linear;
using nlohmann::json;

namespace {

/// Rows of a CSV file below its header; an empty line is a row of NaN.
std::vector<std::vector<double>> read_rows(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("{} cannot be read", path.filename().string()));
  std::string line;
  std::getline(file, line);
  const auto columns = static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
  std::vector<std::vector<double>> rows;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::vector<double> row;
    for (std::string cell; std::getline(cells, cell, ',');)
      row.push_back(cell.empty() ? testing::kUnknown : std::stod(cell));
    row.resize(columns, testing::kUnknown);
    rows.push_back(std::move(row));
  }
  return rows;
}

Eigen::MatrixXd as_matrix(const std::vector<std::vector<double>>& rows) {
  Eigen::MatrixXd m(static_cast<Index>(rows.size()), rows.empty() ? 0 : static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j)
      m(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return m;
}

}  // namespace

RobustLassoCase::RobustLassoCase(const Case& c, Verdict& verdict) : case_(c), verdict_(verdict) {
  // said for people: a lower score of none of these is meant
  if (c.json.contains("lower_is_better")) verdict_.use(c.json.at("lower_is_better"));
}

const json& RobustLassoCase::param(const std::string& key) const {
  return verdict_.use(case_.json.at("params").at(key));
}

std::string RobustLassoCase::word(const std::string& key, const std::vector<std::string>& known) const {
  if (!case_.json.at("params").contains(key)) return known.at(0);
  const auto said = param(key).get<std::string>();
  if (std::ranges::find(known, said) == known.end())
    throw std::runtime_error(fmt::format("params.{} is '{}', which is not known", key, said));
  return said;
}

double RobustLassoCase::number(const std::string& key, double by_default) const {
  return case_.json.at("params").contains(key) ? param(key).get<double>() : by_default;
}

std::vector<double> RobustLassoCase::list(const std::string& key) const {
  if (!case_.json.at("params").contains(key)) return {};
  return param(key).get<std::vector<double>>();
}

Eigen::MatrixXd RobustLassoCase::matrix(const std::string& key) const {
  std::vector<std::vector<double>> rows;
  for (const json& row : param(key))
    rows.push_back(row.is_array() ? row.get<std::vector<double>>() : std::vector<double>{row.get<double>()});
  return as_matrix(rows);
}

FlipPrior RobustLassoCase::prior() const {
  FlipPrior prior;
  prior.form = word("noise", {"class", "uniform"}) == "uniform" ? FlipForm::uniform : FlipForm::class_rates;
  prior.rows = param("prior_rows");
  prior.rate = param("prior_rate");
  prior.floor = param("floor");
  return prior;
}

const json& RobustLassoCase::expected(const std::string& key) const {
  return verdict_.use(case_.expected().at(key));
}

void RobustLassoCase::compare(const std::string& what, double seen, const std::string& key) {
  verdict_.compare(verdict_.use(case_.json.at("tolerance")), what, seen, expected(key));
}

void RobustLassoCase::compare(const std::string& what, const std::vector<double>& seen,
                              const std::string& key) {
  compare(what,
          Eigen::MatrixXd(Eigen::Map<const Eigen::RowVectorXd>(seen.data(), static_cast<Index>(seen.size()))),
          key);
}

void RobustLassoCase::compare(const std::string& what, const Eigen::MatrixXd& seen, const std::string& key) {
  const json& tolerance = verdict_.use(case_.json.at("tolerance"));
  const json& wanted = expected(key);
  const bool is_list = !wanted.empty() && !wanted[0].is_array();
  const auto rows = is_list ? 1 : static_cast<Index>(wanted.size());
  if (rows != seen.rows()) {
    verdict_.failures.push_back(fmt::format("{}: {} rows, expected {}", what, seen.rows(), rows));
    return;
  }
  for (Index i = 0; i < rows; ++i) {
    const json& row = is_list ? wanted : wanted[static_cast<std::size_t>(i)];
    if (static_cast<Index>(row.size()) != seen.cols()) {
      verdict_.failures.push_back(
          fmt::format("{}[{}]: {} columns, expected {}", what, i, seen.cols(), row.size()));
      return;
    }
    for (Index k = 0; k < seen.cols(); ++k)
      verdict_.compare(tolerance, fmt::format("{}[{}][{}]", what, i, k), seen(i, k),
                       row[static_cast<std::size_t>(k)]);
  }
}

void RobustLassoCase::same(const std::string& what, const json& seen, const std::string& key) {
  const json& wanted = expected(key);
  if (seen != wanted)
    verdict_.failures.push_back(fmt::format("{}: {}, expected {}", what, seen.dump(), wanted.dump()));
}

namespace {

/// The features, and beside them their knockoffs where there are any.
Eigen::MatrixXd read_features(const std::filesystem::path& folder) {
  Eigen::MatrixXd x = as_matrix(read_rows(folder / "X.csv"));
  if (!std::filesystem::exists(folder / "knockoff.csv")) return x;
  const Eigen::MatrixXd knockoffs = as_matrix(read_rows(folder / "knockoff.csv"));
  x.conservativeResize(Eigen::NoChange, x.cols() + knockoffs.cols());
  x.rightCols(knockoffs.cols()) = knockoffs;
  return x;
}

}  // namespace

RobustLassoTable::RobustLassoTable(const RobustLassoCase& c)
    : x(read_features(c.folder())),
      table(static_cast<std::size_t>(x.rows()), static_cast<std::size_t>(x.cols())) {
  table.x.assign(x.data(), x.data() + x.size());
  const auto classes = c.param("classes").get<std::uint32_t>();
  const auto rows = read_rows(c.folder() / "target.csv");
  if (c.word("target", {"classes", "soft"}) == "soft") {
    const Eigen::MatrixXd shares = as_matrix(rows);
    table.with_soft({shares.data(), shares.data() + shares.size()}, classes);
  } else {
    std::vector<std::int32_t> labels;
    for (const auto& row : rows)
      labels.push_back(std::isnan(row[0]) ? -1 : static_cast<std::int32_t>(row[0]));
    table.with_labels(labels, classes);
  }
  if (std::filesystem::exists(c.folder() / "weights.csv"))
    for (const auto& row : read_rows(c.folder() / "weights.csv")) weights.push_back(row[0]);
}

RobustLassoProblem::RobustLassoProblem(const RobustLassoCase& c, Eigen::MatrixXd t)
    : RobustLassoTable(c),
      flips(std::move(t)),
      counted(counted_samples(target(), weights)),
      reading(c.word("soft_reading", {"shares", "evidence"}) == "evidence" ? SoftReading::evidence
                                                                           : SoftReading::shares),
      observations(observe(target(), counted, reading)),
      penalty{
          c.word("penalty", {"group", "separate"}) == "separate" ? PenaltyKind::separate : PenaltyKind::group,
          c.number("alpha", 1)},
      design(table.view(), counted,
             c.word("standardise", {"deviation", "none"}) == "none" ? sparse_linear::Standardise::none
                                                                    : sparse_linear::Standardise::deviation) {
  const std::vector<double> factors = c.list("factors");
  penalty.factors = Eigen::Map<const Eigen::VectorXd>(factors.data(), static_cast<Index>(factors.size()));
}

Eigen::MatrixXd RobustLassoProblem::memberships(const Model& model) const {
  std::vector<std::uint32_t> all(table.n);
  std::iota(all.begin(), all.end(), 0u);
  const Eigen::MatrixXd eta = predictors(raw_fit(model), table.view(), all);
  Eigen::MatrixXd found = class_probabilities(eta);
  const ClassOutcome outcome(observations, flips);
  const Eigen::MatrixXd of_observed = outcome.memberships(eta(counted.samples, Eigen::all));
  for (std::size_t i = 0; i < counted.samples.size(); ++i)
    found.row(counted.samples[i]) = of_observed.row(static_cast<Index>(i));
  return found;
}

}  // namespace tamis::golden
