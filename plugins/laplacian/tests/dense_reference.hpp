/// \file dense_reference.hpp
/// The formulas of the papers with all their n x n matrices, in long double: what the fast
/// forms are held against.
#pragma once

#include <tamis/testing/score_all.hpp>

#include <catch2/catch.hpp>
#include <tamis/numerics/graph.hpp>

namespace tamis::laplacian::testing {

using namespace tamis::testing;

using Real = long double;

/// n x n.
struct Dense {
  explicit Dense(std::size_t size) : n(size), v(size * size, 0) {}
  Real& operator()(std::size_t i, std::size_t j) { return v[i * n + j]; }
  Real operator()(std::size_t i, std::size_t j) const { return v[i * n + j]; }
  std::size_t n;
  std::vector<Real> v;
};

/// f~'L f~ / f~'D f~, D = diag(S 1), L = D - S, f~ = f - (f'D1 / 1'D1) 1.
/// \param missing  of each sample, whether its f is missing: it has no edges then; empty: none is.
inline double laplacian_ratio(Dense s, std::vector<double> f, std::span<const std::uint8_t> missing = {}) {
  const std::size_t n = s.n;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!missing[i]) continue;
    f[i] = 0;
    for (std::size_t j = 0; j < n; ++j) s(i, j) = s(j, i) = 0;
  }
  std::vector<Real> d(n, 0);
  Real weighted = 0, sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) d[i] += s(i, j);
    weighted += f[i] * d[i];
    sum += d[i];
  }
  Real num = 0, den = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Real fi = f[i] - weighted / sum;
    den += fi * d[i] * fi;
    for (std::size_t j = 0; j < n; ++j) num += fi * ((i == j ? d[i] : 0) - s(i, j)) * (f[j] - weighted / sum);
  }
  return static_cast<double>(num / den);
}

using numerics::Ties;

inline Real weight_of(const Table& t, std::size_t i) { return t.weights.empty() ? 1 : t.weights[i]; }

/// Weights between 0.25 and 3.
inline Table with_weights(Table table, std::uint64_t seed) {
  Rng rng(seed);
  for (std::size_t i = 0; i < table.n; ++i) table.weights.push_back(0.25 + 2.75 * rng.uniform());
  return table;
}

/// Column j of a table, and which of its cells are missing.
inline std::vector<double> column_of(const Table& t, std::size_t j) {
  return {t.x.begin() + static_cast<std::ptrdiff_t>(j * t.n),
          t.x.begin() + static_cast<std::ptrdiff_t>((j + 1) * t.n)};
}
inline std::span<const std::uint8_t> missing_of(const Table& t, std::size_t j) {
  return t.missing.empty() ? std::span<const std::uint8_t>() : std::span(t.missing).subspan(j * t.n, t.n);
}

/// Whether i and j are close: i among the k first of j by (d, index), or the other way round; with Ties::all,
/// i as near to j as the last of these.
/// \param geometry  of d: that of l2 are squares.
inline std::vector<std::vector<bool>> close_pairs(const std::vector<std::vector<double>>& d, std::size_t k,
                                                  Ties ties, Geometry geometry) {
  const std::size_t n = d.size();
  std::vector<std::vector<bool>> close(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t j = 0; j < n; ++j)
      if (j != i && std::isfinite(d[i][j])) others.emplace_back(d[i][j], j);
    if (others.empty()) continue;
    std::sort(others.begin(), others.end());
    const double kth = others[std::min(k, others.size()) - 1].first;
    for (std::size_t e = 0; e < others.size(); ++e)
      if (ties == Ties::first ? e < k : others[e].first <= numerics::farthest_tied(kth, geometry))
        close[i][others[e].second] = close[others[e].second][i] = true;
  }
  return close;
}

/// Sums of squared differences of the features in the units of distances: of those that both samples have, scaled up to all of
/// them; infinity where these are none.
inline std::vector<std::vector<double>> squared_distances(const Dataset& data) {
  const std::size_t n = data.samples();
  std::vector<std::vector<double>> d(n, std::vector<double>(n, 0)), shared = d;
  std::vector<double> z(n);
  for (Feature f = 0; f < data.features(); ++f) {
    data.scaled_column(f, z);
    const auto missing = data.missing(f);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (missing.empty() || (!missing[i] && !missing[j])) {
          d[i][j] += (z[i] - z[j]) * (z[i] - z[j]);
          ++shared[i][j];
        }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      d[i][j] = shared[i][j] > 0 ? d[i][j] * (static_cast<double>(data.features()) / shared[i][j])
                                 : std::numeric_limits<double>::infinity();
  return d;
}

/// Outputs that depend on the first feature, known for one sample in `every`.
inline Table regression(std::size_t n, std::size_t d, std::uint64_t seed, std::size_t every = 1) {
  Table table = random_table(n, d, seed);
  std::vector<double> y(n, kUnknown);
  for (std::size_t i = 0; i < n; i += every) y[i] = table.at(i, 0) * 2 + table.at(i, 1) / 4;
  return table.with_real(y);
}

/// SLS of every feature over the known outputs, divided by their standard deviation unless that is 0.
inline std::vector<double> dense_sls(const Table& t, std::size_t k, double bandwidth, Real variance,
                                     Ties ties = Ties::all) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < t.n; ++i)
    if (!std::isnan(t.real[i])) known.push_back(i);
  const std::size_t m = known.size();
  std::vector<std::vector<double>> gap(m, std::vector<double>(m));
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) gap[i][j] = std::abs(t.real[known[i]] - t.real[known[j]]);
  const auto close = close_pairs(gap, k, ties, Geometry::l1);
  Dense s(m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j)
      if (close[i][j])
        s(i, j) = std::exp(-static_cast<Real>(gap[i][j]) * gap[i][j] / variance / bandwidth) *
                  weight_of(t, known[i]) * weight_of(t, known[j]);
  std::vector<double> scores;
  for (std::size_t f = 0; f < t.d; ++f) {
    std::vector<double> column;
    std::vector<std::uint8_t> missing;
    for (std::size_t i : known) column.push_back(t.at(i, f));
    if (!t.missing.empty())
      for (std::size_t i : known) missing.push_back(missing_of(t, f)[i]);
    scores.push_back(laplacian_ratio(s, column, missing));
  }
  return scores;
}

/// Of the known outputs, divided by m - ddof, where m is the sum of their weights.
inline Real output_variance(const Table& t, int ddof) {
  Real mean = 0, squares = 0, m = 0;
  for (std::size_t i = 0; i < t.n; ++i)
    if (const Real w = weight_of(t, i); !std::isnan(t.real[i])) mean += w * t.real[i], m += w;
  for (std::size_t i = 0; i < t.n; ++i)
    if (const Real off = t.real[i] - mean / m; !std::isnan(t.real[i])) squares += weight_of(t, i) * off * off;
  return squares / (m - ddof);
}

/// A score of 0 is off by what the sums over all pairs leave of it in long double.
inline void check_close(const std::vector<double>& got, const std::vector<double>& expected,
                        double epsilon = 1e-10) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t j = 0; j < got.size(); ++j)
    CHECK(got[j] == Approx(expected[j]).epsilon(epsilon).margin(1e-17));
}

}  // namespace tamis::laplacian::testing
