#include "tied_features.hpp"

#include <tamis/numerics/total_order.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tamis::mutual_information {
namespace {

/// How many values have k equals and more beside themselves; 0 where all are equal.
std::size_t tied(std::vector<double> x, std::size_t k) {
  std::ranges::sort(x, numerics::TotalOrder());
  if (x.empty() || x.front() == x.back()) return 0;
  std::size_t count = 0;
  for (std::size_t first = 0, last = 0; first < x.size(); first = last) {
    last = first + 1;  // also of a NaN, which equals nothing: somebody may write to the table meanwhile
    while (last < x.size() && x[last] == x[first]) ++last;
    if (last - first > k) count += last - first;
  }
  return count;
}

/// "'x' and 3 more": the features in which more than `most` values have k equals and more; "" where none has.
std::string tied_features(const Dataset& data, std::size_t k, std::size_t most, const Runtime& runtime) {
  std::vector<char> is_tied(data.features());
  runtime.parallel_for(data.features(), [&](std::uint64_t f) {
    std::vector<double> x(data.samples());
    data.scaled_column(static_cast<Feature>(f), x);
    is_tied[f] = tied(std::move(x), k) > most;
  });
  const auto count = std::ranges::count(is_tied, 1);
  if (count == 0) return "";
  const auto first = static_cast<Feature>(std::ranges::find(is_tied, 1) - is_tied.begin());
  return "'" + std::string(data.feature_name(first)) + "'" +
         (count == 1 ? "" : " and " + std::to_string(count - 1) + " more");
}

}  // namespace

void warn_of_order(const Dataset& data, const Runtime& runtime) {
  const std::string features = tied_features(data, 1, 0, runtime);
  if (!features.empty())
    runtime.warn(
        "jitter is 0, and samples are equal in feature " + features +
        ": of those that are equally far the first in the table is taken, so that scores depend on the "
        "order of the rows; with a jitter above 0 (the default) chance decides");
}

void warn_of_ties(const Dataset& data, std::size_t k, std::string_view criterion, const Runtime& runtime) {
  const std::string features = tied_features(data, k, data.samples() / 2, runtime);
  if (features.empty()) return;
  runtime.warn(
      "most samples are equal to " + std::to_string(k) + " others and more in feature " + features + ": " +
      std::string(criterion) +
      " measures distances between neighbours, and there it measures how many are tied, not how "
      "informative the feature is; take ksg_mi, which counts tied samples as they are");
}

}  // namespace tamis::mutual_information
