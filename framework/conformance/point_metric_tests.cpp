/// Level 4, point metrics: the axioms, and the norm that is claimed.
#include "axioms.hpp"
#include "block_orders.hpp"
#include "point_matrix.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/distance_metric.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/numerics/random.hpp>
#include <tamis/rng.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework::conformance {
namespace point_metrics {

/// Points of one test: how many, of how many features, and how far apart.
struct PointShape {
  std::uint64_t height = 7, count = 12;
  double scale = 1;
};

/// From one feature to more than a word has bits, from a few points to more than a block has, near and far.
constexpr PointShape kShapes[] = {{}, {1, 5}, {2, 6}, {9, 12}, {65, 9}, {130, 5}, {7, 12, 100}, {3, 520}};
/// All of these can be compared with each other.
constexpr std::uint64_t kFew = 16;

PointMatrix drawn_points(std::uint64_t seed, const PointShape& shape) {
  Rng rng(Rng::mix(seed + shape.height));
  std::vector<double> values(shape.height * shape.count);
  for (double& x : values) x = shape.scale * numerics::normal(rng);
  return {shape.height, std::move(values)};
}

std::string named(const PointShape& shape) {
  return fmt::format("{} points of {}{}", shape.count, counted(shape.height, "feature"),
                     shape.scale > 1 ? ", far apart" : "");
}

/// The coordinates of points as the columns of a table.
LoadedData table_of(const PointMatrix& points) {
  std::vector<std::vector<double>> columns(points.height(), std::vector<double>(points.count()));
  for (std::uint64_t i = 0; i < points.count(); ++i)
    for (std::uint64_t f = 0; f < points.height(); ++f) columns[f][i] = points[i][f];
  return LoadedData::from_columns(columns);
}

/// A metric that is prepared with the table of these points.
class PreparedMetric {
 public:
  PreparedMetric(const ComponentUnderTest& subject, const PointMatrix& points)
      : services_(subject.seed), data_(table_of(points)), metric_(subject.registry, subject.plan()) {
    metric_->prepare(data_.view(), services_.runtime());
  }
  const PointMetric& operator*() const { return *metric_; }

 private:
  Services services_;
  LoadedData data_;
  Composed<PointMetric> metric_;
};

/// The features of points that have all of the table, in its order.
std::vector<Feature> all_features(std::uint64_t height) {
  std::vector<Feature> features(height);
  std::iota(features.begin(), features.end(), Feature{0});
  return features;
}

/// out(j, i), in memory where nothing was written before and columns lie apart.
std::vector<double> block(const PointMetric& metric, std::span<const Feature> features, ConstMatrix from,
                          ConstMatrix to) {
  constexpr std::uint64_t kGap = 3;
  std::vector<double> room(from.cols * (to.cols + kGap), std::nan("")), entries;
  const Matrix out(tamis_matrix{room.data(), to.cols, from.cols, to.cols + kGap});
  metric.feature_distances(features, from, to, out);
  for (std::uint64_t i = 0; i < from.cols; ++i)
    entries.insert(entries.end(), out.column(i).begin(), out.column(i).end());
  return entries;
}

std::vector<double> block(const PointMetric& metric, ConstMatrix from, ConstMatrix to) {
  return block(metric, all_features(from.rows), from, to);
}

DistanceTable distances_among(const PointMetric& metric, std::span<const Feature> features,
                              const PointMatrix& points) {
  const std::size_t n = points.count();
  DistanceTable d{n, std::vector<double>(n * n), "point"};
  const std::vector<double> out = block(metric, features, points.view(), points.view());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) d.values[i + j * n] = out[j + i * n];  // out(j, i)
  return d;
}

DistanceTable distances_among(const PointMetric& metric, const PointMatrix& points) {
  return distances_among(metric, all_features(points.height()), points);
}

/// Calls body(metric, points, distances) with those of each shape.
template <class Body>
void for_each_shape(const ComponentUnderTest& subject, Body body) {
  for (const PointShape& shape : kShapes) {
    subject.pace.at("with " + named(shape));
    const PointMatrix points = drawn_points(subject.seed, shape);
    const PreparedMetric metric(subject, points);
    body(*metric, points, distances_among(*metric, points));
  }
}

