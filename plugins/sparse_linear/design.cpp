#include "design.hpp"

#include "dots.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

using numerics::lane_sum;

/// Where fewer values are not 0, going through their list is faster than through all samples.
constexpr double kSparse = 1.0 / 3;

}  // namespace

void copy_complete(const Dataset& data, Feature j, std::span<double> out) {
  data.copy_column(j, out);
  const std::span<const std::uint8_t> missing = data.missing(j);
  if (std::ranges::all_of(missing, [](std::uint8_t m) { return m == 0; })) return;
  const auto weight = [&](std::size_t i) {
    return missing[i] ? 0.0 : data.weights().empty() ? 1.0 : data.weights()[i];
  };
  const double total = lane_sum(out.size(), weight);
  const double mean =
      total > 0 ? lane_sum(out.size(),
                           [&](std::size_t i) { return weight(i) == 0 ? 0.0 : weight(i) / total * out[i]; })
                : 0.0;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (missing[i]) out[i] = mean;
}

Design::Design(const Dataset& data, const CountedSamples& counted, Standardise standardise)
    : samples_(static_cast<Index>(counted.samples.size())), columns_(data.features()) {
  const auto all = static_cast<std::size_t>(data.samples());
  const std::size_t n = counted.samples.size();
  const tamis_sparse& lists = data.sparse();
  std::vector<std::int64_t> place(data.has_sparse() ? all : 0, -1);  // of a sample, among those that count
  if (data.has_sparse())
    for (std::size_t i = 0; i < n; ++i) place[counted.samples[i]] = static_cast<std::int64_t>(i);

  std::vector<double> given(all);
  for (Feature j = 0; j < data.features(); ++j) {
    Kept& kept = columns_[j];
    if (data.has_sparse() &&
        static_cast<double>(lists.start[j + 1] - lists.start[j]) < kSparse * static_cast<double>(all)) {
      for (auto e = lists.start[j]; e < lists.start[j + 1]; ++e) {
        if (place[lists.row[e]] < 0) continue;
        kept.rows.push_back(static_cast<std::uint32_t>(place[lists.row[e]]));
        kept.values.push_back(lists.value[e]);
      }
      kept.standardise_list(counted.share, standardise);
    } else {
      copy_complete(data, j, given);
      for (const std::uint32_t i : counted.samples) kept.values.push_back(given[i]);
      kept.standardise_all(counted.share, standardise);
    }
  }
}

void Design::Kept::standardise_list(const VectorXd& v, Standardise standardise) {
  const std::size_t cells = values.size();
  const bool fills_all = cells == static_cast<std::size_t>(v.size());
  if (cells == 0 || (fills_all && std::ranges::min(values) == std::ranges::max(values))) {
    *this = {};
    return;
  }
  is_sparse = true;
  const auto share = [&](std::size_t e) { return v[rows[e]]; };
  mean = lane_sum(cells, [&](std::size_t e) { return share(e) * values[e]; });
  const double listed = lane_sum(cells, share);
  const double variance = lane_sum(cells,
                                   [&](std::size_t e) {
                                     const double apart = values[e] - mean;
                                     return share(e) * apart * apart;
                                   }) +
                          std::max(0.0, 1 - listed) * mean * mean;
  scale = standardise == Standardise::none ? 1 : std::sqrt(variance);
  offset = mean / scale;
  for (double& u : values) u /= scale;
  const auto rest = static_cast<double>(static_cast<std::size_t>(v.size()) - cells);
  norm = std::sqrt(lane_sum(cells, [&](std::size_t e) { return (values[e] - offset) * (values[e] - offset); }) +
                   rest * offset * offset);
}

void Design::Kept::standardise_all(const VectorXd& v, Standardise standardise) {
  if (std::ranges::min(values) == std::ranges::max(values)) {
    *this = {};
    return;
  }
  const std::size_t n = values.size();
  const double origin = values[0];  // near 1e9 the differences have more digits than the values
  for (double& value : values) value -= origin;
  const double from_origin = lane_sum(n, [&](std::size_t i) { return v[static_cast<Index>(i)] * values[i]; });
  for (double& value : values) value -= from_origin;
  mean = origin + from_origin;
  scale = standardise == Standardise::none ? 1 : std::sqrt(lane_sum(n, [&](std::size_t i) {
    return v[static_cast<Index>(i)] * values[i] * values[i];
  }));
  for (double& value : values) value /= scale;
  norm = std::sqrt(dot(values.data(), values.data(), n));
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
