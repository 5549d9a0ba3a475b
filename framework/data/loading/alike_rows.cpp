#include "alike_rows.hpp"

#include <tamis/framework/support/parallel.hpp>
#include <tamis/numerics/column_moments.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {
namespace {

constexpr double kBeyondChance = 0.4;
constexpr std::uint64_t kFewestRowsCompared = 100;
constexpr std::uint64_t kMostQueries = 200, kMostOthers = 5000, kMostFeaturesCompared = 100;

/// At most `count` of 0..n-1, evenly spread.
std::vector<std::uint64_t> spread(std::uint64_t n, std::uint64_t count) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t k = 0; k < std::min(n, count); ++k) out.push_back(k * n / std::min(n, count));
  return out;
}

bool are_near(std::uint64_t a, std::uint64_t b) { return std::max(a, b) - std::min(a, b) <= kNearRows; }

/// Rows to be compared with each of the queries: some of all, and those near the queries. Ascending.
std::vector<std::uint64_t> rows_beside(const std::vector<std::uint64_t>& queries, std::uint64_t n) {
  std::vector<std::uint64_t> out = spread(n, kMostOthers);
  for (const std::uint64_t q : queries)
    for (std::uint64_t i = q - std::min(q, kNearRows); i < std::min(n, q + kNearRows + 1); ++i)
      out.push_back(i);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<double> known(std::span<const double> values) {
  std::vector<double> out;
  std::ranges::copy_if(values, std::back_inserter(out), [](double x) { return !std::isnan(x); });
  return out;
}

bool is_sorted(std::span<const double> values) {
  return std::ranges::is_sorted(values) || std::ranges::is_sorted(values, std::ranges::greater());
}

/// Some rows of a feature, in standard deviations of all; nothing if it sorts the rows, as a constant does.
std::vector<double> standardised(std::span<const double> values, const std::vector<std::uint64_t>& rows) {
  const std::vector<double> given = known(values);
  if (is_sorted(given)) return {};
  const numerics::ColumnMoments moments = numerics::column_moments(given);
  const double deviation = std::sqrt(moments.squares / static_cast<double>(given.size()));
  std::vector<double> out;
  for (const std::uint64_t i : rows)
    out.push_back(std::isnan(values[i]) ? 0 : (moments.scale(values[i]) - moments.mean) / deviation);
  return out;
}

/// The rows of some features, one feature after the other; those that other processes hold, too.
std::vector<double> features_of(const DataTable& table, const std::vector<std::uint64_t>& rows,
                                const Division* division) {
  std::vector<double> out;
  for (const std::uint64_t j : spread(table.feature_names.size(), kMostFeaturesCompared)) {
    if (j < table.first_column() || j >= table.first_column() + table.columns()) continue;
    const auto column =
        table.values.span().subspan((j - table.first_column()) * table.samples, table.samples);
    std::ranges::copy(standardised(column, rows), std::back_inserter(out));
  }
  if (!division) return out;
  std::string all;
  for (const std::string& of_process :
       division->all_gather({reinterpret_cast<const char*>(out.data()), out.size() * sizeof(double)}))
    all += of_process;
  out.resize(all.size() / sizeof(double));
  std::memcpy(out.data(), all.data(), all.size());
  return out;
}

/// A share of rows.
struct Tally {
  double all = 0, near = 0;
  void add(bool is_near) { all += 1, near += is_near; }
  double value() const { return all > 0 ? near / all : 0; }
};

/// Of one row; a part of it if several are equally similar.
AlikeRows alike_to(std::uint64_t query, const std::vector<std::uint64_t>& rows,
                   std::span<const double> features, const std::vector<std::int32_t>& labels) {
  const auto own = static_cast<std::size_t>(std::ranges::lower_bound(rows, query) - rows.begin());
  std::vector<double> squares(rows.size());
  for (std::size_t first = 0; first < features.size(); first += rows.size())
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double apart = features[first + k] - features[first + own];
      squares[k] += apart * apart;
    }
  double least = std::numeric_limits<double>::infinity();
  for (const double square : squares)
    if (square > 0) least = std::min(least, square);
  Tally most_similar, same_class, any;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!(squares[k] > 0)) continue;
    const bool is_near = are_near(rows[k], query);
    if (squares[k] == least) most_similar.add(is_near);
    any.add(is_near);
    if (!labels.empty() && labels[rows[k]] == labels[query]) same_class.add(is_near);
  }
  return {most_similar.value(), same_class.all > 0 ? same_class.value() : any.value()};
}

}  // namespace

std::optional<AlikeRows> alike_rows(const DataTable& table, const Division* division) {
  if (table.samples < kFewestRowsCompared) return {};
  if (table.target.kind == TargetKind::real && is_sorted(known(table.target.real))) return {};
  const std::vector<std::uint64_t> queries = spread(table.samples, kMostQueries);
  const std::vector<std::uint64_t> rows = rows_beside(queries, table.samples);
  const std::vector<double> features = features_of(table, rows, division);
  if (features.empty()) return {};
  std::vector<AlikeRows> of(queries.size());
  parallel_for(queries.size(),
               [&](std::uint64_t q) { of[q] = alike_to(queries[q], rows, features, table.target.labels); });
  AlikeRows mean;
  for (const AlikeRows& one : of) {
    mean.share += one.share / static_cast<double>(of.size());
    mean.by_chance += one.by_chance / static_cast<double>(of.size());
  }
  if (mean.share - mean.by_chance < kBeyondChance) return {};
  return mean;
}

}  // namespace tamis::framework
