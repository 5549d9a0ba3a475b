/// Level 4, point metrics: the axioms, and the norm that is claimed.
#include "axioms.hpp"
#include "block_orders.hpp"
#include "point_matrix.hpp"
#include "tables.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <cmath>

namespace tamis::framework::conformance {
namespace {

constexpr std::size_t kPoints = 12;

PointMatrix drawn_points(const ComponentUnderTest& subject) {
  const LoadedData data = data_of(mixed_table(TargetKind::classes, subject.seed), subject.descriptor);
  return PointMatrix(data.view(), kPoints);
}

DistanceTable distances_among(const PointMetric& metric, const PointMatrix& points) {
  DistanceTable d{kPoints, std::vector<double>(kPoints * kPoints, std::nan("")), "point"};
  std::vector<double> out(d.values.size(), std::nan(""));
  metric.distances(points.view(), points.view(), Matrix(out.data(), kPoints, kPoints));
  for (std::size_t i = 0; i < kPoints; ++i)
    for (std::size_t j = 0; j < kPoints; ++j) d.values[i + j * kPoints] = out[j + i * kPoints];  // out(j, i)
  return d;
}

void is_a_distance(const ComponentUnderTest& subject) {
  const Composed<PointMetric> metric(subject.registry, subject.plan());
  const DistanceTable d = distances_among(*metric, drawn_points(subject));
  expect_distances(d);
  expect_symmetric(d);
  if (subject.descriptor.traits.metric) expect_triangle(d);
}

void block_equals_one_by_one(const ComponentUnderTest& subject) {
  const Composed<PointMetric> metric(subject.registry, subject.plan());
  const PointMatrix points = drawn_points(subject);
  const DistanceTable d = distances_among(*metric, points);
  for (std::size_t i = 0; i < kPoints; ++i)
    for (std::size_t j = 0; j < kPoints; ++j) {
      double one = std::nan("");
      metric->distances({points[i].data(), points.height(), 1}, {points[j].data(), points.height(), 1},
                        Matrix(&one, 1, 1));
      if (!(std::abs(one - d(i, j)) <= kAxiomRounding * d.largest()))
        fail("the distance from point {} to point {} is {} alone and {} in a block", i, j, one, d(i, j));
    }
}

/// The distances of one pair, from an instance that has seen nothing yet.
double distance_alone(const ComponentUnderTest& subject, Column from, Column to) {
  const Composed<PointMetric> fresh(subject.registry, subject.plan());
  double d = std::nan("");
  fresh->distances({from.data(), from.size(), 1}, {to.data(), to.size(), 1}, Matrix(&d, 1, 1));
  return d;
}

void learns_nothing_from_its_first_call(const ComponentUnderTest& subject) {
  const PointMatrix points = drawn_points(subject);
  const Composed<PointMetric> metric(subject.registry, subject.plan());
  const DistanceTable d = distances_among(*metric, points);
  for (std::size_t i = 0; i < kPoints; ++i)
    for (std::size_t j = 0; j < kPoints; ++j)
      if (const double alone = distance_alone(subject, points[i], points[j]);
          !(std::abs(alone - d(i, j)) <= kAxiomRounding * d.largest()))
        fail(
            "the distance from point {} to point {} is {} by an instance that is asked of nothing else, and "
            "{} by one "
            "that first met another block: a distance depends on its two points and the options alone",
            i, j, alone, d(i, j));
}

void may_be_called_at_once(const ComponentUnderTest& subject) {
  const Composed<PointMetric> metric(subject.registry, subject.plan());
  const auto among = [&](std::uint64_t seed) {
    ComponentUnderTest other = subject;
    other.seed = seed;
    return [&metric, points = drawn_points(other)] { return distances_among(*metric, points).values; };
  };
  expect_undisturbed("distances()", among(subject.seed), among(subject.seed + 1));
}

double norm(Geometry geometry, Column x, Column y) {
  double sum = 0, most = 0;
  for (std::size_t f = 0; f < x.size(); ++f) {
    const double gap = std::abs(x[f] - y[f]);
    sum += geometry == Geometry::l1 ? gap : gap * gap;
    most = std::max(most, gap);
  }
  return geometry == Geometry::linf ? most : geometry == Geometry::l2 ? std::sqrt(sum) : sum;
}

void geometry_is_what_it_claims(const ComponentUnderTest& subject) {
  const Composed<PointMetric> metric(subject.registry, subject.plan());
  const Geometry geometry = metric->geometry();
  if (geometry == Geometry::general) return;
  constexpr const char* kNames[] = {"general", "l1", "l2", "linf"};
  const PointMatrix points = drawn_points(subject);
  const DistanceTable d = distances_among(*metric, points);
  for (std::size_t i = 0; i < kPoints; ++i)
    for (std::size_t j = 0; j < kPoints; ++j)
      if (const double expected = norm(geometry, points[i], points[j]);
          !(std::abs(d(i, j) - expected) <= kAxiomRounding * d.largest()))
        fail("it claims the geometry {}, but the distance from point {} to point {} is {}, and that norm {}",
             kNames[static_cast<std::size_t>(geometry)], i, j, d(i, j), expected);
}

constexpr ComponentTest kTests[] = {
    {4, "is_a_distance", false, is_a<PointMetric>, is_a_distance},
    {4, "block_equals_one_by_one", false, is_a<PointMetric>, block_equals_one_by_one},
    {4, "learns_nothing_from_its_first_call", false, is_a<PointMetric>, learns_nothing_from_its_first_call},
    {4, "may_be_called_at_once", false, is_a<PointMetric>, may_be_called_at_once},
    {4, "geometry_is_what_it_claims", false, is_a<PointMetric>, geometry_is_what_it_claims}};

}  // namespace

std::span<const ComponentTest> point_metric_tests() { return kTests; }

}  // namespace tamis::framework::conformance
