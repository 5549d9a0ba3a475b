#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/discoveries.hpp>
#include <tamis/framework/knockoffs/e_values.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr double kRoundingShare = 1e-12;

/// e-BH: the k features of largest e, k the largest with e_(k) >= p / (q k). Features with equal e are taken
/// together: with one of them the bar is lower for the next.
std::vector<Feature> e_bh(std::span<const double> e, double q) {
  std::vector<double> falling(e.begin(), e.end());
  std::ranges::sort(falling, std::greater<>());
  std::size_t k = e.size();
  while (k > 0 &&
         falling[k - 1] < static_cast<double>(e.size()) / (q * static_cast<double>(k)) * (1 - kRoundingShare))
    --k;
  std::vector<Feature> selected;
  for (Feature j = 0; j < e.size() && k > 0; ++j)
    if (e[j] >= falling[k - 1]) selected.push_back(j);
  return selected;
}

}  // namespace

DerandomisedDiscoveries derandomised(std::span<const std::vector<double>> w, double alpha, double q) {
  fewest_discoveries(q);  // refuses a q that is none
  if (w.empty()) throw ParamError("there is no draw of knockoffs: give at least one");
  const std::size_t p = w[0].size();
  DerandomisedDiscoveries result{{}, std::vector<double>(p), {}};
  for (const std::vector<double>& draw : w) {
    if (draw.size() != p)
      throw ParamError(fmt::format(
          "one draw is about {} features and another about {}: give W of the same ones", p, draw.size()));
    const Discoveries found = discoveries(draw, alpha);
    result.thresholds.push_back(found.threshold);
    for (const Feature j : found.selected)
      result.e_values[j] += static_cast<double>(p) / (1 + static_cast<double>(found.against));
  }
  for (double& e : result.e_values) e /= static_cast<double>(w.size());
  result.selected = e_bh(result.e_values, q);
  return result;
}

}  // namespace tamis::framework
