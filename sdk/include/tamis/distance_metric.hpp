/// \file distance_metric.hpp
/// Distances between points, between classes (ground metrics), and between distributions over classes. All three are
/// components of the kind "distance metric".
#pragma once

#include <tamis/abi/distance_metric.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/diagnostics.hpp>
#include <tamis/runtime.hpp>

namespace tamis {

/// The common base of the three kinds of metrics. Derive from PointMetric, ClassMetric or DistributionMetric, not from this
/// class.
class DistanceMetric : public Component {};

/// The norm of a point metric, from which a method may choose an index or an additive update. `general` is always correct.
enum class Geometry : int { general, l1, l2, linf };

/// Distances between samples, in the space of the features that the caller chose. Most need no data and override distances()
/// alone. A metric that treats features differently (by their kinds, ranges or weights, say) overrides prepare() and
/// feature_distances() too. For phases, threads and errors see Component.
class PointMetric : public DistanceMetric {
 public:
  /// [setup] Reads what the metric needs to know of the features. Called once, after configured(), by the component that holds
  /// the metric. A component of SDK revision 1 calls neither this function nor feature_distances(). By default nothing is done.
  /// Both arguments are views: copy them; the memory that they show outlives this object.
  /// \param data     as the component that holds the metric got it. Features may be numbers, codes, or absent: test
  ///                 Dataset::has_dense() and has_codes().
  /// \param runtime  for this call and all later ones.
  /// \throws DataError   data for which no distance is defined.
  /// \throws ParamError  options that do not fit the data.
  virtual void prepare(const Dataset& /*data*/, const Runtime& /*runtime*/) {}

  /// [scoring] out(j, i) = distance between column i of `from` and column j of `to`. Each column is a point: the values of
  /// the caller's features, in the units of distances (Dataset::scaled_column), which are also the units of the result.
  /// Distances are non-negative, symmetric, 0 from a point to itself, and infinite if a double overflows. A distance depends
  /// on its two points alone, not on other points of the block. O(rows * from.cols * to.cols).
  /// \param from  points, as many rows as `to`.
  /// \param to    points; may be the same points as `from`.
  /// \param out   to.cols x from.cols; overlaps neither.
  /// \throws NumericError  a distance cannot be computed.
  virtual void distances(ConstMatrix from, ConstMatrix to, Matrix out) const = 0;

  /// [scoring] The same distances, for a caller that knows which features the rows are. By default it calls distances().
  /// \param features  of the dataset of prepare(), distinct: row r of `from` and `to` is features[r].
  /// \param from  as distances().
  /// \param to    as distances().
  /// \param out   as distances().
  /// \throws NumericError  as distances().
  virtual void feature_distances(std::span<const Feature> /*features*/, ConstMatrix from, ConstMatrix to,
                                 Matrix out) const {
    distances(from, to, out);
  }

  /// [scoring] The norm that both functions compute, if it is one of Geometry. Callers may then sum over coordinates
  /// themselves, which must give the same numbers up to rounding. With `general`, the default, callers use feature_distances().
  /// Constant; O(1).
  virtual Geometry geometry() const { return Geometry::general; }
};

/// The form of a ground metric, for closed forms of optimal transport. general: no known form; zero_one: 1 between any two
/// classes; line: |position - position|; tree: the length of the path along the edges.
enum class Shape : int { general, zero_one, line, tree };

/// The parameters of that form. The views point into the metric and live as long as it does.
struct ClassShape {
  Shape shape = Shape::general;           ///< which of the following are filled
  std::span<const double> line;           ///< line: the position of each class
  std::span<const std::uint32_t> parent;  ///< tree: the parent of node v > 0 is parent[v] < v ...
  std::span<const double> length;         ///< ... and the edge to it has this length
  std::span<const std::uint32_t> node;    ///< tree: the node of each class
};

/// Ground distances between classes: the cost of confusing two classes. For phases, threads and errors see Component.
class ClassMetric : public DistanceMetric {
 public:
  /// [setup] Reads class names or the samples of each class. Called once, after configured(). Both arguments are views: copy
  /// them; the memory that they show outlives this object.
  /// \param data     a target with l >= 1 classes. Features may be numbers, codes, or absent: test Dataset::has_dense() and
  ///                 has_codes().
  /// \param runtime  for this call and all later ones; reads the files that options name.
  /// \throws DataError   classes that the metric does not contain, or a file that does not match them.
  /// \throws ParamError  options that do not fit the classes.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] out(a, b) = distance between classes a and b: finite, symmetric, non-negative, zero on the diagonal. The unit
  /// is the metric's own; the caller rescales if needed. Constant after prepare().
  /// \param out  l x l.
  /// \throws DataError  the distances cannot be computed.
  virtual void distances(Matrix out) const = 0;

  /// [scoring] The form of these distances, if it is one of Shape, for closed forms of optimal transport. It must agree with
  /// distances(). `general`, the default, is always correct. O(1).
  virtual ClassShape shape() const { return {}; }
};

/// A batch of sparse distributions over classes: distribution b has the entries start[b]..start[b + 1] - 1. They are exact
/// counts with totals (probability counts[e] / totals[b]) or, if there are no counts, masses that sum to 1. Views; the caller
/// owns the memory.
struct Distributions {
  std::span<const std::uint64_t> start;    ///< batch() + 1 places, from 0
  std::span<const std::uint32_t> classes;  ///< of each entry, below l, each once in a distribution
  std::span<const std::int64_t> counts;    ///< of each entry, or empty
  std::span<const std::int64_t> totals;  ///< the sum of the counts of each distribution; empty without counts
  std::span<const double> masses;        ///< of each entry, if there are no counts
  /// The number of distributions.
  std::size_t batch() const { return start.size() - 1; }
};

/// Distances between distributions over the classes of the dataset of prepare(). For phases, threads and errors see
/// Component.
class DistributionMetric : public DistanceMetric {
 public:
  /// [setup] Reads the classes, and prepares the ground metric if there is one. Called once, after configured(). Both
  /// arguments are views: copy them; the memory that they show outlives this object.
  /// \param data     a target with l >= 1 classes.
  /// \param runtime  for this call and all later ones.
  /// \throws DataError   classes or ground distances that the metric cannot use.
  /// \throws ParamError  options that do not fit the classes.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] out[b] = distance from the b-th distribution of p to that of q: non-negative, 0 from a distribution to
  /// itself, infinite if a divergence is infinite. The order of the arguments matters for divergences. A distance depends on
  /// its two distributions, the options and the arguments of prepare(), not on the rest of the batch. Counts and masses of
  /// the same distribution give the same distance up to rounding.
  /// \param p    a batch.
  /// \param q    as many distributions as `p`; may be the same batch.
  /// \param out  p.batch() places.
  /// \throws NumericError  an iteration does not converge.
  virtual void distances(const Distributions& p, const Distributions& q, std::span<double> out) const = 0;

  /// [scoring] Whether the distance is a norm of p - q, so that d(p, q) = t d(p', q') whenever p - q = t (p' - q'), t > 0.
  /// Then d(p, (1 - t) p + t q) = t d(p, q), and one distance may replace many. It may depend on the ground metric, so call
  /// it after prepare(). `false`, the default, is always correct.
  virtual bool difference_only() const { return false; }

  /// [scoring] Reports results besides distances, such as how often the metric fell back to another method. The criterion
  /// that uses the metric calls it from its own report.
  /// \param out  copies its arguments; valid during the call.
  /// \throws Error  the run then has no result, so report nothing rather than throw.
  virtual void report(const Diagnostics& /*out*/) const {}
};

}  // namespace tamis