void is_a_distance(const ComponentUnderTest& subject) {
  for_each_shape(subject, [&](const PointMetric&, const PointMatrix& points, const DistanceTable& d) {
    expect_distances(d);
    expect_symmetric(d);
    for (const double v : d.values)
      if (std::isinf(v)) fail("a distance is infinite where a double can hold it");
    if (subject.descriptor.traits.metric && points.count() <= kFew) expect_triangle(d);
  });
  const PreparedMetric metric(subject, drawn_points(subject.seed, {}));
  const double of_nothing = 0;  // points without a feature have an address too
  for (const double d : block(*metric, {&of_nothing, 0, 3}, {&of_nothing, 0, 3}))
    if (!(d >= 0)) fail("the distance of two points without a feature is {}; expected 0 or more", d);
}

double distance_of(const PointMetric& metric, Column from, Column to) {
  return block(metric, {from.data(), from.size(), 1}, {to.data(), to.size(), 1})[0];
}

/// The last points, `count` of them.
ConstMatrix last(const PointMatrix& points, std::uint64_t count) {
  return {points[points.count() - count].data(), points.height(), count};
}

/// Blocks of every form, square ones of other points, and long ones.
void block_equals_one_by_one(const ComponentUnderTest& subject) {
  for_each_shape(subject, [&](const PointMetric& metric, const PointMatrix& points, const DistanceTable& d) {
    const std::uint64_t n = points.count();
    const double within = kAxiomRounding * d.largest();
    for (const auto& [rows, cols] : {std::pair<std::uint64_t, std::uint64_t>{1, 1},
                                     {1, 2},
                                     {2, 1},
                                     {2, 2},
                                     {3, 5},
                                     {5, 3},
                                     {4, 4},
                                     {1, n},
                                     {n, 1}}) {
      if (std::min(rows, cols) > n || std::max(rows, cols) > n) continue;
      const std::vector<double> out = block(metric, points.first(rows).view(), last(points, cols));
      for (std::uint64_t i = 0; i < rows; ++i)
        for (std::uint64_t j = 0; j < cols; ++j)
          if (const double in_square = d(i, n - cols + j);
              !(std::abs(out[j + i * cols] - in_square) <= within))
            fail(
                "the distance from point {} to point {} is {} in a block of {} times {}, and {} in one of {}",
                i, n - cols + j, out[j + i * cols], rows, cols, in_square, n);
    }
    constexpr std::uint64_t kPrime = 31;  // of many pairs some, in no step with blocks
    for (std::uint64_t pair = 0; pair < n * n; pair += n <= kFew ? 1 : kPrime * kPrime) {
      const std::uint64_t i = pair / n, j = pair % n;
      if (const double one = distance_of(metric, points[i], points[j]); !(std::abs(one - d(i, j)) <= within))
        fail("the distance from point {} to point {} is {} alone and {} in a block", i, j, one, d(i, j));
    }
  });
}

/// The same numbers at another address, and other numbers at the same one.
void addresses_do_not_matter(const ComponentUnderTest& subject) {
  const PointShape shape;
  const PointMatrix one = drawn_points(subject.seed, shape), other = drawn_points(subject.seed + 1, shape);
  const PreparedMetric metric(subject, one);
  std::vector<double> here(shape.height * shape.count);
  const ConstMatrix view{here.data(), shape.height, shape.count};
  const auto put = [&](const PointMatrix& points) {
    for (std::uint64_t i = 0; i < points.count(); ++i)
      std::ranges::copy(points[i], here.begin() + static_cast<std::ptrdiff_t>(i * shape.height));
  };
  const auto expect = [&](const PointMatrix& points, const char* what) {
    const PreparedMetric fresh(subject, one);
    const std::vector<double> expected = block(*fresh, points.view(), points.view()),
                              got = block(*metric, view, view);
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!(std::abs(got[i] - expected[i]) <= kAxiomRounding * (1 + expected[i])))
        fail(
            "a distance is {} instead of {} {}: it depends on the numbers of its points, not on where they lie",
            got[i], expected[i], what);
  };
  put(one);
  expect(one, "where points lie at another address");
  put(other);
  expect(other, "where other points lay at the same address before");
}

