#include "near_target.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tamis::framework {
namespace {

using Samples = std::span<const std::uint64_t>;

constexpr std::size_t kFewestKnown = 50,
                      kFewestOutside = 10;  // fewer are predicted by one of many features by chance
constexpr std::size_t kFew = 128, kFewInAll = 2048;
constexpr std::size_t kMostValues = 20, kFewestPerValue = 5;
constexpr double kLeastShare = .99, kMostOutsideWrong = .1, kLeastCorrelation = .999;
// Few samples decide only that a feature is far from the target.
constexpr double kFewWrong = .15, kFewCorrelation = .98;

/// At most `most` of the samples, evenly spaced.
void add_some(Samples of, std::size_t most, std::vector<std::uint64_t>& to) {
  const std::size_t count = std::min(of.size(), most);
  for (std::size_t k = 0; k < count; ++k) to.push_back(of[k * of.size() / count]);
}

/// The values of some samples. A table that Python owns may change while it is read, to NaN too, which is no value that can be
/// ordered: so it is copied, and NaN becomes 0; the kernel refuses such a table later.
std::vector<double> copied(std::span<const double> values, Samples samples) {
  std::vector<double> copy;
  copy.reserve(samples.size());
  for (const std::uint64_t i : samples) copy.push_back(values[i]);
  std::ranges::replace_if(copy, [](double x) { return std::isnan(x); }, 0.0);
  return copy;
}

/// Ranks from 0, equal values have their mean.
std::vector<double> ranks(std::span<const double> values, Samples samples) {
  const std::vector<double> some = copied(values, samples);
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto value = [&](std::size_t k) { return some[k]; };
  std::ranges::sort(order, {}, value);
  std::vector<double> out(samples.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && value(order[end]) == value(order[begin])) ++end;
    for (std::size_t k = begin; k < end; ++k) out[order[k]] = static_cast<double>(begin + end - 1) / 2;
  }
  return out;
}

/// Pearson's correlation of ranks, whose mean is known; 0 if one of them does not vary.
double correlation(std::span<const double> a, std::span<const double> b) {
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    aa += (a[k] - mean) * (a[k] - mean);
    bb += (b[k] - mean) * (b[k] - mean);
    ab += (a[k] - mean) * (b[k] - mean);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

/// Samples in the order of their values. O(n) of memory, whatever the number of classes.
struct SortedSamples {
  std::vector<std::pair<double, std::size_t>> pairs;  // value, class
  std::size_t classes = 0, values = 0;

  SortedSamples(std::span<const double> x, const std::vector<std::int32_t>& labels, Samples samples,
                std::size_t class_count)
      : classes(class_count) {
    const std::vector<double> some = copied(x, samples);
    pairs.reserve(samples.size());
    for (std::size_t k = 0; k < some.size(); ++k)
      pairs.emplace_back(some[k], static_cast<std::size_t>(labels[samples[k]]));
    std::ranges::sort(pairs);
    each_value([&](const std::vector<std::uint64_t>&) { ++values; });
  }
  /// body(counts) for each value, ascending, with how many of its samples have each class.
  template <class Body>
  void each_value(const Body& body) const {
    std::vector<std::uint64_t> counts(classes);
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
      for (; end < pairs.size() && pairs[end].first == pairs[begin].first; ++end) ++counts[pairs[end].second];
      body(counts);
      for (std::size_t k = begin; k < end; ++k) counts[pairs[k].second] = 0;
    }
  }
};

std::uint64_t right_by_value(const SortedSamples& sorted) {
  std::uint64_t right = 0;
  sorted.each_value([&](const std::vector<std::uint64_t>& counts) { right += std::ranges::max(counts); });
  return right;
}

