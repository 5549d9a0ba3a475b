#include "bins.hpp"

#include <tamis/numerics/total_order.hpp>

#include <algorithm>

namespace tamis::forest {
namespace {

/// The largest value of each bin but the last, ascending.
/// \param most  bins.
std::vector<double> edges_of(std::vector<double> sorted, std::size_t most) {
  std::ranges::sort(sorted, numerics::TotalOrder());
  std::vector<double> values = sorted;
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() <= most) {
    if (!values.empty()) values.pop_back();
    return values;
  }
  std::vector<double> edges;
  for (std::size_t b = 1; b < most; ++b) {
    const double edge = sorted[sorted.size() * b / most - 1];
    if (edge < sorted.back() && (edges.empty() || edges.back() < edge)) edges.push_back(edge);
  }
  return edges;
}

}  // namespace

Bins::Bins(const Dataset& data, Subset features, const Runtime& runtime)
    : samples_(data.samples()),
      codes_(samples_ * features.size()),
      levels_(features.size()),
      has_missing_(features.size()) {
  runtime.parallel_for(features.size(), [&](std::uint64_t j) {
    std::vector<double> x(samples_);  // a copy, since the column may be sparse
    data.copy_column(features[j], x);
    const std::span<const std::uint8_t> missing = data.missing(features[j]);
    const auto is_missing = [&](std::size_t i) { return !missing.empty() && missing[i]; };
    std::vector<double> known;
    for (std::size_t i = 0; i < samples_; ++i)
      if (!is_missing(i)) known.push_back(x[i]);
    const std::size_t gap = known.size() < samples_ ? 1 : 0;  // the code 0
    const std::size_t values = known.empty() ? 0 : 1;
    const std::vector<double> edges = edges_of(std::move(known), kMost - gap);
    has_missing_[j] = gap != 0;
    levels_[j] = edges.size() + values + gap;
    Code* codes = codes_.data() + j * samples_;
    for (std::size_t i = 0; i < samples_; ++i)
      codes[i] = is_missing(i)
                     ? Code{0}
                     : static_cast<Code>(gap + static_cast<std::size_t>(
                                                   std::ranges::lower_bound(edges, x[i]) - edges.begin()));
  });
}

void Bins::add_shadows(std::span<const Sample> shuffled) {
  const std::size_t d = features();
  codes_.resize(2 * d * samples_);
  for (std::size_t j = 0; j < d; ++j) {
    levels_.push_back(levels_[j]);
    has_missing_.push_back(has_missing_[j]);
    for (std::size_t i = 0; i < samples_; ++i)
      codes_[(d + j) * samples_ + i] = codes_[j * samples_ + shuffled[i]];
  }
}

}  // namespace tamis::forest