/// Callers pass the features of a subset, which has no order.
void feature_order_does_not_matter(const ComponentUnderTest& subject) {
  const auto reversed = [](const PointMatrix& points) {
    std::vector<double> values;
    for (std::uint64_t i = 0; i < points.count(); ++i)
      values.insert(values.end(), points[i].rbegin(), points[i].rend());
    return PointMatrix(points.height(), std::move(values));
  };
  for_each_shape(subject, [&](const PointMetric& metric, const PointMatrix& points, const DistanceTable& d) {
    if (points.count() > kFew) return;
    std::vector<Feature> features = all_features(points.height());
    std::ranges::reverse(features);
    const DistanceTable other = distances_among(metric, features, reversed(points));
    const double within = kAxiomRounding * d.largest();
    for (std::size_t i = 0; i < d.values.size(); ++i)
      if (!(std::abs(d.values[i] - other.values[i]) <= within))
        fail("a distance changes with the order of its {} features: {} and {}", points.height(), d.values[i],
             other.values[i]);
  });
}

void learns_nothing_from_its_first_call(const ComponentUnderTest& subject) {
  const PointMatrix points = drawn_points(subject.seed, {});
  const PreparedMetric metric(subject, points);
  const DistanceTable d = distances_among(*metric, points);
  const double within = kAxiomRounding * d.largest();
  for (std::size_t i = 0; i < d.n; ++i)
    for (std::size_t j = 0; j < d.n; ++j) {
      const PreparedMetric fresh(subject, points);
      if (const double alone = distance_of(*fresh, points[i], points[j]);
          !(std::abs(alone - d(i, j)) <= within))
        fail(
            "the distance from point {} to point {} is {} by an instance that computes nothing else, and {} by one "
            "that was first asked about another block: a distance depends on its two points, the options and the data "
            "of prepare() only",
            i, j, alone, d(i, j));
    }
}

void may_be_called_at_once(const ComponentUnderTest& subject) {
  const PreparedMetric metric(subject, drawn_points(subject.seed, {}));
  const auto among = [&](std::uint64_t seed) {
    return [&metric, points = drawn_points(seed, {})] { return distances_among(*metric, points).values; };
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
  constexpr const char* kNames[] = {"general", "l1", "l2", "linf"};
  for_each_shape(subject, [&](const PointMetric& metric, const PointMatrix& points, const DistanceTable& d) {
    const Geometry geometry = metric.geometry();
    const double within = kAxiomRounding * d.largest();
    for (int again = 0; again < 2; ++again)
      if (metric.geometry() != geometry) fail("its geometry() is another one when it is asked again");
    for (std::size_t i = 0; i < d.n && geometry != Geometry::general; ++i)
      for (std::size_t j = 0; j < d.n; ++j)
        if (const double expected = norm(geometry, points[i], points[j]);
            !(std::abs(d(i, j) - expected) <= within))
          fail(
              "it claims the geometry {}, but the distance from point {} to point {} is {}, and that norm {}",
              kNames[static_cast<std::size_t>(geometry)], i, j, d(i, j), expected);
  });
}

constexpr ComponentTest kTests[] = {
    {4, "is_a_distance", false, is_a<PointMetric>, is_a_distance},
    {4, "block_equals_one_by_one", false, is_a<PointMetric>, block_equals_one_by_one},
    {4, "addresses_do_not_matter", false, is_a<PointMetric>, addresses_do_not_matter},
    {4, "feature_order_does_not_matter", false, is_a<PointMetric>, feature_order_does_not_matter},
    {4, "learns_nothing_from_its_first_call", false, is_a<PointMetric>, learns_nothing_from_its_first_call},
    {4, "may_be_called_at_once", false, is_a<PointMetric>, may_be_called_at_once},
    {4, "geometry_is_what_it_claims", false, is_a<PointMetric>, geometry_is_what_it_claims}};

}  // namespace point_metrics

std::span<const ComponentTest> point_metric_tests() { return point_metrics::kTests; }

}  // namespace tamis::framework::conformance