/// Classes in the order of their mean place among the values.
std::vector<std::size_t> order_of_classes(const SortedSamples& sorted) {
  std::vector<double> sum(sorted.classes), count(sorted.classes);
  double value = 0;
  for (std::size_t k = 0; k < sorted.pairs.size(); ++k) {
    if (k > 0 && sorted.pairs[k].first != sorted.pairs[k - 1].first) ++value;
    sum[sorted.pairs[k].second] += value;
    ++count[sorted.pairs[k].second];
  }
  std::vector<std::size_t> order(sorted.classes);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t c) { return count[c] == 0; });
  std::ranges::stable_sort(order, {}, [&](std::size_t c) { return sum[c] / count[c]; });
  return order;
}

/// The best thresholds, by dynamic programming: right[k] is the most samples that are right so far if the current value
/// belongs to the k-th class.
std::uint64_t right_by_thresholds(const SortedSamples& sorted) {
  const std::vector<std::size_t> order = order_of_classes(sorted);
  std::vector<std::uint64_t> right(order.size());
  sorted.each_value([&](const std::vector<std::uint64_t>& counts) {
    std::uint64_t best = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      best = std::max(best, right[k]);
      right[k] = best + counts[order[k]];
    }
  });
  return std::ranges::max(right);
}

std::uint64_t wrong(std::span<const double> values, const std::vector<std::int32_t>& labels, Samples samples,
                    std::size_t classes) {
  const SortedSamples sorted(values, labels, samples, classes);
  const bool few_values = sorted.values <= kMostValues && kFewestPerValue * sorted.values <= samples.size();
  return samples.size() - (few_values ? right_by_value(sorted) : right_by_thresholds(sorted));
}

}  // namespace

NearTarget::NearTarget(const TargetColumn& target) : target_(target) {
  if (target.kind == TargetKind::real) {
    for (std::uint64_t i = 0; i < target.real.size(); ++i)
      if (!std::isnan(target.real[i])) known_.push_back(i);
    add_some(known_, kFew, few_);
    ranks_ = ranks(target.real, known_);
    few_ranks_ = ranks(target.real, few_);
    return;
  }
  std::vector<std::vector<std::uint64_t>> of_class(target.class_names.size());
  for (std::uint64_t i = 0; i < target.labels.size(); ++i) {
    if (target.labels[i] < 0) continue;
    known_.push_back(i);
    of_class[static_cast<std::size_t>(target.labels[i])].push_back(i);
  }
  const std::size_t few =
      std::min(kFew, std::max<std::size_t>(2, kFewInAll / std::max<std::size_t>(1, of_class.size())));
  std::size_t most = 0;
  for (const auto& samples : of_class) {
    most = std::max(most, samples.size());
    add_some(samples, few, few_);
  }
  outside_ = known_.size() - most;
}

std::optional<double> NearTarget::agreement(std::span<const double> values) const {
  if (known_.size() < kFewestKnown) return std::nullopt;
  return target_.kind == TargetKind::real ? agreement_with_numbers(values) : agreement_with_classes(values);
}

std::optional<double> NearTarget::agreement_with_classes(std::span<const double> values) const {
  if (outside_ < kFewestOutside) return std::nullopt;
  const std::size_t classes = target_.class_names.size();
  const auto few_wrong = static_cast<double>(wrong(values, target_.labels, few_, classes));
  if (few_wrong > kFewWrong * static_cast<double>(few_.size())) return std::nullopt;
  const auto all_wrong = static_cast<double>(wrong(values, target_.labels, known_, classes));
  const double share = 1 - all_wrong / static_cast<double>(known_.size());
  if (share < kLeastShare || all_wrong > kMostOutsideWrong * static_cast<double>(outside_))
    return std::nullopt;
  return share;
}

std::optional<double> NearTarget::agreement_with_numbers(std::span<const double> values) const {
  if (std::abs(correlation(ranks(values, few_), few_ranks_)) < kFewCorrelation) return std::nullopt;
  const double found = std::abs(correlation(ranks(values, known_), ranks_));
  return found < kLeastCorrelation ? std::nullopt : std::optional(found);
}

}  // namespace tamis::framework
