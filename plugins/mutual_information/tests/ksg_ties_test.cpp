// Equal distances, which the rounding of z-scores parts: scores depend neither on the order of samples nor on
// the unit or origin of features and outputs, and a copy of a feature adds nothing.
#include "ksg_fixture.hpp"

#include <tamis/testing/score_all.hpp>

#include <fstream>
#include <map>
#include <sstream>

namespace {

using namespace tamis;
using namespace tamis::mutual_information::testing;

// A shipped table, all numbers but the class in the last column.
Table shipped(const std::string& name) {
  std::ifstream file(TAMIS_TEST_DATA "/" + name + ".csv");
  std::vector<std::vector<double>> rows;
  std::map<std::string, std::int32_t> codes;
  std::vector<std::int32_t> labels;
  std::string line, cell;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line.substr(0, line.rfind(',')));
    rows.emplace_back();
    while (std::getline(cells, cell, ',')) rows.back().push_back(std::stod(cell));
    const std::string name_of_class = line.substr(line.rfind(',') + 1);
    labels.push_back(codes.emplace(name_of_class, static_cast<std::int32_t>(codes.size())).first->second);
  }
  Table table(rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < table.n; ++i)
    for (std::size_t f = 0; f < table.d; ++f) table.at(i, f) = rows[i][f];
  return table.with_labels(std::move(labels), static_cast<std::uint32_t>(codes.size()));
}

Features first(std::size_t count) {
  Features features(count);
  std::iota(features.begin(), features.end(), Feature{0});
  return features;
}

// Every feature alone, and the first eight step by step.
std::vector<double> scores_of(Table table) {
  table.standardise();
  Prepared prepared(table, 3);
  std::vector<double> scores = prepared.move(Move::add, {}, first(table.d));
  for (std::size_t size : {2, 3, 4, 8})
    if (size <= table.d) scores.push_back(prepared.whole(first(size)));
  return scores;
}

void check_invariant(const Table& table) {
  const std::vector<double> scores = scores_of(table);
  for (std::uint64_t seed : {1, 2, 3}) CHECK(scores_of(reordered(table, shuffled(table.n, seed))) == scores);
  Table moved = table;
  for (double& x : moved.x) x = 3 * x + 100;
  for (double& y : moved.real) y = 100 - 3 * y;
  CHECK(scores_of(moved) == scores);
}

// n^2 variances: distances on z-scores are compared in whole numbers, their squares times all of these.
std::int64_t spread(std::span<const double> x) {
  std::int64_t sum = 0, squares = 0;
  for (double v : x) sum += std::llround(v), squares += std::llround(v * v);
  return static_cast<std::int64_t>(x.size()) * squares - sum * sum;
}

// The definition in whole numbers, for features and outputs on z-scores.
double exact_information(Table& table, std::size_t d, std::size_t k) {
  const bool classes = table.kind == TargetKind::classes;
  std::vector<std::span<const double>> columns;
  for (std::size_t f = 0; f < d; ++f) columns.push_back(table.column(f));
  if (!classes) columns.push_back(table.real);
  const std::size_t n = table.n, c = columns.size();
  std::vector<std::int64_t> weight(c, 1);
  for (std::size_t f = 0; f < c; ++f)
    for (std::size_t g = 0; g < c; ++g)
      if (g != f) weight[f] *= spread(columns[g]);
  const auto distance = [&](std::size_t f, std::size_t i, std::size_t j) {
    const std::int64_t difference = std::llround(columns[f][i] - columns[f][j]);
    return difference * difference * weight[f];
  };
  constexpr std::int64_t kOtherClass = std::numeric_limits<std::int64_t>::max();
  long double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::int64_t> in_x(n, 0), in_y(n, 0), others;
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t f = 0; f < d; ++f) in_x[j] = std::max(in_x[j], distance(f, i, j));
      in_y[j] = !classes ? distance(d, i, j) : table.labels[i] == table.labels[j] ? 0 : kOtherClass;
      if (j != i && in_y[j] < kOtherClass) others.push_back(std::max(in_x[j], in_y[j]));
    }
    std::sort(others.begin(), others.end());
    const std::int64_t radius = others[std::min(k, others.size()) - 1];
    std::size_t n_x = 0, n_y = 0, n_xy = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const bool near_x = in_x[j] == 0 || in_x[j] < radius, near_y = in_y[j] == 0 || in_y[j] < radius;
      n_x += near_x, n_y += near_y, n_xy += near_x && near_y;
    }
    sum += psi(n_xy) + psi(n) - psi(n_x) - psi(n_y);
  }
  return static_cast<double>(sum / static_cast<long double>(n));
}

}  // namespace

