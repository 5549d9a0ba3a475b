#include "kernels.hpp"
#include "likely_shares.hpp"

#include <tamis/errors.hpp>
#include <tamis/numerics/aligned.hpp>
#include <tamis/numerics/flip_correction.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

namespace tamis::numerics {
namespace {

constexpr double kLeastCondition = 1e-12;  // 1 / (|T| |T^-1|)
constexpr double kNoPart = 1e-12;  // rounding of a part that is 0
constexpr std::size_t kCellsAtOnce = 3 * kLanes;
constexpr int kFirstRounds = 50, kLastRounds = 20000;

void to_shares(std::span<double> p) {
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& v : p) v /= sum;
}

}  // namespace

FlipCorrection::FlipCorrection(ConstMatrix flips, std::span<const double> observed,
                               const CorrectionOptions& how)
    : how_(how), classes_(flips.cols) {
  const auto l = static_cast<Eigen::Index>(classes_);
  Eigen::MatrixXd t(l, l);
  bool is_identity = true;
  for (std::size_t s = 0; s < classes_; ++s)
    for (std::size_t y = 0; y < classes_; ++y) {
      t(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(y)) = flips(s, y);
      is_identity &= flips(s, y) == (s == y ? 1.0 : 0.0);
    }
  if (is_identity) return;
  const Eigen::PartialPivLU<Eigen::MatrixXd> factors(t);
  if (!(factors.rcond() >= kLeastCondition))
    throw ParamError(
        "the noise model mixes classes so that they cannot be told apart again: its matrix of p(observed | true class) has no "
        "inverse");
  for (std::size_t y = 0; y < classes_; ++y)
    if (observed[y] > 0 && t.col(static_cast<Eigen::Index>(y)).maxCoeff() <= 0)
      throw ParamError("label number " + std::to_string(y + 1) +
                       " is observed, but by the noise model no class can have it");
  const Eigen::MatrixXd inverse = factors.inverse();
  for (std::size_t a = 0; a < classes_; ++a)
    for (std::size_t b = 0; b < classes_; ++b) {
      const auto row = static_cast<Eigen::Index>(a), column = static_cast<Eigen::Index>(b);
      flips_.push_back(t(row, column));
      inverse_.push_back(inverse(row, column));
    }
  start_.assign(classes_, 1.0 / static_cast<double>(classes_));
  if (how.how == Correction::em && how.start == CorrectionStart::prior) {
    std::vector<double> q(observed.begin(), observed.end());
    to_shares(q);
    std::vector<double> g(classes_);
    most_likely(q, start_, g);
  }
}

void FlipCorrection::correct(std::span<double> cell, std::vector<double>& room) const {
  if (is_identity()) return;
  room.resize(2 * classes_);
  const std::span<double> q(room.data(), classes_), g(room.data() + classes_, classes_);
  const double weight = std::accumulate(cell.begin(), cell.end(), 0.0);
  for (std::size_t y = 0; y < classes_; ++y) q[y] = cell[y] / weight;
  switch (how_.how) {
    case Correction::em:
      std::ranges::copy(start_, cell.begin());
      expectation_maximisation(q, cell, how_.rounds, g);
      break;
    case Correction::ml:
      most_likely(q, cell, g);
      break;
    case Correction::inverse:
      inverted(q, cell);
      break;
  }
  for (double& p : cell) p *= weight;
}

void FlipCorrection::correct_all(std::span<double> cells, std::vector<double>& room) const {
  if (is_identity()) return;
  const std::size_t l = classes_;
  const std::size_t all = cells.size() / l;
  std::size_t done = 0;
  if (how_.how == Correction::em)
    while (all - done >= kLanes) {
      const std::size_t n = std::min(kCellsAtOnce, (all - done) / kLanes * kLanes);
      correct_lanes(cells.subspan(done * l, n * l), room);
      done += n;
    }
  for (; done < all; ++done) correct(cells.subspan(done * l, l), room);
}

/// EM of several cells, which are the lanes of vectors.
void FlipCorrection::correct_lanes(std::span<double> cells, std::vector<double>& room) const {
  const std::size_t l = classes_, n = cells.size() / l;
  room.resize(3 * n * l);
  double* const q = room.data();
  double* const p = q + n * l;
  std::array<double, kCellsAtOnce> weight{};
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t y = 0; y < l; ++y) weight[c] += cells[c * l + y];
    for (std::size_t y = 0; y < l; ++y) q[y * n + c] = cells[c * l + y] / weight[c];
  }
  for (std::size_t s = 0; s < l; ++s) std::fill_n(p + s * n, n, start_[s]);
  kernels().em_rounds({l, n, how_.rounds, flips_.data(), q, p, p + n * l});
  for (std::size_t c = 0; c < n; ++c)
    for (std::size_t s = 0; s < l; ++s) cells[c * l + s] = p[s * n + c] * weight[c];
}

void FlipCorrection::gradient(std::span<const double> q, std::span<const double> p,
                              std::span<double> g) const {
  std::ranges::fill(g, 0.0);
  for (std::size_t y = 0; y < classes_; ++y) {
    if (q[y] == 0) continue;
    double seen = 0;
    for (std::size_t s = 0; s < classes_; ++s) seen += p[s] * flip(s, y);
    const double ratio = q[y] / seen;
    for (std::size_t s = 0; s < classes_; ++s) g[s] += ratio * flip(s, y);
  }
}

void FlipCorrection::expectation_maximisation(std::span<const double> q, std::span<double> p, int rounds,
                                              std::span<double> g) const {
  for (int r = 0; r < rounds; ++r) {
    gradient(q, p, g);
    for (std::size_t s = 0; s < classes_; ++s) p[s] *= g[s];
  }
}

/// q T^-1 without its negative parts; whether it had none.
bool FlipCorrection::inverted(std::span<const double> q, std::span<double> p) const {
  bool inside = true;
  for (std::size_t s = 0; s < classes_; ++s) {
    double sum = 0;
    for (std::size_t y = 0; y < classes_; ++y) sum += q[y] * inverse(y, s);
    inside &= sum >= -kNoPart;
    p[s] = std::max(0.0, sum);
  }
  to_shares(p);
  return inside;
}

void FlipCorrection::most_likely(std::span<const double> q, std::span<double> p, std::span<double> g) const {
  if (inverted(q, p) || classes_ == 2) return;
  std::ranges::fill(p, 1.0 / static_cast<double>(classes_));
  expectation_maximisation(q, p, kFirstRounds, g);
  Eigen::MatrixXd t(static_cast<Eigen::Index>(classes_), static_cast<Eigen::Index>(classes_));
  for (std::size_t s = 0; s < classes_; ++s)
    for (std::size_t y = 0; y < classes_; ++y)
      t(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(y)) = flip(s, y);
  if (LikelyShares(t, q).climb(p)) return;
  expectation_maximisation(q, p, kLastRounds, g);  // slow where a class is absent, but it always comes near
}

}  // namespace tamis::numerics
