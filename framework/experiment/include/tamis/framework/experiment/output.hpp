/// \file output.hpp
/// An experiment for people and for programs.
#pragma once

#include <tamis/framework/experiment/summary.hpp>

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// One row of the table: a point, at a size where the measure has one.
struct TableRow {
  std::size_t point = 0;
  std::optional<std::size_t> features;
  std::size_t splits = 1;                   ///< of a repeat
  std::vector<std::vector<double>> values;  ///< per method, one per split of each repeat, in the table's unit
};

/// What the config wants to be shown.
struct SummaryTable {
  std::string measure;  ///< "loss, mean over sizes 2 to all but 1"
  std::vector<TableRow> rows;
};

/// \throws ParamError  table.measure, features or reference ask for what was not measured, or [paper] has not
///                     one number per row.
SummaryTable summary_table(const ExperimentConfig& config, const ExperimentResult& result);

/// For people: means with standard errors, beside the paper's numbers, and paired differences.
std::string to_table(const ExperimentConfig& config, const ExperimentResult& result);
/// The same as JSON, and every series with its interval.
nlohmann::json to_json(const ExperimentConfig& config, const ExperimentResult& result);
/// The text of the file: to_json(), indented, with a line end. What is not UTF-8 is marked.
std::string summary_json(const ExperimentConfig& config, const ExperimentResult& result);
/// The table with all that is known of each mean, one line per row and method: the values of the axes,
/// features, method, n, mean, standard_error, low, high; of the paper's number paper, z; of the difference
/// from the reference difference, difference_low, difference_high, p.
std::string table_csv(const ExperimentConfig& config, const ExperimentResult& result);
/// Every number: the values of the axes, repeat and split (from 1), method, measure, features, value.
std::string to_csv(const ExperimentConfig& config, const ExperimentResult& result);
/// The figure: a line per method with its 95 % interval, a panel per combination of the other axes. "" where
/// there is nothing to draw a line through.
std::string to_svg(const ExperimentConfig& config, const ExperimentResult& result);

}  // namespace tamis::framework
