/// \file prepared.hpp
/// Ground metrics, prepared for a target with named classes.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include "../../../tests/sdk/numerics/table.hpp"

namespace tamis::class_metrics::testing {

using namespace tamis::testing;
using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<std::string>>;
using Files = std::map<std::string, Rows, std::less<>>;

/// A table whose classes have names; none are given where `names` is empty.
class NamedTable {
 public:
  explicit NamedTable(Names names) : NamedTable(std::move(names), Table(0, 0)) {}
  NamedTable(Names names, Table t) : table(std::move(t)), names_(std::move(names)) {
    for (const std::string& name : names_) texts_.push_back({name.data(), name.size()});
    if (table.kind == TargetKind::none)
      table.with_labels(std::vector<std::int32_t>(table.n), static_cast<std::uint32_t>(names_.size()));
  }
  NamedTable(const NamedTable&) = delete;
  NamedTable& operator=(const NamedTable&) = delete;

  NamedTable& with_sets(std::vector<std::uint64_t> start, std::vector<std::int32_t> labels) {
    start_ = std::move(start), set_labels_ = std::move(labels), table.kind = TargetKind::sets;
    return *this;
  }
  /// Codes instead of numbers, feature by feature.
  NamedTable& with_codes(std::vector<std::uint8_t> codes) {
    codes_ = std::move(codes);
    return *this;
  }
  Dataset view() {
    dataset_ = *table.view().raw();
    target_ = *dataset_.target;
    target_.class_names = texts_.empty() ? nullptr : texts_.data();
    target_.sets = {start_.empty() ? nullptr : start_.data(), set_labels_.data()};
    dataset_.target = &target_;
    if (!codes_.empty()) {
      dataset_.dense = {};
      dataset_.codes = {codes_.data(), table.n, table.d, table.n, nullptr};
    }
    return Dataset(&dataset_);
  }

  Table table;

 private:
  Names names_;
  std::vector<tamis_text> texts_;
  std::vector<std::uint64_t> start_;
  std::vector<std::int32_t> set_labels_;
  std::vector<std::uint8_t> codes_;
  tamis_target target_{};
  tamis_dataset dataset_{};
};

template <class Metric>
struct Prepared {
  Prepared(NamedTable& data, typename Metric::Options options, Files files = {}) {
    runtime.files = std::move(files);
    metric.options = options;
    Runtime service = runtime;
    metric.prepare(data.view(), service);
    classes = data.table.classes;
  }
  Prepared(Names names, typename Metric::Options options, Files files = {})
      : Prepared(std::make_unique<NamedTable>(std::move(names)), options, std::move(files)) {}

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
  Prepared(const std::unique_ptr<NamedTable>& data, typename Metric::Options options, Files files)
      : Prepared(*data, options, std::move(files)) {}
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
