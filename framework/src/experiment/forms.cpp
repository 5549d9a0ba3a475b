#include <tamis/framework/experiment/forms.hpp>

#include "../run/columns.hpp"
#include "shown.hpp"

#include <tamis/framework/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

using nlohmann::json;
using Rows = std::vector<std::vector<std::string>>;

constexpr int kWithoutErrors = 3;
constexpr double kRounding = 1e-12;

/// So many decimals that a standard error shows one digit that counts.
int decimals_for(const std::vector<Estimate>& estimates) {
  double least = std::numeric_limits<double>::infinity();
  for (const Estimate& e : estimates)
    if (e.standard_error > kRounding * std::fabs(e.mean)) least = std::min(least, e.standard_error);
  return std::isinf(least) ? kWithoutErrors
                           : std::clamp(static_cast<int>(-std::floor(std::log10(least))), 0, 6);
}

std::string fixed(double value, int decimals) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, decimals);
}

std::vector<std::string> heading(const ExperimentConfig& config, const ShownTable& table) {
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

std::string means(const ExperimentConfig& config, const ShownTable& table) {
  std::vector<Estimate> all;
  for (const TableRow& row : table.rows)
    for (const auto& values : row.values) all.push_back(estimate(values));
  const int decimals = decimals_for(all);
  Rows rows{heading(config, table)};
  for (const std::string& method : config.methods) rows.front().push_back(printable(method));
  std::size_t compared = 0, agreed = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    rows.push_back(beginning(config, table.rows[i]));
    for (std::size_t m = 0; m < config.methods.size(); ++m) {
      const Estimate e = estimate(table.rows[i].values[m]);
      std::string cell = fixed(e.mean, decimals);
      if (e.n > 1) cell += fmt::format(" ± {}", fixed(e.standard_error, decimals));
      if (const auto paper = compare(config, table.rows[i], i, m)) {
        ++compared;
        agreed += paper->agrees();
        cell += fmt::format(" ({}{})", shortest(paper->paper),
                            paper->agrees() ? "" : fmt::format(", z {:+.1f}", paper->z));
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

std::string shown_difference(const std::vector<double>& difference, double overlap, int decimals) {
  const Estimate e = estimate(difference);
  if (e.n < 2) return fixed(e.mean, decimals);
  const double p = paired_test(difference, overlap);
  return fmt::format("{:+.{}f} ± {:.{}f}  {}", e.mean, decimals, e.high - e.mean, decimals,
                     p < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", p));
}

std::string paired(const ExperimentConfig& config, const ShownTable& table) {
  const std::size_t reference = reference_of(config);
  if (config.methods.size() < 2) return "";
  std::vector<Estimate> all;
  for (const TableRow& row : table.rows)
    for (std::size_t m = 0; m < config.methods.size(); ++m)
      if (m != reference) all.push_back(estimate(differences(row.values[m], row.values[reference])));
  const int decimals = decimals_for(all);
  Rows rows{heading(config, table)};
  bool resampled = false;
  for (std::size_t m = 0; m < config.methods.size(); ++m)
    if (m != reference)
      rows.front().push_back(
          fmt::format("{} minus {}", printable(config.methods[m]), printable(config.methods[reference])));
  for (const TableRow& row : table.rows) {
    rows.push_back(beginning(config, row));
    const double overlap = overlap_of(config.points[row.point]);
    resampled |= overlap > 0;
    for (std::size_t m = 0; m < config.methods.size(); ++m)
      if (m != reference)
        rows.back().push_back(
            shown_difference(differences(row.values[m], row.values[reference]), overlap, decimals));
  }
  return "\npaired differences, with 95 % intervals over the repeats and a paired t test" +
         std::string(resampled ? ", corrected for repeats that share samples (Nadeau, Bengio 2003)" : "") +
         "\n" + in_aligned_columns(rows);
}

json to_json(const Estimate& e) {
  const auto number = [](double x) { return std::isfinite(x) ? json(x) : json(nullptr); };
  return {{"n", e.n},
          {"mean", number(e.mean)},
          {"standard_error", number(e.standard_error)},
          {"low", number(e.low)},
          {"high", number(e.high)}};
}

json row_json(const ExperimentConfig& config, const TableRow& row, std::size_t number) {
  json out{{"point", config.points[row.point].values}};
  if (row.features) out["features"] = *row.features;
  const std::size_t reference = reference_of(config);
  for (std::size_t m = 0; m < config.methods.size(); ++m) {
    json& cell = out["methods"][config.methods[m]] = to_json(estimate(row.values[m]));
    if (const auto paper = compare(config, row, number, m)) {
      cell["paper"] = paper->paper;
      cell["z"] = std::isfinite(paper->z) ? json(paper->z) : json(nullptr);
      cell["agrees"] = paper->agrees();
    }
    if (m == reference) continue;
    const std::vector<double> difference = differences(row.values[m], row.values[reference]);
    json& beside = cell["minus_reference"] = to_json(estimate(difference));
    const double p = paired_test(difference, overlap_of(config.points[row.point]));
    beside["p"] = std::isnan(p) ? json(nullptr) : json(p);
  }
  return out;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string to_table(const ExperimentConfig& config, const ExperimentResult& result) {
  const ShownTable table = shown_table(config, result);
  std::string out = config.title.empty() ? "" : printable(config.title) + "\n";
  out += fmt::format("{}{}: means of {}, ± standard error\n", table.measure,
                     config.table.percent ? " (%)" : "", counted(config.repeats, "repeat"));
  if (result.done < result.units.size())
    out += fmt::format("so far: {} of {} runs\n", result.done, result.units.size());
  for (const PointConfig& point : config.points)
    if (point.evaluate && point.evaluate->prepare_on_all) {
      out += "features were selected and scaled on all samples, those that test too\n";
      break;
    }
  return out + "\n" + means(config, table) + paired(config, table);
}

json to_json(const ExperimentConfig& config, const ExperimentResult& result) {
  const ShownTable table = shown_table(config, result);
  json axes = json::array(), rows = json::array(), series = json::array();
  for (const Axis& axis : config.axes) axes.push_back({{"key", axis.key}, {"values", axis.labels}});
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows.push_back(row_json(config, table.rows[i], i));
  for (const Series& s : series_of(config, result)) {
    json one = to_json(estimate(s.values));
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
      {"runs", {{"done", result.done}, {"wanted", result.units.size()}}},
      {"axes", std::move(axes)},
      {"methods", config.methods},
      {"table", {{"measure", table.measure}, {"percent", config.table.percent}, {"rows", std::move(rows)}}},
      {"series", std::move(series)},
      {"config", config.asked},
      {"provenance", to_json(result.provenance)},
      {"warnings", result.warnings}};
  if (config.methods.size() > 1) out["table"]["reference"] = config.methods[reference_of(config)];
  if (config.paper) out["paper"] = config.paper->source;
  return out;
}

std::string to_csv(const ExperimentConfig& config, const ExperimentResult& result) {
  std::string out;
  for (const Axis& axis : config.axes) out += csv_cell(axis.key) + ",";
  out += "repeat,method,measure,features,value\n";
  for (std::size_t u = 0; u < result.units.size(); ++u) {
    std::string begin;
    for (const std::string& value : config.points[u / config.repeats].values) begin += csv_cell(value) + ",";
    begin += std::to_string(u % config.repeats + 1) + ",";
    for (const Measurement& m : result.units[u])
      out += fmt::format("{}{},{},{},{}\n", begin, csv_cell(config.methods[m.method]), m.measure,
                         m.features ? std::to_string(m.features) : "",
                         std::isnan(m.value) ? "" : shortest(m.value));
  }
  return out;
}

}  // namespace tamis::framework
