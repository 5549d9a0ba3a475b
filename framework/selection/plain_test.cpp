#include "plain_test.hpp"

#include <tamis/framework/support/statistics.hpp>
#include <tamis/numerics/total_order.hpp>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tamis::framework {
namespace {

constexpr double kFewest = 5;  // an expected count below makes the approximation too bold

struct Ranks {
  std::vector<double> of;  // by sample, from 1; ties have their mean
  double ties = 0;         // sum of t^3 - t over groups of t equal values
  std::size_t most = 0;    // equal values
};

Ranks ranks_of(const std::vector<double>& x) {
  Ranks ranks{std::vector<double>(x.size())};
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, numerics::TotalOrder(), [&](std::size_t i) { return x[i]; });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && x[order[end]] == x[order[begin]]) ++end;
    const auto t = static_cast<double>(end - begin);
    for (std::size_t i = begin; i < end; ++i) ranks.of[order[i]] = static_cast<double>(begin + end + 1) / 2;
    ranks.ties += t * t * t - t;
    ranks.most = std::max(ranks.most, end - begin);
  }
  return ranks;
}

/// How many values are not the most frequent one.
double unusual(const std::vector<double>& x) { return static_cast<double>(x.size() - ranks_of(x).most); }

std::optional<double> kruskal_wallis(std::vector<double> x, std::vector<std::size_t> classes, std::size_t l) {
  std::vector<double> count(l);
  for (const std::size_t c : classes) ++count[c];
  const double share = x.empty() ? 0 : unusual(x) / static_cast<double>(x.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (count[classes[i]] * share >= kFewest) x[kept] = x[i], classes[kept++] = classes[i];
  x.resize(kept);
  const auto n = static_cast<double>(kept);
  const Ranks ranks = ranks_of(x);
  std::vector<double> sum(l);
  for (std::size_t i = 0; i < kept; ++i) sum[classes[i]] += ranks.of[i];
  double between = 0, groups = 0;
  for (std::size_t c = 0; c < l; ++c)
    if (count[c] * share >= kFewest) between += sum[c] * sum[c] / count[c], ++groups;
  if (groups < 2 || ranks.most == kept) return std::nullopt;
  const double h = (12 / (n * (n + 1)) * between - 3 * (n + 1)) / (1 - ranks.ties / (n * n * n - n));
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(groups - 1), std::max(h, 0.0)));
}

std::optional<double> spearman(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 3 || std::min(unusual(x), unusual(y)) < 2 * kFewest) return std::nullopt;
  const std::vector<double> a = unit_deviations(ranks_of(x).of), b = unit_deviations(ranks_of(y).of);
  const double r = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  const double freedom = static_cast<double>(x.size()) - 2;
  const double t = std::abs(r) * std::sqrt(freedom / std::max(1 - r * r, 1e-300));
  return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
}

std::size_t class_of(const Target& target, std::uint32_t sample) {
  if (target.kind() == TargetKind::classes) return static_cast<std::size_t>(target.labels()[sample]);
  std::size_t best = 0;
  for (std::uint32_t c = 1; c < target.classes(); ++c)
    if (target.soft()(sample, c) > target.soft()(sample, best)) best = c;
  return best;
}

}  // namespace

std::string_view plain_test_name(TargetKind kind) {
  if (kind == TargetKind::real) return "Spearman's correlation";
  return kind == TargetKind::classes || kind == TargetKind::soft ? "Kruskal-Wallis" : "";
}

std::optional<double> plain_test(const Dataset& data, std::span<const double> values) {
  const Target target = data.target();
  if (plain_test_name(target.kind()).empty() || !data.groups().empty()) return std::nullopt;
  std::vector<double> x, y;
  std::vector<std::size_t> classes;
  for (const std::uint32_t i : target.known_samples()) {
    x.push_back(values[i]);
    if (target.kind() == TargetKind::real)
      y.push_back(target.real()[i]);
    else
      classes.push_back(class_of(target, i));
  }
  return target.kind() == TargetKind::real
             ? spearman(x, y)
             : kruskal_wallis(std::move(x), std::move(classes), target.classes());
}

}  // namespace tamis::framework
