/// Level 4, class metrics: the axioms, the shape that is claimed, and that classes are known by their names.
#include "axioms.hpp"
#include "block_orders.hpp"
#include "tables.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tamis::framework::conformance {
namespace class_metrics {

/// A class metric prepared on a table.
class PreparedClassMetric {
 public:
  PreparedClassMetric(const ComponentUnderTest& subject, const TestTable& table)
      : data_(data_of(table, subject.descriptor)),
        services_(subject.seed),
        metric_(subject.registry, subject.plan()) {
    metric_->prepare(data_.view(), services_.runtime());
  }
  ClassShape shape() const { return metric_->shape(); }
  DistanceTable distances() const {
    DistanceTable d{kClasses, std::vector<double>(kClasses * kClasses, std::nan("")), "class"};
    metric_->distances(Matrix(d.values.data(), kClasses, kClasses));
    return d;
  }

 private:
  LoadedData data_;
  Services services_;
  Composed<ClassMetric> metric_;
};

TestTable table_of(const ComponentUnderTest& subject) {
  return mixed_table(TargetKind::classes, subject.seed);
}

void is_a_distance(const ComponentUnderTest& subject) {
  const DistanceTable d = PreparedClassMetric(subject, table_of(subject)).distances();
  expect_distances(d);
  expect_symmetric(d);
  if (subject.descriptor.traits.metric) expect_triangle(d);
}

double between(const ClassShape& shape, std::size_t a, std::size_t b) {
  if (shape.shape == Shape::line) return std::abs(shape.line[a] - shape.line[b]);
  if (shape.shape != Shape::tree) return a == b ? 0 : 1;
  double length = 0;  // a parent's number is the smaller one: the larger node climbs
  for (std::uint32_t u = shape.node[a], v = shape.node[b]; u != v;) {
    std::uint32_t& deeper = u > v ? u : v;
    length += shape.length[deeper];
    deeper = shape.parent[deeper];
  }
  return length;
}

void check_tree(const ClassShape& shape) {
  for (std::size_t v = 1; v < shape.parent.size(); ++v)
    if (shape.parent[v] >= v)
      fail("node {} of its tree hangs from node {}; a parent comes first", v, shape.parent[v]);
  for (const std::uint32_t node : shape.node)
    if (node >= shape.parent.size())
      fail("a class sits at node {} of its tree of {}", node, shape.parent.size());
}

void shape_is_what_it_claims(const ComponentUnderTest& subject) {
  const PreparedClassMetric metric(subject, table_of(subject));
  const ClassShape shape = metric.shape();
  if (shape.shape == Shape::general) return;
  if (shape.shape == Shape::tree) check_tree(shape);
  constexpr std::array kNames{"general", "equal distances", "line", "tree"};
  const DistanceTable d = metric.distances();
  for (std::size_t a = 0; a < kClasses; ++a)
    for (std::size_t b = 0; b < kClasses; ++b)
      if (const double expected = between(shape, a, b);
          !(std::abs(d(a, b) - expected) <= kAxiomRounding * d.largest()))
        fail(
            "it claims the shape '{}', but the distance from class {} to class {} is {}, and {} by the shape",
            kNames[static_cast<std::size_t>(shape.shape)], a, b, d(a, b), expected);
}

void expect_equal(const DistanceTable& one, const DistanceTable& other,
                  std::span<const std::uint32_t> becomes, const char* what) {
  for (std::size_t a = 0; a < kClasses; ++a)
    for (std::size_t b = 0; b < kClasses; ++b)
      if (const double moved = other(becomes[a], becomes[b]);
          !(std::abs(one(a, b) - moved) <= kAxiomRounding * one.largest()))
        fail("the distance from class {} to class {} changes with {}: {} and {}", a, b, what, one(a, b),
             moved);
}

bool speaks_by_number(const ComponentUnderTest& subject) {
  return std::ranges::any_of(subject.descriptor.options, [&](const OptionDescriptor& option) {
    return option.type == TAMIS_T_REALS && subject.settings.contains(option.name);
  });
}

void class_numbers_do_not_matter(const ComponentUnderTest& subject) {
  constexpr std::uint32_t kBecomes[] = {2, 0, 1};
  const TestTable table = table_of(subject);
  const auto by_name = [&](const TestTable& t) { return PreparedClassMetric(subject, t).distances(); };
  if (speaks_by_number(subject)) skip("a list of numbers was given, which speaks of the classes by number");
  expect_equal(by_name(table), by_name(relabelled(table, kBecomes)), kBecomes, "the numbers of the classes");
}

void sample_order_does_not_matter(const ComponentUnderTest& subject) {
  constexpr std::uint32_t kSame[] = {0, 1, 2};
  const TestTable table = table_of(subject);
  const TestTable other = permuted(table, shuffled(table.samples(), subject.seed));
  expect_equal(PreparedClassMetric(subject, table).distances(),
               PreparedClassMetric(subject, other).distances(), kSame, "the order of the samples");
}

void may_be_called_at_once(const ComponentUnderTest& subject) {
  const PreparedClassMetric metric(subject, table_of(subject));
  const auto distances = [&] {
    metric.shape();
    return metric.distances().values;
  };
  expect_undisturbed("distances() and shape()", distances, distances);
}

constexpr ComponentTest kTests[] = {
    {4, "is_a_distance", false, is_a<ClassMetric>, is_a_distance},
    {4, "shape_is_what_it_claims", false, is_a<ClassMetric>, shape_is_what_it_claims},
    {4, "class_numbers_do_not_matter", false, is_a<ClassMetric>, class_numbers_do_not_matter},
    {4, "sample_order_does_not_matter", false, is_a<ClassMetric>, sample_order_does_not_matter},
    {4, "may_be_called_at_once", false, is_a<ClassMetric>, may_be_called_at_once}};

}  // namespace class_metrics

std::span<const ComponentTest> class_metric_tests() { return class_metrics::kTests; }

}  // namespace tamis::framework::conformance
