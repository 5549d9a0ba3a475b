#include <tamis/framework/experiment/output.hpp>

#include "summary_table.hpp"

#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/finite_json.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tamis::framework {
namespace {

using nlohmann::json;
using Rows = std::vector<std::vector<std::string>>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr int kWithoutErrors = 3;
constexpr double kCoarse = 3;  // an error of fewer units of the last digit gets one more

/// 0 where no error is known.
double known_error(const Estimate& e) { return e.has_spread() ? e.standard_error : 0; }

/// So many decimals that the (lower) median of the errors that are not 0 shows one digit that counts.
int decimals_for(std::vector<double> errors) {
  std::erase_if(errors, [](double e) { return !(e > 0); });
  if (errors.empty()) return kWithoutErrors;
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>((errors.size() - 1) / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return std::clamp(static_cast<int>(-std::floor(std::log10(*middle / kCoarse))), 0, 6);
}

std::string fixed(double value, int decimals) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, decimals);
}

std::vector<std::string> heading(const ExperimentConfig& config, const SummaryTable& table) {
  std::vector<std::string> cells;
  for (const Axis& axis : config.axes) cells.push_back(axis.key);
  if (!table.rows.empty() && table.rows.front().features) cells.emplace_back("features");
  return cells;
}

std::vector<std::string> beginning(const ExperimentConfig& config, const TableRow& row) {
  std::vector<std::string> cells;
  for (const std::string& value : config.points[row.point].values) cells.push_back(printable(value));
  if (row.features) cells.push_back(std::to_string(*row.features));
  return cells;
}

std::string in_aligned_columns(const Rows& rows) {
  return in_columns(rows, std::vector<bool>(rows.front().size(), false));
}

std::string shown_deviation(const Comparison& paper) {
  if (paper.agrees()) return "";
  return paper.z ? fmt::format(", z {:+.1f}", *paper.z) : ", no spread";
}

std::string means(const ExperimentConfig& config, const SummaryTable& table) {
  std::vector<double> errors;
  for (const TableRow& row : table.rows)
    for (std::size_t m = 0; m < row.values.size(); ++m) {
      const Estimate e = estimate(row, m);
      errors.push_back(known_error(e));
    }
  const int decimals = decimals_for(std::move(errors));
  Rows rows{heading(config, table)};
  for (const std::string& method : config.methods) rows.front().push_back(printable(method));
  std::size_t compared = 0, agreed = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    rows.push_back(beginning(config, table.rows[i]));
    for (std::size_t m = 0; m < config.methods.size(); ++m) {
      const Estimate e = estimate(table.rows[i], m);
      std::string cell = fixed(e.mean, decimals);
      if (e.n > 1) cell += fmt::format(" ± {}", fixed(e.standard_error, decimals));
      if (const auto paper = compare(config, table.rows[i], i, m)) {
        ++compared;
        agreed += paper->agrees();
        cell += fmt::format(" ({}{})", shortest(paper->paper), shown_deviation(*paper));
      }
      rows.back().push_back(std::move(cell));
    }
  }
  std::string out = in_aligned_columns(rows);
  if (compared > 0)
    out += fmt::format(
        "in parentheses: {}; z where it is more than two standard errors off: {} of {} agree\n",
        config.paper->source.empty() ? "the paper" : printable(config.paper->source), agreed, compared);
  return out;
}

std::string shown_difference(const Difference& d, int decimals) {
  const Estimate& e = d.estimate;
  if (e.n < 2) return fixed(e.mean, decimals);
  std::string out = fmt::format("{:+.{}f}", e.mean, decimals);
  if (!std::isnan(e.high)) out += fmt::format(" ± {:.{}f}", e.high - e.mean, decimals);
  if (std::isnan(d.p)) return out + "  no spread, no p";
  return out + (d.p < 0.001 ? "  p < 0.001" : fmt::format("  p = {:.3f}", d.p));
}

std::string paired(const ExperimentConfig& config, const SummaryTable& table) {
  const std::size_t reference = reference_of(config);
  if (config.methods.size() < 2) return "";
  std::vector<std::vector<Difference>> found;
  std::vector<double> errors;
  bool share_samples = false;
  for (const TableRow& row : table.rows) {
    share_samples |= overlap_of(config.points[row.point]) > 0;
    found.emplace_back();
    for (std::size_t m = 0; m < config.methods.size(); ++m)
      if (m != reference) found.back().push_back(difference(config, row, m, reference));
    for (const Difference& d : found.back()) errors.push_back(known_error(d.estimate));
  }
  const int decimals = decimals_for(std::move(errors));
  Rows rows{heading(config, table)};
  for (std::size_t m = 0; m < config.methods.size(); ++m)
    if (m != reference)
      rows.front().push_back(
          fmt::format("{} minus {}", printable(config.methods[m]), printable(config.methods[reference])));
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    rows.push_back(beginning(config, table.rows[i]));
    for (const Difference& d : found[i]) rows.back().push_back(shown_difference(d, decimals));
  }
  return "\npaired differences, with 95 % intervals over the repeats and a t test" +
         std::string(share_samples ? ", which allows for splits that share samples" : "") + "\n" +
         in_aligned_columns(rows);
}

json to_json(const Estimate& e) {
  return {{"n", e.n},
          {"mean", finite_or_null(e.mean)},
          {"standard_error", finite_or_null(e.standard_error)},
          {"low", finite_or_null(e.low)},
          {"high", finite_or_null(e.high)}};
}

