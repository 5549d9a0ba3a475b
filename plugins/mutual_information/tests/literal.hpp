/// \file literal.hpp
/// The formulas of the paper word for word, in plain loops with whole sorts: slow, and written without the
/// code under test (but for digamma, whose own test compares it with known values).
#pragma once

#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tamis::mutual_information::literal {

using Rows = std::vector<std::vector<double>>;  // [sample][class or feature]
using numerics::digamma;

enum class Norm { l1, l2, linf };

struct Problem {
  Rows x;
  std::vector<int> y;          ///< -1 unknown
  std::vector<double> weight;  ///< of each sample, with the mean 1; empty: 1 each
  int classes = 2;
  Norm norm = Norm::l2;
  bool self_in_em = true, self_in_mi = true;
  int k = 8, k_em = 3, iterations = 100;
  double tolerance = 1e-6;
  std::size_t n() const { return x.size(); }
  std::size_t d() const { return x[0].size(); }
  double w(std::size_t i) const { return weight.empty() ? 1.0 : weight[i]; }
};

inline double distance(const Problem& p, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t f = 0; f < p.d(); ++f) {
    const double a = std::abs(p.x[i][f] - p.x[j][f]);
    sum = p.norm == Norm::l2 ? sum + a * a : p.norm == Norm::l1 ? sum + a : std::max(sum, a);
  }
  return p.norm == Norm::l2 ? std::sqrt(sum) : sum;
}

/// Log volume of the ball of diameter 1.
inline double log_volume(Norm norm, double d) {
  if (norm == Norm::linf) return 0;
  if (norm == Norm::l1) return -std::lgamma(d + 1);
  return d / 2 * std::log(std::acos(-1.0)) - std::lgamma(d / 2 + 1) - d * std::log(2.0);
}

/// The other samples by (distance, index).
inline std::vector<std::size_t> neighbours(const Problem& p, std::size_t i) {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < p.n(); ++j)
    if (j != i) order.push_back(j);
  std::vector<double> r(p.n());
  for (std::size_t j = 0; j < p.n(); ++j) r[j] = distance(p, i, j);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return r[a] < r[b]; });
  return order;
}

inline double log_diameter(double r) { return std::log(std::max(2 * r, 1e-10)); }

/// Algorithm 1 and eq. (15).
inline Rows log_densities(const Problem& p, const Rows& gamma, int k, bool self) {
  Rows log_p(p.n(), std::vector<double>(gamma[0].size()));
  for (std::size_t s = 0; s < gamma[0].size(); ++s) {
    double total = 0;
    for (std::size_t i = 0; i < p.n(); ++i) total += p.w(i) * gamma[i][s];
    for (std::size_t i = 0; i < p.n(); ++i) {
      double mass = self ? gamma[i][s] : 0, r = 0;
      for (std::size_t j : neighbours(p, i)) {
        if (mass >= k - 1e-6) break;
        mass += p.w(j) * gamma[j][s];
        r = distance(p, i, j);
      }
      log_p[i][s] = digamma(std::max(mass, 1e-3)) - digamma(std::max(total, 1e-3)) -
                    log_volume(p.norm, static_cast<double>(p.d())) -
                    static_cast<double>(p.d()) * log_diameter(r);
    }
  }
  return log_p;
}

/// The smallest ball around sample i in which the others that `counts` weigh k, or all of them: what they weigh, and its
/// radius.
template <class Counts>
std::pair<double, double> ball(const Problem& p, std::size_t i, const Counts& counts) {
  double mass = 0, r = 0;
  for (std::size_t j : neighbours(p, i)) {
    if (mass >= p.k - 1e-6) break;
    if (counts(j)) mass += p.w(j), r = distance(p, i, j);
  }
  return {mass, r};
}

/// Eqs. (5) and (19).
inline double information(const Problem& p, const Rows& gamma) {
  const double n = static_cast<double>(p.n()), d = static_cast<double>(p.d());
  double entropy = digamma(n) + log_volume(p.norm, d), sum = 0;
  for (std::size_t i = 0; i < p.n(); ++i) {
    const auto [mass, r] = ball(p, i, [](std::size_t) { return true; });
    entropy += p.w(i) / n * (d * log_diameter(r) - digamma(mass));
  }
  const Rows log_p = log_densities(p, gamma, p.k, p.self_in_mi);
  for (std::size_t i = 0; i < p.n(); ++i)
    for (std::size_t s = 0; s < gamma[0].size(); ++s)
      if (gamma[i][s] > 0) sum += p.w(i) * gamma[i][s] * log_p[i][s];
  return entropy + sum / n;
}

inline std::vector<double> observed_shares(const Problem& p) {
  std::vector<double> share(static_cast<std::size_t>(p.classes));
  double known = 0;
  for (std::size_t i = 0; i < p.n(); ++i)
    if (p.y[i] >= 0) share[static_cast<std::size_t>(p.y[i])] += p.w(i), known += p.w(i);
  for (double& v : share) v /= known;
  return share;
}

