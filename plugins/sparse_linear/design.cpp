#include "design.hpp"

#include "dots.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

using numerics::lane_sum;

/// Where fewer values are not 0, going through their list is faster than through all samples.
constexpr double kSparse = 1.0 / 3;

/// Values of a column at the samples that count, by their places among these.
struct Entries {
  std::vector<std::uint32_t> rows;
  std::vector<double> values;
};

Entries entries_of(const tamis_sparse& sparse, Index j, std::span<const std::int64_t> place) {
  Entries found;
  for (auto e = sparse.start[j]; e < sparse.start[j + 1]; ++e) {
    const std::int64_t at = place[sparse.row[e]];
    if (at < 0) continue;
    found.rows.push_back(static_cast<std::uint32_t>(at));
    found.values.push_back(sparse.value[e]);
  }
  return found;
}

}  // namespace

Design::Design(const Features& features, const CountedSamples& counted, Standardise standardise)
    : samples_(static_cast<Index>(counted.samples.size())),
      columns_(static_cast<std::size_t>(features.count())) {
  const std::size_t n = counted.samples.size();
  const double* v = counted.share.data();
  const bool has_lists = features.sparse.start != nullptr;
  std::vector<std::int64_t> place(has_lists ? features.dense.rows : 0, -1);
  if (has_lists)
    for (std::size_t i = 0; i < n; ++i) place[counted.samples[i]] = static_cast<std::int64_t>(i);

  for (std::size_t j = 0; j < columns_.size(); ++j) {
    Kept& kept = columns_[j];
    const auto start = static_cast<Index>(j);
    if (has_lists && static_cast<double>(features.sparse.start[j + 1] - features.sparse.start[j]) <
                         kSparse * static_cast<double>(features.dense.rows)) {
      Entries entries = entries_of(features.sparse, start, place);
      const auto& x = entries.values;
      const bool one_value = x.empty() || (x.size() == n && std::ranges::min(x) == std::ranges::max(x));
      if (one_value) continue;
      const auto share = [&](std::size_t e) { return v[entries.rows[e]]; };
      kept.mean = lane_sum(x.size(), [&](std::size_t e) { return share(e) * x[e]; });
      const double listed = lane_sum(x.size(), share);
      const double variance = lane_sum(x.size(),
                                       [&](std::size_t e) {
                                         const double apart = x[e] - kept.mean;
                                         return share(e) * apart * apart;
                                       }) +
                              std::max(0.0, 1 - listed) * kept.mean * kept.mean;
      kept.scale = standardise == Standardise::none ? 1 : std::sqrt(variance);
      kept.offset = kept.mean / kept.scale;
      kept.is_sparse = true;
      kept.rows = std::move(entries.rows);
      kept.values = std::move(entries.values);
      for (double& u : kept.values) u /= kept.scale;
      continue;
    }
    const Column x = features.dense.column(j);
    kept.values.resize(n);
    for (std::size_t i = 0; i < n; ++i) kept.values[i] = x[counted.samples[i]];
    std::vector<double>& z = kept.values;
    if (std::ranges::min(z) == std::ranges::max(z)) {
      z.clear();
      continue;
    }
    const double origin = z[0];  // near 1e9 the differences have more digits than the values
    for (double& value : z) value -= origin;
    const double mean = lane_sum(n, [&](std::size_t i) { return v[i] * z[i]; });
    for (double& value : z) value -= mean;
    kept.mean = origin + mean;
    kept.scale = standardise == Standardise::none
                     ? 1
                     : std::sqrt(lane_sum(n, [&](std::size_t i) { return v[i] * z[i] * z[i]; }));
    for (double& value : z) value /= kept.scale;
  }
}

void Design::project(Index j, const MatrixXd& v, double* out) const {
  const Kept& kept = at(j);
  const double* u = kept.values.data();
  const std::size_t n = kept.values.size();
  Index k = 0;
  for (; !kept.is_sparse && k + 4 <= v.cols(); k += 4)
    dots(u, v.col(k).data(), static_cast<std::size_t>(v.rows()), n, out + k);
  for (; k < v.cols(); ++k) {
    const double* to = v.col(k).data();
    const std::uint32_t* rows = kept.rows.data();
    out[k] = kept.is_sparse ? lane_sum(n, [=](std::size_t e) { return u[e] * to[rows[e]]; }) : dot(u, to, n);
  }
}

void Design::moments(Index j, const MatrixXd& h, double* first, double* second) const {
  const Kept& kept = at(j);
  const double* u = kept.values.data();
  for (Index k = 0; k < h.cols(); ++k) {
    const double* of = h.col(k).data();
    if (kept.is_sparse) {
      const std::uint32_t* rows = kept.rows.data();
      first[k] = lane_sum(kept.rows.size(), [=](std::size_t e) { return u[e] * of[rows[e]]; });
      second[k] = lane_sum(kept.rows.size(), [=](std::size_t e) { return u[e] * u[e] * of[rows[e]]; });
    } else {
      first[k] = lane_sum(kept.values.size(), [=](std::size_t i) { return u[i] * of[i]; });
      second[k] = lane_sum(kept.values.size(), [=](std::size_t i) { return u[i] * u[i] * of[i]; });
    }
  }
}

void Design::add_curved(Index j, const MatrixXd& h, const double* step, MatrixXd& v) const {
  const Kept& kept = at(j);
  const double* u = kept.values.data();
  for (Index k = 0; k < v.cols(); ++k) {
    double* to = v.col(k).data();
    for (Index l = 0; l < v.cols(); ++l) {
      const double* of = h.col(pair_index(k, l)).data();
      const double s = step[l];
      if (s == 0) continue;
      if (kept.is_sparse)
        for (std::size_t e = 0; e < kept.rows.size(); ++e) to[kept.rows[e]] += u[e] * of[kept.rows[e]] * s;
      else
        for (std::size_t i = 0; i < kept.values.size(); ++i) to[i] += u[i] * of[i] * s;
    }
  }
}

void Design::add(Index j, const double* step, MatrixXd& v) const {
  const Kept& kept = at(j);
  const double* u = kept.values.data();
  for (Index k = 0; k < v.cols(); ++k) {
    double* to = v.col(k).data();
    const double s = step[k];
    if (kept.is_sparse)
      for (std::size_t e = 0; e < kept.rows.size(); ++e) to[kept.rows[e]] += u[e] * s;
    else
      for (std::size_t i = 0; i < kept.values.size(); ++i) to[i] += u[i] * s;
  }
}

VectorXd Design::column(Index j) const {
  VectorXd z = VectorXd::Constant(samples_, -offset(j));
  const Kept& kept = at(j);
  for (std::size_t e = 0; e < kept.values.size(); ++e)
    z[kept.is_sparse ? kept.rows[e] : static_cast<Index>(e)] += kept.values[e];
  return z;
}

}  // namespace tamis::sparse_linear