json row_json(const ExperimentConfig& config, const TableRow& row, std::size_t number) {
  json out{{"point", config.points[row.point].values}};
  if (row.features) out["features"] = *row.features;
  const std::size_t reference = reference_of(config);
  for (std::size_t m = 0; m < config.methods.size(); ++m) {
    json& cell = out["methods"][config.methods[m]] = to_json(estimate(row, m));
    if (const auto paper = compare(config, row, number, m)) {
      cell["paper"] = paper->paper;
      cell["z"] = paper->z ? json(*paper->z) : json(nullptr);
      cell["agrees"] = paper->agrees();
    }
    if (m == reference) continue;
    const Difference d = difference(config, row, m, reference);
    cell["minus_reference"] = to_json(d.estimate);
    cell["minus_reference"]["p"] = finite_or_null(d.p);
    if (std::isnan(d.p)) cell["minus_reference"]["reason"] = d.reason();
  }
  return out;
}

std::string number_or_blank(std::size_t n) { return n ? std::to_string(n) : ""; }

}  // namespace

std::string to_table(const ExperimentConfig& config, const ExperimentResult& result) {
  const SummaryTable table = summary_table(config, result);
  std::string out = config.title.empty() ? "" : printable(config.title) + "\n";
  out += fmt::format("{}{}: means of {}, ± standard error\n", table.measure,
                     config.table.percent ? " (%)" : "", counted(config.repeats, "repeat"));
  if (result.done < result.repeats.size())
    out += fmt::format("so far: {} of {} runs\n", result.done, result.repeats.size());
  for (const PointConfig& point : config.points)
    if (point.evaluate && point.evaluate->prepare_on_all) {
      out += "features were selected and scaled on all samples, those that test too\n";
      break;
    }
  return out + "\n" + means(config, table) + paired(config, table);
}

json to_json(const ExperimentConfig& config, const ExperimentResult& result) {
  const SummaryTable table = summary_table(config, result);
  json axes = json::array(), rows = json::array(), series = json::array();
  for (const Axis& axis : config.axes) axes.push_back({{"key", axis.key}, {"values", axis.labels}});
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows.push_back(row_json(config, table.rows[i], i));
  for (const Series& s : series_of(config, result)) {
    json one = to_json(estimate(by_repeat(s.values, s.splits)));
    one["point"] = config.points[s.point].values;
    one["method"] = config.methods[s.method];
    one["measure"] = s.measure;
    if (s.features > 0) one["features"] = s.features;
    series.push_back(std::move(one));
  }
  json out{
      {"tamis_experiment", 1},
      {"title", config.title},
      {"repeats", config.repeats},
      {"runs", {{"done", result.done}, {"wanted", result.repeats.size()}}},
      {"axes", std::move(axes)},
      {"methods", config.methods},
      {"table", {{"measure", table.measure}, {"percent", config.table.percent}, {"rows", std::move(rows)}}},
      {"series", std::move(series)},
      {"config", *config.asked},
      {"provenance", to_json(result.provenance)},
      {"warnings", result.warnings}};
  if (config.methods.size() > 1) out["table"]["reference"] = config.methods[reference_of(config)];
  if (config.paper) out["paper"] = config.paper->source;
  return out;
}

std::string summary_json(const ExperimentConfig& config, const ExperimentResult& result) {
  return to_json(config, result).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string table_csv(const ExperimentConfig& config, const ExperimentResult& result) {
  const SummaryTable table = summary_table(config, result);
  const std::size_t reference = reference_of(config);
  const auto cells = [](std::initializer_list<double> numbers) {
    std::string out;
    for (const double x : numbers) out += std::isfinite(x) ? "," + shortest(x) : ",";
    return out;
  };
  std::string out;
  for (const Axis& axis : config.axes) out += csv_cell(axis.key) + ",";
  out +=
      "features,method,n,mean,standard_error,low,high,paper,z,difference,difference_low,difference_high,p\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow& row = table.rows[i];
    for (std::size_t m = 0; m < config.methods.size(); ++m) {
      for (const std::string& value : config.points[row.point].values) out += csv_cell(value) + ",";
      const Estimate e = estimate(row, m);
      out += fmt::format("{},{},{}", number_or_blank(row.features.value_or(0)), csv_cell(config.methods[m]),
                         e.n);
      out += cells({e.mean, e.standard_error, e.low, e.high});
      const auto paper = compare(config, row, i, m);
      out += paper ? cells({paper->paper, paper->z.value_or(kUnknown)}) : ",,";
      const Difference d = difference(config, row, m, reference);
      out += m == reference ? ",,,," : cells({d.estimate.mean, d.estimate.low, d.estimate.high, d.p});
      out += '\n';
    }
  }
  return out;
}

std::string to_csv(const ExperimentConfig& config, const ExperimentResult& result) {
  std::string out;
  for (const Axis& axis : config.axes) out += csv_cell(axis.key) + ",";
  out += "repeat,split,method,measure,features,value\n";
  for (std::size_t u = 0; u < result.repeats.size(); ++u) {
    std::string begin;
    for (const std::string& value : config.points[u / config.repeats].values) begin += csv_cell(value) + ",";
    begin += std::to_string(u % config.repeats + 1) + ",";
    for (const Measurement& m : result.repeats[u])
      out += fmt::format("{}{},{},{},{},{}\n", begin, number_or_blank(m.split),
                         csv_cell(config.methods[m.method]), m.measure, number_or_blank(m.features),
                         std::isnan(m.value) ? "" : shortest(m.value));
  }
  return out;
}

}  // namespace tamis::framework