/// One run of the EM with a flip rate per class; memberships of the iteration with the largest likelihood.
struct Em {
  Rows gamma;
  std::vector<double> rates, priors;
  double log_likelihood = 0;
};
inline Em em(const Problem& p, std::vector<double> rates) {
  const std::size_t l = static_cast<std::size_t>(p.classes);
  const std::vector<double> share = observed_shares(p);
  std::vector<double> priors = share;
  double labelled = 0;
  for (std::size_t i = 0; i < p.n(); ++i) labelled += p.y[i] >= 0 ? p.w(i) : 0;
  const auto flip = [&](int y, std::size_t s) {
    return y < 0 ? 1.0 : y == static_cast<int>(s) ? 1 - rates[s] : rates[s] / static_cast<double>(l - 1);
  };
  Rows gamma(p.n(), std::vector<double>(l));
  for (std::size_t i = 0; i < p.n(); ++i) {
    double sum = 0;
    for (std::size_t s = 0; s < l; ++s) sum += gamma[i][s] = flip(p.y[i], s) * priors[s];
    for (double& g : gamma[i]) g /= sum;
  }
  Em best;
  double before = 0;
  for (int t = 0; t < p.iterations; ++t) {
    const Rows log_p = log_densities(p, gamma, p.k_em, p.self_in_em);
    double ll = 0;
    for (std::size_t i = 0; i < p.n(); ++i) {
      std::vector<double> v(l);
      for (std::size_t s = 0; s < l; ++s)
        v[s] = log_p[i][s] + std::log(flip(p.y[i], s)) + std::log(priors[s]);
      const double top = *std::ranges::max_element(v);
      double sum = 0;
      for (double& a : v) sum += a = std::exp(a - top);
      for (std::size_t s = 0; s < l; ++s) gamma[i][s] = v[s] / sum;
      if (p.y[i] >= 0)
        ll += p.w(i) * (top + std::log(sum) - std::log(share[static_cast<std::size_t>(p.y[i])]));
    }
    for (std::size_t s = 0; s < l; ++s) {
      double all = 0, known = 0, wrong = 0;
      for (std::size_t i = 0; i < p.n(); ++i) {
        const double mass = p.w(i) * gamma[i][s];
        all += mass;
        if (p.y[i] < 0) continue;
        known += mass;
        if (p.y[i] != static_cast<int>(s)) wrong += mass;
      }
      rates[s] = known > 0 ? std::clamp(wrong / known, 0.0, 1.0) : 0;
      priors[s] = all / static_cast<double>(p.n());
    }
    if (t == 0 || ll > best.log_likelihood) best = {gamma, rates, priors, ll};
    if (t > 0 && ll <= before + p.tolerance * labelled) break;
    before = ll;
  }
  return best;
}
inline Em best_em(const Problem& p, const std::vector<std::vector<double>>& starts) {
  Em best = em(p, starts[0]);
  for (std::size_t r = 1; r < starts.size(); ++r) {
    Em next = em(p, starts[r]);
    if (next.log_likelihood > best.log_likelihood + 1e-9 * std::max(1.0, std::abs(best.log_likelihood)))
      best = std::move(next);
  }
  return best;
}

/// Eq. (6) with rules 11: k_y = min(k, n_y - 1), singletons dropped.
inline double gomez(const Problem& all) {
  std::vector<int> count(static_cast<std::size_t>(all.classes));
  for (int y : all.y) ++count[static_cast<std::size_t>(y)];
  Problem p = all;
  p.x.clear(), p.y.clear(), p.weight.clear();
  double weigh = 0;
  for (std::size_t i = 0; i < all.n(); ++i)
    if (count[static_cast<std::size_t>(all.y[i])] > 1) {
      p.x.push_back(all.x[i]), p.y.push_back(all.y[i]), p.weight.push_back(all.w(i));
      weigh += all.w(i);
    }
  for (double& w : p.weight) w *= static_cast<double>(p.n()) / weigh;  // with the mean 1 again
  const double n = static_cast<double>(p.n()), d = static_cast<double>(p.d());
  double mi = digamma(n);
  for (std::size_t i = 0; i < p.n(); ++i) {
    const auto of_class = [&](std::size_t j) { return p.y[j] == p.y[i]; };
    double n_y = 0;
    for (std::size_t j = 0; j < p.n(); ++j) n_y += of_class(j) ? p.w(j) : 0;
    const auto [mass, r] = ball(p, i, [](std::size_t) { return true; });
    const auto [mass_y, r_y] = ball(p, i, of_class);
    mi += p.w(i) / n *
          (digamma(mass_y) - digamma(mass) - digamma(n_y) + d * (log_diameter(r) - log_diameter(r_y)));
  }
  return mi;
}

}  // namespace tamis::mutual_information::literal
