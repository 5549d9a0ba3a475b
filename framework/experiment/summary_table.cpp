#include "summary_table.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace tamis::framework {
namespace {

constexpr double kFarOff = 2;  // standard errors

std::string measure_of(const ExperimentConfig& config, const std::vector<Series>& series) {
  std::set<std::string> known;
  for (const Series& s : series) known.insert(s.measure);
  if (config.table.measure) {
    if (known.contains(*config.table.measure) || series.empty()) return *config.table.measure;
    const std::vector<std::string> names(known.begin(), known.end());
    throw ParamError(fmt::format("table.measure is {}, which was not measured; there are {}",
                                 in_quotes(*config.table.measure), listed(names)));
  }
  for (const char* measure : {kLoss, "relevant_share", "score"})
    if (known.contains(measure)) return measure;
  throw ParamError(
      "there is nothing to measure: [evaluate] predicts, generated data know which features are relevant, "
      "and criteria that measure subsets have a score");
}

/// One minus the other, split by split.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out(a.size());
  std::transform(a.begin(), a.end(), b.begin(), out.begin(), std::minus<>());
  return out;
}

/// The values of each size, one per split, of a point and method.
using Curve = std::map<std::size_t, std::vector<double>>;

/// The mean over the sizes of a range, split by split.
std::vector<double> mean_over(const Curve& curve, const TableOptions::Range& range) {
  if (curve.empty()) return {};
  std::vector<double> means(curve.begin()->second.size(), std::numeric_limits<double>::quiet_NaN());
  const auto most = static_cast<std::int64_t>(curve.rbegin()->first);
  const std::int64_t last = range.last > 0 ? range.last : most + range.last;
  for (std::size_t r = 0; r < means.size(); ++r) {
    double sum = 0, n = 0;
    for (const auto& [size, values] : curve)
      if (static_cast<std::int64_t>(size) >= range.first && static_cast<std::int64_t>(size) <= last)
        sum += values[r], ++n;
    if (n > 0) means[r] = sum / n;
  }
  return means;
}

std::string shown_range(const TableOptions::Range& range) {
  return range.last > 0    ? fmt::format("{} to {}", range.first, range.last)
         : range.last == 0 ? fmt::format("{} to all", range.first)
                           : fmt::format("{} to all but {}", range.first, -range.last);
}

bool has_listed_sizes(const ExperimentConfig& config) {
  const auto& evaluate = config.points.front().evaluate;
  return evaluate && !evaluate->sizes.empty();
}

void check_paper(const ExperimentConfig& config, const std::vector<TableRow>& rows) {
  if (!config.paper) return;
  for (const auto& [method, values] : config.paper->values) {
    if (std::find(config.methods.begin(), config.methods.end(), method) == config.methods.end())
      throw ParamError(fmt::format("paper.values.{}: no method is called so{}", method,
                                   did_you_mean(method, config.methods)));
    if (values.size() != rows.size())
      throw ParamError(fmt::format("paper.values.{} has {}; expected one per row of the table, {}", method,
                                   counted(values.size(), "number"), rows.size()));
  }
}

}  // namespace

bool Comparison::agrees() const { return z && std::fabs(*z) <= kFarOff; }

Estimate estimate(const TableRow& row, std::size_t method) {
  return estimate(by_repeat(row.values[method], row.splits));
}

Difference difference(const ExperimentConfig& config, const TableRow& row, std::size_t a, std::size_t b) {
  const std::vector<double> splits = differences(row.values[a], row.values[b]);
  const std::vector<double> repeats = by_repeat(splits, row.splits);
  const double overlap = overlap_of(config.points[row.point]);
  Difference out{estimate(repeats), overlap > 0 ? paired_test(splits, overlap) : paired_test(repeats)};
  Estimate& e = out.estimate;
  if (e.mean != 0 && !e.has_spread()) e.low = e.high = std::numeric_limits<double>::quiet_NaN();
  return out;
}

