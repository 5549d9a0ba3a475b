/// \file contingency.hpp
/// Contingency tables of codes and classes, where labels may be crisp, soft, weighted, unknown or wrong.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/flip_correction.hpp>
#include <tamis/numerics/points.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tamis::numerics {

/// What becomes of samples of unknown label. drop: they are not counted; uniform: they count 1/l for each class; surrogate: they
/// are taken for one of two classes, see Surrogate.
enum class UnknownLabels : int { drop, uniform, surrogate };

/// Of two classes, which one the unknown labels are taken for, so that features keep their order as well as can be: the
/// unknown become negative if the prior of the positive class is below phi = sqrt(p (p + m)) / (sqrt(p (p + m)) + sqrt(n (n + m))),
/// else positive, where p are the positive labels, n the negative and m the unknown ones. If only one class is labelled, they become
/// the other one (positive and unlabelled data).
///
/// K. Sechidis, G. Brown. Simple strategies for semi-supervised feature selection. Machine Learning 107 (2018) 357-395, DOI
/// 10.1007/s10994-017-5648-2.
struct Surrogate {
  double phi = 0;
  bool become_positive = false;
};
/// \param prior  P(positive), or none: that of the known labels, p / (p + n).
Surrogate surrogate(std::uint64_t positive, std::uint64_t negative, std::uint64_t unknown,
                    std::optional<double> prior);

/// How labels enter a table.
struct LabelReading {
  UnknownLabels unknown = UnknownLabels::drop;
  std::int32_t positive = 1;         ///< class, of surrogate
  std::optional<double> prior = {};  ///< of surrogate
};

/// The samples that are counted, each with a weight per class: gamma(s|i) times the weight of the sample.
class CountedLabels {
 public:
  CountedLabels() = default;
  /// O(n l).
  /// \param weights  of the samples, or empty: 1 each; samples of weight 0 are not counted.
  /// \throws DataError   the target has no classes, no sample counts.
  /// \throws ParamError  surrogate of other than two classes, or of soft labels.
  CountedLabels(const Target& target, std::span<const double> weights, const LabelReading& how);

  /// Those that count, ascending.
  const std::vector<Sample>& samples() const { return samples_; }
  std::size_t classes() const { return mass_.size(); }
  /// The sum of all weights: n in formulas.
  double total() const { return total_; }
  /// N(s).
  const std::vector<double>& mass() const { return mass_; }
  /// Whether each counts 1 for one class, so that counts are whole numbers.
  bool are_whole() const { return gamma_.empty(); }
  /// The class of the k-th that counts, if are_whole().
  std::uint32_t label(std::size_t k) const { return labels_[k]; }
  /// The weights of the k-th, by class, otherwise.
  std::span<const double> weights(std::size_t k) const { return {gamma_.data() + k * classes(), classes()}; }
  /// Whether all weight is on one class.
  bool single_class() const;
  /// The same samples, or all of n, without their classes: one class of all, by the weights of samples.
  static CountedLabels without_classes(std::span<const Sample> samples, std::span<const double> weights);
  /// Of surrogate.
  const std::optional<Surrogate>& surrogate_used() const { return surrogate_; }

 private:
  std::vector<Sample> samples_;
  std::vector<std::uint32_t> labels_;
  std::vector<double> gamma_;  // row by row
  std::vector<double> mass_;
  double total_ = 0;
  std::optional<Surrogate> surrogate_;
};

/// The cells of a table that hold samples, by x and then by z: N(x, z, s).
struct CellTable {
  std::size_t classes = 0;
  std::vector<std::uint8_t> x, z;  ///< the codes of each cell
  std::vector<double> weight;      ///< classes of the first cell, of the second, ...

  std::size_t size() const { return x.size(); }
  std::span<double> cell(std::size_t c) { return {weight.data() + c * classes, classes}; }
  std::span<const double> cell(std::size_t c) const { return {weight.data() + c * classes, classes}; }
  /// Corrects each cell.
  void correct(const FlipCorrection& correction);
};

/// The codes of a feature.
struct CodeColumn {
  std::span<const std::uint8_t> codes;  ///< of the samples that count, in their order
  std::uint32_t levels = 1;             ///< codes are below
};

/// z with the labels, which many features are counted against.
class LabelledColumn {
 public:
  /// Of N(x, s): one code for all samples.
  explicit LabelledColumn(const CountedLabels& labels) : LabelledColumn(labels, {}) {}
  /// \param z  of the samples that count; no codes: all have code 0. O(n).
  LabelledColumn(const CountedLabels& labels, const CodeColumn& z);

  const CountedLabels& labels() const { return *labels_; }
  std::size_t levels() const { return levels_; }
  std::uint32_t code(std::size_t k) const { return z_.empty() ? 0 : z_[k]; }
  /// z l + label of each sample, if counts are whole and these are below 2^16; else empty.
  std::span<const std::uint16_t> patterns() const { return patterns_; }

 private:
  const CountedLabels* labels_;
  std::span<const std::uint8_t> z_;
  std::size_t levels_;
  std::vector<std::uint16_t> patterns_;
};

/// Counts tables; owns the memory that this takes, so use one per thread.
class CellCounter {
 public:
  /// N(x, z, s). O(n) if counts are whole, else O(n l), and the cells; where these are many more than samples, O(n log n + n l). Sums
  /// are in the order of the samples.
  CellTable& count(const CodeColumn& x, const LabelledColumn& z);

 private:
  void count_whole(const CodeColumn& x, const LabelledColumn& z);
  void add_rows(const CodeColumn& x, const LabelledColumn& z);
  void sort_rows(const CodeColumn& x, const LabelledColumn& z);
  void close(std::size_t x, std::size_t z);

  CellTable table_;
  std::vector<std::uint32_t> counts_;
  std::vector<double> sums_;
  std::vector<std::uint64_t> entries_;  // cell and sample
};

}  // namespace tamis::numerics
