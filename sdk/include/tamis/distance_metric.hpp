/// \file distance_metric.hpp
/// A distance has three roles: between points, between classes (the ground metric), and between distributions
/// over classes. All three are components of the kind "distance metric".
#pragma once

#include <tamis/abi/distance_metric.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/diagnostics.hpp>
#include <tamis/runtime.hpp>

namespace tamis {

class DistanceMetric : public Component {};

/// The norm behind a point metric: lets a method choose an index or an additive update. `general` is always
/// right.
enum class Geometry : int { general, l1, l2, linf };

/// Distances between samples, in the space of the features that the caller chose. May be called from many
/// threads.
class PointMetric : public DistanceMetric {
 public:
  /// out(j, i) = distance between from's column i and to's column j; points are columns of equal height.
  /// Non-negative, symmetric, 0 from a point to itself.
  virtual void distances(ConstMatrix from, ConstMatrix to, Matrix out) const = 0;
  virtual Geometry geometry() const { return Geometry::general; }
};

/// A ground metric's form, where distributions have a closed-form transport.
enum class Shape : int { general, zero_one, line, tree };

/// What is known of that form; the views live as long as the metric.
struct ClassShape {
  Shape shape = Shape::general;
  std::span<const double> line;           ///< line: the place of each class
  std::span<const std::uint32_t> parent;  ///< tree: node v > 0 hangs from parent[v] < v ...
  std::span<const double> length;         ///< ... by an edge of this length
  std::span<const std::uint32_t> node;    ///< tree: where each class sits
};

/// Ground distances between classes.
class ClassMetric : public DistanceMetric {
 public:
  /// Reads class names or centroids. l >= 1 classes.
  virtual void prepare(const Dataset& data, Runtime& runtime) = 0;
  /// l x l: symmetric, non-negative, zero on the diagonal.
  virtual void distances(Matrix out) const = 0;
  virtual ClassShape shape() const { return {}; }
};

/// A batch of sparse distributions over classes, as exact counts with totals or as masses.
struct Distributions {
  std::span<const std::uint64_t> start;  ///< batch + 1
  std::span<const std::uint32_t> classes;
  std::span<const std::int64_t> counts, totals;  ///< or empty
  std::span<const double> masses;                ///< used where counts are empty
  std::size_t batch() const { return start.size() - 1; }
};

/// Distances between distributions over the classes of `prepare`'s dataset. May be called from many threads.
class DistributionMetric : public DistanceMetric {
 public:
  virtual void prepare(const Dataset& data, Runtime& runtime) = 0;
  /// out[b] = distance from p's to q's b-th distribution; the order matters for divergences.
  virtual void distances(const Distributions& p, const Distributions& q, std::span<double> out) const = 0;
  /// After prepare: whether the distance is a norm of p - q, so that d(p, q) = t d(p', q') wherever
  /// p - q = t (p' - q'), t > 0: then d(p, (1 - t) p + t q) = t d(p, q). It may hang on the ground metric.
  virtual bool difference_only() const { return false; }
  virtual void report(const Diagnostics&) const {}
};

}  // namespace tamis