std::string Difference::reason() const {
  if (!std::isnan(p)) return "";
  return estimate.n < 2 ? "there are fewer than two differences"
                        : "all differences are equal, so how far they spread is not known";
}

std::optional<Comparison> compare(const ExperimentConfig& config, const TableRow& row, std::size_t row_number,
                                  std::size_t method) {
  if (!config.paper) return std::nullopt;
  const auto values = config.paper->values.find(config.methods[method]);
  if (values == config.paper->values.end()) return std::nullopt;
  const Estimate ours = estimate(row, method);
  const auto repeats = static_cast<double>(config.paper->repeats.value_or(config.repeats));
  const double theirs = ours.deviation / std::sqrt(repeats);
  const double difference = values->second[row_number] - ours.mean;
  Comparison out{values->second[row_number], std::nullopt};
  if (difference == 0) out.z = 0;
  if (ours.deviation > 0) out.z = difference / std::hypot(ours.standard_error, theirs);
  return out;
}

std::size_t reference_of(const ExperimentConfig& config) {
  if (config.table.reference.empty()) return 0;
  const auto found = std::find(config.methods.begin(), config.methods.end(), config.table.reference);
  if (found == config.methods.end())
    throw ParamError(fmt::format("table.reference is {}, and no method is called so{}",
                                 in_quotes(config.table.reference),
                                 did_you_mean(config.table.reference, config.methods)));
  return static_cast<std::size_t>(found - config.methods.begin());
}

double overlap_of(const PointConfig& point) {
  if (point.data.generate || !point.evaluate) return 0;
  const SplitOptions& splits = point.evaluate->splits;
  return splits.folds > 1 ? 1.0 / (splits.folds - 1) : splits.test_share / (1 - splits.test_share);
}

SummaryTable summary_table(const ExperimentConfig& config, const ExperimentResult& result) {
  const std::vector<Series> series = series_of(config, result);
  const std::string measure = measure_of(config, series);
  const std::size_t methods = config.methods.size();
  std::vector<std::size_t> splits(config.points.size(), 1);
  std::vector<std::vector<Curve>> curves(config.points.size(), std::vector<Curve>(methods));
  for (const Series& s : series)
    if (s.measure == measure) {
      curves[s.point][s.method][s.features] = s.values;
      splits[s.point] = s.splits;
    }

  SummaryTable table{measure, {}};
  const TableOptions& wanted = config.table;
  const TableOptions::Range range = wanted.mean_over.value_or(TableOptions::Range{});
  const bool sized = measure == kLoss;
  if (sized && wanted.features.empty())
    table.measure += fmt::format(", mean over {} {}", has_listed_sizes(config) ? "the listed sizes" : "sizes",
                                 shown_range(range));
  const double unit = wanted.percent ? 100 : 1;
  const auto add_row = [&](std::size_t p, std::optional<std::size_t> features, const auto& values_of) {
    TableRow row{p, features, splits[p], {}};
    for (std::size_t m = 0; m < methods; ++m) {
      row.values.push_back(values_of(curves[p][m]));
      row.values.back().resize(config.repeats * splits[p], std::numeric_limits<double>::quiet_NaN());
      for (double& v : row.values.back()) v *= unit;
    }
    table.rows.push_back(std::move(row));
  };
  for (std::size_t p = 0; p < config.points.size(); ++p) {
    if (sized && wanted.features.empty())
      add_row(p, std::nullopt, [&](const Curve& c) { return mean_over(c, range); });
    else if (sized)
      for (const std::size_t size : wanted.features)
        add_row(p, size,
                [&](const Curve& c) { return c.contains(size) ? c.at(size) : std::vector<double>(); });
    else
      add_row(p, std::nullopt,
              [&](const Curve& c) { return c.contains(0) ? c.at(0) : std::vector<double>(); });
  }
  check_paper(config, table.rows);
  return table;
}

}  // namespace tamis::framework
