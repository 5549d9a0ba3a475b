#include "bins.hpp"

#include <tamis/numerics/total_order.hpp>

#include <algorithm>

namespace tamis::forest {
namespace {

/// The largest value of each bin but the last, ascending.
std::vector<double> edges_of(const std::vector<double>& x) {
  std::vector<double> sorted = x;
  std::ranges::sort(sorted, numerics::TotalOrder());
  std::vector<double> values = sorted;
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() <= Bins::kMost) {
    values.pop_back();
    return values;
  }
  std::vector<double> edges;
  for (std::size_t b = 1; b < Bins::kMost; ++b) {
    const double edge = sorted[sorted.size() * b / Bins::kMost - 1];
    if (edge < sorted.back() && (edges.empty() || edges.back() < edge)) edges.push_back(edge);
  }
  return edges;
}

}  // namespace

Bins::Bins(const Dataset& data, Subset features, const Runtime& runtime)
    : samples_(data.samples()), codes_(samples_ * features.size()), levels_(features.size()) {
  runtime.parallel_for(features.size(), [&](std::uint64_t j) {
    std::vector<double> x(samples_);  // a copy, since the column may be sparse
    data.copy_column(features[j], x);
    const std::vector<double> edges = edges_of(x);
    levels_[j] = edges.size() + 1;
    Code* codes = codes_.data() + j * samples_;
    for (std::size_t i = 0; i < samples_; ++i)
      codes[i] = static_cast<Code>(std::ranges::lower_bound(edges, x[i]) - edges.begin());
  });
}

void Bins::add_shadows(std::span<const Sample> shuffled) {
  const std::size_t d = features();
  codes_.resize(2 * d * samples_);
  for (std::size_t j = 0; j < d; ++j) {
    levels_.push_back(levels_[j]);
    for (std::size_t i = 0; i < samples_; ++i)
      codes_[(d + j) * samples_ + i] = codes_[j * samples_ + shuffled[i]];
  }
}

}  // namespace tamis::forest
