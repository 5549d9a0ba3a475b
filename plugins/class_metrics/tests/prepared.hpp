/// \file prepared.hpp
/// Ground metrics, prepared for a target with named classes.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

namespace tamis::class_metrics::testing {

using namespace tamis::testing;
using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<std::string>>;
using Files = std::map<std::string, Rows, std::less<>>;

/// The table with names for its classes; without samples where there is none.
inline Table named(Names names, Table table = Table(0, 0)) {
  if (table.kind == TargetKind::none)
    table.with_labels(std::vector<std::int32_t>(table.n), static_cast<std::uint32_t>(names.size()));
  table.class_names = std::move(names);
  return table;
}

template <class Metric>
struct Prepared {
  Prepared(Table data, typename Metric::Options options, Files files = {})
      : classes(data.classes), table_(std::move(data)) {
    runtime.files = std::move(files);
    metric.options = options;
    metric.configured();
    Runtime service = runtime;
    metric.prepare(table_.view(), service);
  }
  Prepared(Names names, typename Metric::Options options, Files files = {})
      : Prepared(named(std::move(names)), options, std::move(files)) {}

  /// l x l.
  std::vector<double> distances() const {
    std::vector<double> d(classes * classes, -1.0);
    metric.distances(Matrix(d.data(), classes, classes));
    return d;
  }
  double operator()(std::size_t i, std::size_t j) const { return distances()[i + j * classes]; }

  SerialRuntime runtime;
  Metric metric;
  std::size_t classes = 0;

 private:
  Table table_;
};

/// The lengths of the paths on the tree that the shape shows, each node's ancestors written out.
inline std::vector<double> paths_on(const ClassShape& shape) {
  const std::size_t l = shape.node.size();
  const auto edges_above = [&](std::size_t c) {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t v = shape.node[c]; v != 0; v = shape.parent[v]) nodes.push_back(v);
    return nodes;
  };
  std::vector<double> d(l * l, 0.0);
  for (std::size_t i = 0; i < l; ++i)
    for (std::size_t j = 0; j < l; ++j) {
      const auto a = edges_above(i), b = edges_above(j);
      for (const std::uint32_t v : a)
        if (std::ranges::find(b, v) == b.end()) d[i + j * l] += shape.length[v];
      for (const std::uint32_t v : b)
        if (std::ranges::find(a, v) == a.end()) d[i + j * l] += shape.length[v];
    }
  return d;
}

inline bool is_tree(const ClassShape& shape) {
  for (std::size_t v = 1; v < shape.parent.size(); ++v)
    if (shape.parent[v] >= v) return false;
  return shape.shape == Shape::tree && shape.length.size() == shape.parent.size();
}

/// Equal but for the rounding of a few additions.
inline bool near(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kRounding = 4e-15;
  return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) <= kRounding; });
}

/// d with class c renamed to order[c].
inline std::vector<double> reordered(const std::vector<double>& d, const std::vector<std::size_t>& order) {
  const std::size_t l = order.size();
  std::vector<double> out(d.size());
  for (std::size_t i = 0; i < l; ++i)
    for (std::size_t j = 0; j < l; ++j) out[order[i] + order[j] * l] = d[i + j * l];
  return out;
}

}  // namespace tamis::class_metrics::testing
