#include "expected_distance.hpp"

namespace tamis::blanket {

void DistributionList::clear() {
  start_.resize(1);
  classes_.clear();
  counts_.clear();
  totals_.clear();
  masses_.clear();
}

void DistributionList::add(const MassLists& lists, std::size_t k, bool counts) {
  const double total = lists.totals[k];
  for (std::uint64_t e = lists.start[k]; e < lists.start[k + 1]; ++e) {
    classes_.push_back(lists.classes[e]);
    if (counts)
      counts_.push_back(static_cast<std::int64_t>(lists.masses[e]));
    else
      masses_.push_back(lists.masses[e] / total);
  }
  if (counts) totals_.push_back(static_cast<std::int64_t>(total));
  close();
}

void DistributionList::add_smoothed(const MassLists& lists, std::size_t k, double smoothing,
                                    std::uint32_t classes) {
  const double total = lists.totals[k] + smoothing * classes;
  const std::size_t first = masses_.size();
  masses_.resize(first + classes, smoothing / total);
  for (std::uint64_t e = lists.start[k]; e < lists.start[k + 1]; ++e)
    masses_[first + lists.classes[e]] = (lists.masses[e] + smoothing) / total;
  for (std::uint32_t c = 0; c < classes; ++c) classes_.push_back(c);
  close();
}

void WeightedPairs::clear() {
  p_.clear();
  q_.clear();
  weights_.clear();
}

void WeightedPairs::add(const MassLists& p, std::size_t i, const MassLists& q, std::size_t j, double weight) {
  if (smoothing_ > 0) {
    p_.add_smoothed(p, i, smoothing_, labels_.classes());
    q_.add_smoothed(q, j, smoothing_, labels_.classes());
  } else {
    p_.add(p, i, labels_.exact());
    q_.add(q, j, labels_.exact());
  }
  weights_.push_back(weight);
}

double WeightedPairs::sum(const DistributionMetric& metric) {
  if (weights_.empty()) return 0;
  distances_.resize(weights_.size());
  metric.distances(p_.view(), q_.view(), distances_);
  double sum = 0;
  for (std::size_t k = 0; k < weights_.size(); ++k) sum += weights_[k] * distances_[k];
  return sum;
}

ExpectedDistance::ExpectedDistance(const DistributionMetric& metric, const ClassMasses& labels,
                                   double smoothing)
    : metric_(metric),
      labels_(labels),
      smoothing_(smoothing),
      norm_(metric.difference_only()),
      pairs_(labels, smoothing) {}

// Eq. 4. Of a norm, the two distances of a group with two cells are one.
double ExpectedDistance::operator()(const Contingency& table) {
  pairs_.clear();
  for (std::size_t g = 0; g < table.groups.size(); ++g) {
    const std::size_t first = table.first_cell[g], last = table.first_cell[g + 1];
    if (norm_ && last - first == 1) continue;  // x is constant within g
    if (norm_ && last - first == 2 && smoothing_ == 0) {
      const double n0 = table.cells.totals[first], n1 = table.cells.totals[first + 1];
      pairs_.add(table.cells, first, table.cells, first + 1, 2 * n0 * n1 / table.groups.totals[g]);
      continue;
    }
    for (std::size_t cell = first; cell < last; ++cell)
      pairs_.add(table.cells, cell, table.groups, g, table.cells.totals[cell]);
  }
  return pairs_.sum(metric_) / labels_.total();
}

}  // namespace tamis::blanket
