/// \file fixture.hpp
/// Ground metrics, distributions and prepared metrics for tests and benchmarks.
#pragma once

#include <tamis/sdk.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace tamis::transport::testing {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

/// Ground distances by rows, and a shape where they have one.
struct GroundData {
  Rows d;
  Shape shape = Shape::general;
  Row line, length;
  std::vector<std::uint32_t> parent, node;
};

class Ground final : public ClassMetric {
 public:
  explicit Ground(GroundData data) : data_(std::move(data)) {}
  void prepare(const Dataset&, const Runtime&) override {}
  void distances(Matrix out) const override {
    for (std::size_t i = 0; i < out.rows; ++i)
      for (std::size_t j = 0; j < out.cols; ++j) out(i, j) = data_.d[i][j];
  }
  ClassShape shape() const override {
    return {data_.shape, data_.line, data_.parent, data_.length, data_.node};
  }
  const GroundData& data() const { return data_; }

 private:
  GroundData data_;
};

/// d[i][j] = distance(i, j).
template <class Distance>
GroundData ground_of(std::size_t classes, const Distance& distance) {
  GroundData g{Rows(classes, Row(classes)), Shape::general, {}, {}, {}, {}};
  for (std::size_t i = 0; i < classes; ++i)
    for (std::size_t j = 0; j < classes; ++j) g.d[i][j] = distance(i, j);
  return g;
}

inline GroundData zero_one(std::size_t classes) {
  GroundData g = ground_of(classes, [](std::size_t i, std::size_t j) { return i == j ? 0.0 : 1.0; });
  g.shape = Shape::zero_one;
  return g;
}

inline GroundData on_line(const Row& places) {
  GroundData g =
      ground_of(places.size(), [&](std::size_t i, std::size_t j) { return std::abs(places[i] - places[j]); });
  g.shape = Shape::line;
  g.line = places;
  return g;
}

/// Node v > 0 hangs from parent[v] < v; class c sits at node[c].
inline GroundData on_tree(std::vector<std::uint32_t> parent, Row length, std::vector<std::uint32_t> node) {
  GroundData g = ground_of(node.size(), [&](std::size_t i, std::size_t j) {
    double way = 0;
    for (std::uint32_t a = node[i], b = node[j]; a != b;) {
      std::uint32_t& lower = a > b ? a : b;  // its parent comes before it
      way += length[lower];
      lower = parent[lower];
    }
    return way;
  });
  g.shape = Shape::tree;
  g.parent = std::move(parent);
  g.length = std::move(length);
  g.node = std::move(node);
  return g;
}

/// Distributions by rows, as masses or as counts; classes without mass are listed too unless `sparse`.
class Batch {
 public:
  static Batch masses(const Rows& rows, bool sparse = false) { return Batch(rows, sparse, false); }
  static Batch counts(const Rows& rows, bool sparse = false) { return Batch(rows, sparse, true); }
  Distributions view() const { return {start, classes, count, totals, mass}; }

  std::vector<std::uint64_t> start{0};
  std::vector<std::uint32_t> classes;
  std::vector<std::int64_t> count, totals;
  std::vector<double> mass;

 private:
  Batch(const Rows& rows, bool sparse, bool counted) {
    for (const Row& row : rows) {
      std::uint64_t total = 0;  // may overflow where that is tested
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (sparse && row[c] == 0) continue;
        classes.push_back(static_cast<std::uint32_t>(c));
        const auto n = static_cast<std::int64_t>(row[c]);
        total += static_cast<std::uint64_t>(n);
        counted ? count.push_back(n) : mass.push_back(row[c]);
      }
      if (counted) totals.push_back(static_cast<std::int64_t>(total));
      start.push_back(classes.size());
    }
  }
};

/// A metric made ready for `classes` classes called a, b, c, ...; `change(metric)` sets its options.
template <class Metric>
class Prepared {
 public:
  template <class Change>
  Prepared(std::size_t classes, const Change& change) {
    for (std::size_t c = 0; c < classes; ++c)
      names_.push_back(std::string(1, static_cast<char>('a' + c % 26)));
    for (const std::string& name : names_) texts_.push_back({name.data(), name.size()});
    target_.classes = static_cast<std::uint32_t>(classes);
    target_.class_names = texts_.data();
    data_.target = &target_;
    change(metric);
    prepare();
  }
  explicit Prepared(std::size_t classes) : Prepared(classes, [](auto&) {}) {}

  Row distances(const Batch& p, const Batch& q) const {
    Row out(p.view().batch(), -1);
    metric.distances(p.view(), q.view(), out);
    return out;
  }
  Row distances(const Rows& p, const Rows& q) const { return distances(Batch::masses(p), Batch::masses(q)); }
  double distance(const Row& p, const Row& q) const { return distances(Rows{p}, Rows{q})[0]; }
  const std::vector<std::string>& warnings() const { return serial_.warnings; }

  tamis::testing::Reported report() const { return tamis::testing::Reported(metric); }

  Metric metric;

 private:
  void prepare() { metric.prepare(Dataset(&data_), serial_); }
  std::vector<std::string> names_;
  std::vector<tamis_text> texts_;
  tamis_target target_{};
  tamis_dataset data_{};
  tamis::testing::SerialRuntime serial_;
};

}  // namespace tamis::transport::testing
