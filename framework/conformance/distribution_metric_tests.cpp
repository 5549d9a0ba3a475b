/// Level 4, distances between distributions over the classes.
#include "axioms.hpp"
#include "block_orders.hpp"
#include "distributions.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <cmath>

namespace tamis::framework::conformance {
namespace distribution_metrics {

constexpr std::size_t kDrawn = 8;

/// A metric prepared on data of three classes.
class PreparedDistributionMetric {
 public:
  explicit PreparedDistributionMetric(const ComponentUnderTest& subject)
      : data_(data_of(mixed_table(TargetKind::classes, subject.seed), subject.descriptor)),
        services_(subject.seed),
        metric_(subject.registry, subject.plan()) {
    metric_->prepare(data_.view(), services_.runtime());
  }
  bool difference_only() const { return metric_->difference_only(); }
  std::vector<double> operator()(const Batch& p, const Batch& q) const {
    std::vector<double> out(p.size(), std::nan(""));
    metric_->distances(p.view(), q.view(), out);
    return out;
  }

 private:
  LoadedData data_;
  Services services_;
  Composed<DistributionMetric> metric_;
};

void is_a_distance(const ComponentUnderTest& subject) {
  const PreparedDistributionMetric metric(subject);
  const std::vector<Masses> drawn = drawn_masses(subject.seed, kDrawn);
  DistanceTable d{kDrawn, {}, "distribution"};
  for (const Masses& to : drawn) {
    const std::vector<double> column =
        metric(Batch::of_masses(drawn), Batch::of_masses(std::vector<Masses>(kDrawn, to)));
    d.values.insert(d.values.end(), column.begin(), column.end());
  }
  expect_distances(d);
  if (!subject.descriptor.traits.metric) return;
  expect_symmetric(d);
  expect_triangle(d);
}

void counts_equal_masses(const ComponentUnderTest& subject) {
  const PreparedDistributionMetric metric(subject);
  const std::vector<Counts> p = drawn_counts(subject.seed, kDrawn),
                            q = drawn_counts(subject.seed + 1, kDrawn);
  std::vector<Masses> p_masses, q_masses;
  for (std::size_t b = 0; b < kDrawn; ++b) {
    p_masses.push_back(masses_of(p[b]));
    q_masses.push_back(masses_of(q[b]));
  }
  const std::vector<double> by_counts = metric(Batch::of_counts(p), Batch::of_counts(q));
  const std::vector<double> by_masses = metric(Batch::of_masses(p_masses), Batch::of_masses(q_masses));
  for (std::size_t b = 0; b < kDrawn; ++b)
    if (by_counts[b] != by_masses[b] && !(std::abs(by_counts[b] - by_masses[b]) <= kAxiomRounding))
      fail("two distributions are {} apart when given as counts, and {} as masses", by_counts[b],
           by_masses[b]);
}

void difference_only_as_it_claims(const ComponentUnderTest& subject) {
  const PreparedDistributionMetric metric(subject);
  if (!metric.difference_only()) return;
  const std::vector<Masses> p = drawn_masses(subject.seed, kDrawn),
                            q = drawn_masses(subject.seed + 1, kDrawn);
  const std::vector<double> whole = metric(Batch::of_masses(p), Batch::of_masses(q));
  for (const double t : {0.5, 0.125}) {
    std::vector<Masses> part = p;  // (1 - t) p + t q
    for (std::size_t b = 0; b < kDrawn; ++b)
      for (std::size_t c = 0; c < kClasses; ++c) part[b][c] += t * (q[b][c] - p[b][c]);
    const std::vector<double> near = metric(Batch::of_masses(p), Batch::of_masses(part));
    for (std::size_t b = 0; b < kDrawn; ++b)
      if (!(std::abs(near[b] - t * whole[b]) <= kAxiomRounding * (1 + whole[b])))
        fail("it claims to depend on p - q alone, but {} of the way from p to q is {} long, and the whole {}",
             t, near[b], whole[b]);
  }
}

void learns_nothing_from_its_first_call(const ComponentUnderTest& subject) {
  const std::vector<Masses> p = drawn_masses(subject.seed, kDrawn),
                            q = drawn_masses(subject.seed + 1, kDrawn);
  const std::vector<double> batch =
      PreparedDistributionMetric(subject)(Batch::of_masses(p), Batch::of_masses(q));
  for (std::size_t b = 0; b < kDrawn; ++b)
    if (const double alone =
            PreparedDistributionMetric(subject)(Batch::of_masses({p[b]}), Batch::of_masses({q[b]}))[0];
        alone != batch[b] && !(std::abs(alone - batch[b]) <= kAxiomRounding * (1 + alone)))
      fail(
          "two distributions are {} apart by an instance that is asked of nothing else, and {} as pair {} of "
          "a batch: a distance depends on its two distributions, the options and what prepare() was handed "
          "alone",
          alone, batch[b], b);
}

void may_be_called_at_once(const ComponentUnderTest& subject) {
  const PreparedDistributionMetric metric(subject);
  const auto between = [&](std::uint64_t seed) {
    return [&metric, p = Batch::of_masses(drawn_masses(seed, kDrawn)),
            q = Batch::of_masses(drawn_masses(seed + 1, kDrawn))] { return metric(p, q); };
  };
  expect_undisturbed("distances()", between(subject.seed), between(subject.seed + 2));
}

constexpr ComponentTest kTests[] = {
    {4, "is_a_distance", false, is_a<DistributionMetric>, is_a_distance},
    {4, "learns_nothing_from_its_first_call", false, is_a<DistributionMetric>,
     learns_nothing_from_its_first_call},
    {4, "may_be_called_at_once", false, is_a<DistributionMetric>, may_be_called_at_once},
    {4, "counts_equal_masses", false, is_a<DistributionMetric>, counts_equal_masses},
    {4, "difference_only_as_it_claims", false, is_a<DistributionMetric>, difference_only_as_it_claims}};

}  // namespace distribution_metrics

std::span<const ComponentTest> distribution_metric_tests() { return distribution_metrics::kTests; }

}  // namespace tamis::framework::conformance
