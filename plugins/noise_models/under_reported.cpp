#include "under_reported.hpp"

#include <tamis/text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::noise_models {
namespace {

constexpr double kRounding = 1e-6;  // of shares that a user writes down

/// \param of_all  whether these are the shares of all classes.
void check_shares(std::span<const double> shares, bool of_all) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (!std::ranges::all_of(shares, [](double g) { return g > 0 && g <= 1; }) ||
      (of_all && !(std::abs(sum - 1) <= kRounding)))
    throw ParamError(
        "`shares` are not the shares of classes: expected numbers above 0 whose sum is 1, here " +
        text_of(sum));
}

}  // namespace

std::vector<double> UnderReported::observed_shares() const {
  std::vector<double> shares(classes());
  double sum = 0;
  for (std::size_t i = 0; i < labels().size(); ++i) {
    if (labels()[i] < 0) continue;
    const double w = weights_.empty() ? 1 : weights_[i];
    shares[static_cast<std::size_t>(labels()[i])] += w;
    sum += w;
  }
  if (!(sum > 0)) throw DataError("no label is known, so that no class can be under-reported");
  for (double& o : shares) o /= sum;
  return shares;
}

std::vector<double> UnderReported::true_shares(std::span<const double> observed) const {
  const std::span<const double> given = options.shares;
  const std::size_t l = classes();
  const bool of_last = given.size() == 1 && l > 1;
  if (!of_last && given.size() != l)
    throw ParamError("`shares` lists " + std::to_string(given.size()) +
                     " numbers; expected the true share of the last class, or those of all " +
                     std::to_string(l) + " classes");
  check_shares(given, !of_last);
  if (!of_last) return {given.begin(), given.end()};
  std::vector<double> shares(observed.begin(), observed.end());
  const double others = 1 - shares.back();
  if (!(others > 0)) throw DataError("every known label is of the last class: no class can have its samples");
  for (double& g : shares) g *= (1 - given[0]) / others;
  shares.back() = given[0];
  return shares;
}

std::vector<double> UnderReported::given() const {
  const std::size_t l = classes();
  std::vector<double> surplus = observed_shares(), t(l * l);
  const std::vector<double> shares = true_shares(surplus);
  double surpluses = 0;
  for (std::size_t s = 0; s < l; ++s) surpluses += std::max(0.0, surplus[s] -= shares[s]);
  for (std::size_t s = 0; s < l; ++s) {
    // of its samples; a class that is not observed may have none
    const double missing = surpluses > 0 && surplus[s] < 0 ? -surplus[s] / shares[s] : 0;
    for (std::size_t y = 0; y < l; ++y)
      t[s * l + y] = s == y        ? 1 - missing
                     : missing > 0 ? missing * std::max(0.0, surplus[y]) / surpluses
                                   : 0.0;
  }
  return t;
}

}  // namespace tamis::noise_models
