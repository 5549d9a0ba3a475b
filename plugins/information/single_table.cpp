#include "single_table.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace tamis::information {

Score PearsonChiSquared::score(const SingleTable& t, const NoOptions&) {
  const std::vector<double>& of_x = t.margins.of_x();
  const std::vector<double>& of_class = t.margins.of_class();
  double statistic = 0;
  for (std::size_t c = 0; c < t.table.size(); ++c)
    for (std::size_t s = 0; s < t.table.classes; ++s) {
      const double expected = of_x[t.table.x[c]] * of_class[s] / t.sums.n;
      if (expected == 0) continue;
      const double off = t.table.cell(c)[s] - expected;
      statistic += off * off / expected;
    }
  return statistic;
}

Score GiniGain::score(const SingleTable& t, const NoOptions&) {
  const double n = t.sums.n;
  double known = 0, unknown = 0;
  for (std::size_t c = 0; c < t.table.size(); ++c)
    for (const double w : t.table.cell(c)) known += w * w / (t.margins.of_x()[t.table.x[c]] * n);
  for (const double w : t.margins.of_class()) unknown += (w / n) * (w / n);
  return known - unknown;
}

Score Auc::score(const SingleTable& t, const NoOptions&) {
  const std::vector<double>& of_class = t.margins.of_class();
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < t.table.classes; ++a)
    for (std::size_t b = a + 1; b < t.table.classes; ++b) {
      if (of_class[a] == 0 || of_class[b] == 0) continue;
      double below = 0, wins = 0;  // of class b
      for (std::size_t c = 0; c < t.table.size(); ++c) {
        const double here = t.table.cell(c)[b];
        wins += t.table.cell(c)[a] * (below + here / 2);
        below += here;
      }
      const double area = wins / (of_class[a] * of_class[b]);
      sum += std::max(area, 1 - area);
      ++pairs;
    }
  return sum / pairs;
}

namespace {

/// For each code its group, of `groups` with about equally many samples.
std::vector<std::size_t> grouped(const std::vector<double>& of_code, double total, std::size_t groups) {
  std::vector<std::size_t> group;
  double before = 0;
  for (const double here : of_code) {
    const double middle = (before + here / 2) / total;
    group.push_back(std::min(groups - 1, static_cast<std::size_t>(middle * static_cast<double>(groups))));
    before += here;
  }
  return group;
}

}  // namespace

Score DeterminantMi::score(const SingleTable& t, const Options& options) {
  const std::size_t l = t.table.classes;
  std::vector<std::size_t> row(t.margins.of_x().size());
  std::iota(row.begin(), row.end(), std::size_t{0});
  if (t.table.x.back() >= l) {
    if (!options.merge) return undefined("more codes than classes");
    row = grouped(t.margins.of_x(), t.sums.n, l);
  }
  const auto size = static_cast<Eigen::Index>(l);
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t c = 0; c < t.table.size(); ++c)
    for (std::size_t s = 0; s < l; ++s)
      shares(static_cast<Eigen::Index>(row[t.table.x[c]]), static_cast<Eigen::Index>(s)) +=
          t.table.cell(c)[s] / t.sums.n;
  double rows = 1;
  for (Eigen::Index r = 0; r < size; ++r) rows *= shares.row(r).norm();
  const double determinant = std::abs(shares.fullPivLu().determinant());
  constexpr double kSingular = 1e-12;
  if (!(determinant > kSingular * rows)) return undefined("singular");
  return numerics::logarithm(determinant);
}

void require_codes(const Dataset& data) {
  std::uint32_t most = 0;
  for (Feature j = 0; j < data.features(); ++j) most = std::max(most, data.levels(j));
  if (most < data.target().classes())
    throw DataError("a determinant needs features of as many codes as there are classes, " +
                    std::to_string(data.target().classes()) + ", and none has more than " +
                    std::to_string(most) + "; raise `data.bins`, or choose another criterion");
}

}  // namespace tamis::information
