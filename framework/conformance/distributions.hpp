/// \file distributions.hpp
/// Distributions over the classes, in the form that distribution metrics take.
#pragma once

#include "guarded_memory.hpp"
#include "tables.hpp"

#include <tamis/distance_metric.hpp>
#include <tamis/rng.hpp>

#include <array>
#include <vector>

namespace tamis::framework::conformance {

using Masses = std::array<double, kClasses>;
using Counts = std::array<std::int64_t, kClasses>;

/// Counts of 0 to 20, some of them 0, never all.
inline std::vector<Counts> drawn_counts(std::uint64_t seed, std::size_t n) {
  Rng rng(Rng::mix(seed + 1));
  std::vector<Counts> drawn(n);
  for (Counts& counts : drawn) {
    for (std::int64_t& c : counts) c = rng.uniform() < 0.2 ? 0 : static_cast<std::int64_t>(1 + rng.below(20));
    counts[rng.below(kClasses)] += 1;
  }
  return drawn;
}

inline std::int64_t total(const Counts& counts) {
  std::int64_t sum = 0;
  for (const std::int64_t c : counts) sum += c;
  return sum;
}

inline Masses masses_of(const Counts& counts) {
  Masses masses{};
  for (std::size_t c = 0; c < kClasses; ++c)
    masses[c] = static_cast<double>(counts[c]) / static_cast<double>(total(counts));
  return masses;
}

/// The same as masses, each above 0.
inline std::vector<Masses> drawn_masses(std::uint64_t seed, std::size_t n) {
  std::vector<Masses> drawn;
  for (Counts counts : drawn_counts(seed, n)) {
    for (std::int64_t& c : counts) c += 1;
    drawn.push_back(masses_of(counts));
  }
  return drawn;
}

/// Owns what Distributions views.
class Batch {
 public:
  static Batch of_masses(const std::vector<Masses>& all) {
    Batch batch;
    for (const Masses& m : all) {
      for (std::uint32_t c = 0; c < kClasses; ++c)
        if (m[c] > 0) batch.classes_.push_back(c), batch.masses_.push_back(m[c]);
      batch.start_.push_back(batch.classes_.size());
    }
    return batch;
  }
  static Batch of_counts(const std::vector<Counts>& all) {
    Batch batch;
    for (const Counts& counts : all) {
      for (std::uint32_t c = 0; c < kClasses; ++c)
        if (counts[c] > 0) batch.classes_.push_back(c), batch.counts_.push_back(counts[c]);
      batch.start_.push_back(batch.classes_.size());
      batch.totals_.push_back(total(counts));
    }
    return batch;
  }
  std::size_t size() const { return start_.size() - 1; }
  Distributions view() const { return {start_, classes_, counts_, totals_, masses_}; }

 private:
  std::vector<std::uint64_t> start_{0};
  std::vector<std::uint32_t> classes_;
  std::vector<std::int64_t> counts_, totals_;
  std::vector<double> masses_;
};

/// A copy of a batch in guarded memory.
class GuardedBatch {
 public:
  GuardedBatch(const Distributions& d, Edge edge)
      : start_("the starts of the distributions", d.start, edge),
        classes_("the classes of the distributions", d.classes, edge),
        counts_("the counts", d.counts, edge),
        totals_("the totals", d.totals, edge),
        masses_("the masses", d.masses, edge) {}
  std::size_t size() const { return start_.span().size() - 1; }
  Distributions view() const {
    return {shown(start_), shown(classes_), shown(counts_), shown(totals_), shown(masses_)};
  }

 private:
  /// What is empty is null: that is how it says that it is not there.
  template <class T>
  static std::span<const T> shown(const Guarded<T>& values) {
    return values.span().empty() ? std::span<const T>() : values.span();
  }
  Guarded<std::uint64_t> start_;
  Guarded<std::uint32_t> classes_;
  Guarded<std::int64_t> counts_, totals_;
  Guarded<double> masses_;
};

}  // namespace tamis::framework::conformance
