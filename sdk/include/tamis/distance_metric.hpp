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

/// What the three roles have in common, which is their kind. Derive a metric from one of them, PointMetric,
/// ClassMetric or DistributionMetric, and not from this.
class DistanceMetric : public Component {};

/// The norm behind a point metric: lets a method choose an index or an additive update.
/// `general` is always right.
enum class Geometry : int { general, l1, l2, linf };

/// Distances between samples, in the space of the features that the caller chose. It reads no data of its
/// own, so there is nothing to prepare: its functions may be called from configured() on, by many threads at
/// once. Phases, threads, errors: see Component.
class PointMetric : public DistanceMetric {
 public:
  /// [scoring] out(j, i) = distance between from's column i and to's column j. Points are columns: the
  /// caller has put the features that it wants into them, in the units of distances
  /// (Dataset::scaled_column), so a distance is a number in those units. Non-negative, symmetric, 0 from a
  /// point to itself; infinite where a double cannot hold it. It depends on its two points alone, not on
  /// what else stands in the block. O(rows * from.cols * to.cols).
  /// \param from  points, as many rows as `to`.
  /// \param to    points; may be the same ones as `from`.
  /// \param out   to.cols x from.cols; overlaps neither.
  /// \throws NumericError  a distance that cannot be computed.
  virtual void distances(ConstMatrix from, ConstMatrix to, Matrix out) const = 0;

  /// [scoring] Which norm of the difference distances() computes, if it is one of Geometry's: callers then
  /// sum over coordinates themselves, which must give the same numbers up to rounding. `general`, the
  /// default, is always right: callers go through distances(). The same whenever it is asked; O(1).
  virtual Geometry geometry() const { return Geometry::general; }
};

/// A ground metric's form, where distributions have a closed-form transport. general: none that is known;
/// zero_one: 1 between any two classes; line: |place - place|; tree: the length of the way over its edges.
enum class Shape : int { general, zero_one, line, tree };

/// What is known of that form. The views show memory of the metric and live as long as it does.
struct ClassShape {
  Shape shape = Shape::general;           ///< which of the following are filled
  std::span<const double> line;           ///< line: the place of each class
  std::span<const std::uint32_t> parent;  ///< tree: node v > 0 hangs from parent[v] < v ...
  std::span<const double> length;         ///< ... by an edge of this length
  std::span<const std::uint32_t> node;    ///< tree: where each class sits
};

/// Ground distances between classes: how wrong it is to take one class for another. Phases, threads, errors:
/// see Component.
class ClassMetric : public DistanceMetric {
 public:
  /// [setup] Reads class names or the samples of each class. Once, after configured(). Both arguments are
  /// views: copy them; what they show outlives this object.
  /// \param data     a target with l >= 1 classes. Features may be there as numbers, as codes, or not at all:
  ///                 ask Dataset::has_dense() and has_codes().
  /// \param runtime  for this call and all later ones; reads the files that options name.
  /// \throws DataError   classes that the metric knows nothing of, or a file that does not fit them.
  /// \throws ParamError  options that do not go with the classes.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] out(a, b) = distance between classes a and b: finite, symmetric, non-negative, zero on the
  /// diagonal. In a unit of the metric's own; whoever uses it scales it if need be. After prepare() always
  /// the same.
  /// \param out  l x l.
  /// \throws DataError  distances that cannot be stated.
  virtual void distances(Matrix out) const = 0;

  /// [scoring] The form of these distances, if it is one of Shape's, for closed forms in the place of an
  /// optimal transport. It must say the same as distances(). `general`, the default, is always right. O(1).
  virtual ClassShape shape() const { return {}; }
};

/// A batch of sparse distributions over classes: number b has the entries start[b]..start[b + 1] - 1. As
/// exact counts with totals (the probability is counts[e] / totals[b]) or, where there are no counts, as
/// masses that sum to 1. Views; the memory is the caller's.
struct Distributions {
  std::span<const std::uint64_t> start;    ///< batch() + 1 places, from 0
  std::span<const std::uint32_t> classes;  ///< of each entry, below l, each once in a distribution
  std::span<const std::int64_t> counts;    ///< of each entry, or empty
  std::span<const std::int64_t> totals;    ///< beside counts: their sum, one per distribution; or empty
  std::span<const double> masses;          ///< of each entry, where counts are empty
  /// How many distributions there are.
  std::size_t batch() const { return start.size() - 1; }
};

/// Distances between distributions over the classes of `prepare`'s dataset. Phases,
/// threads, errors: see Component.
class DistributionMetric : public DistanceMetric {
 public:
  /// [setup] Learns the classes, and prepares the ground metric where there is one. Once, after configured().
  /// Both arguments are views: copy them; what they show outlives this object.
  /// \param data     a target with l >= 1 classes.
  /// \param runtime  for this call and all later ones.
  /// \throws DataError   classes or ground distances that the metric cannot use.
  /// \throws ParamError  options that do not go with the classes.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] out[b] = distance from p's to q's b-th distribution: 0 from a distribution to itself, never
  /// negative; infinite where a divergence is. The order matters for divergences. It depends on its two
  /// distributions, the options and what prepare() was handed alone, not on the rest of the batch, and counts
  /// and masses of the same distribution give the same up to rounding.
  /// \param p    a batch.
  /// \param q    as many distributions as `p`; may be the same ones.
  /// \param out  p.batch() places.
  /// \throws NumericError  an iteration that does not converge.
  virtual void distances(const Distributions& p, const Distributions& q, std::span<double> out) const = 0;

  /// [scoring] Whether the distance is a norm of p - q, so that d(p, q) = t d(p', q') wherever p - q = t
  /// (p' - q'), t > 0: then d(p, (1 - t) p + t q) = t d(p, q), and a caller may compute one distance
  /// where it needs many. It may depend on the ground metric, so ask after prepare(). `false`, the
  /// default, is always right.
  virtual bool difference_only() const { return false; }

  /// [scoring] What the metric has to tell besides distances, such as how many of them fell back to another
  /// method. Called where the criterion that uses the metric passes its own report on.
  /// \param out  copies what it is given; gone after the call.
  /// \throws Error  the run then has no result, so report nothing rather than throw.
  virtual void report(const Diagnostics& /*out*/) const {}
};

}  // namespace tamis