TEST_CASE("ksg_mi of ten integers is the same number in both orders of their rows", "[ksg_mi][ties]") {
  // Exactly worked out; with the last digits of z-scores one order gave 0.0588492.
  Table table(10, 1);
  table.x = {3, 2, 6, 3, 7, 5, 1, 4, 3, 5};
  table.with_labels({1, 1, 1, 1, 0, 0, 1, 1, 0, 1}, 2);
  CHECK(exact_information(table, 1, 3) == Approx(0.00884921).margin(5e-9));
  for (std::uint64_t seed : {0, 1, 2, 3, 4, 5, 6, 7}) {
    Table other = reordered(table, shuffled(10, seed));
    other.standardise();
    CHECK(whole(other, {0}) == nearly(exact_information(table, 1, 3)));
  }
}

TEST_CASE("ksg_mi of integers on z-scores is what whole numbers say", "[ksg_mi][ties]") {
  const std::size_t n = GENERATE(20, 40, 60), d = GENERATE(1, 2, 3);
  const std::uint64_t values = GENERATE(3, 7, 12);  // few, so that products of spreads fit
  const bool classes = GENERATE(true, false);
  Table table = integer_table(n, d, n + d + values, values);
  if (classes)
    table.with_labels(random_labels(n, 2, values), 2);
  else
    regress(table);
  const std::size_t k = GENERATE(1, 3, 7);
  const double exact = exact_information(table, d, k);
  table.standardise();
  CHECK(whole(table, first(d), static_cast<int>(k)) == nearly(exact));
}

TEST_CASE("ksg_mi of tied data is the same bits for any order of samples, shift and scale",
          "[ksg_mi][ties][property]") {
  SECTION("integers") {
    Table table = integer_table(200, 9, 21, GENERATE(4, 15, 60));
    GENERATE(true, false) ? classify(table) : regress(table);
    check_invariant(table);
  }
  SECTION("shipped sets") {
    Table table = shipped(GENERATE("iris", "wine", "sonar", "glass", "vehicle"));
    check_invariant(table);
    // the last feature as the outcome
    const std::vector<double> y(table.x.end() - static_cast<std::ptrdiff_t>(table.n), table.x.end());
    Table others(table.n, table.d - 1);
    others.x.assign(table.x.begin(), table.x.end() - static_cast<std::ptrdiff_t>(table.n));
    check_invariant(others.with_real(y));
  }
}

TEST_CASE("ksg_mi of a subset does not change with a copy of a feature or a constant, bit by bit",
          "[ksg_mi][ties][degenerate]") {
  const std::size_t size = GENERATE(1, 2, 4, 7);  // few features and many
  const bool classes = GENERATE(true, false);
  Table table = table_of(150, size + 4, GENERATE(0, 9));
  classes ? classify(table) : regress(table);
  const Feature same = static_cast<Feature>(size), affine = same + 1, constant = same + 2, other = same + 3;
  for (std::size_t i = 0; i < table.n; ++i) {
    table.at(i, same) = table.at(i, 0);
    table.at(i, affine) = 25.4 - 0.7 * table.at(i, size - 1);
    table.at(i, constant) = 0.3;
  }
  table.standardise();
  Prepared prepared(table, 3);
  const Features subset = first(size);
  const double alone = prepared.whole(subset);
  CHECK(prepared.move(Move::add, subset, {same, affine, constant}) == std::vector(3, alone));
  Features all = subset;
  all.insert(all.end(), {same, affine, constant});
  CHECK(prepared.whole(all) == alone);
  Features with_other = subset;
  with_other.push_back(other);
  CHECK(prepared.move(Move::add, all, {other})[0] == prepared.whole(with_other));
  CHECK(prepared.move(Move::remove, all, {same, affine, constant}) == std::vector(3, alone));
}
