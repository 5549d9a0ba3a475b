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
  /// How many different rows of weights there are, as of votes or of probabilities given a label: the classes, if are_whole();
  /// 0: too many to count samples by them.
  std::size_t patterns() const { return patterns_; }
  /// Which of them the k-th that counts has: its class, if are_whole().
  std::uint32_t pattern(std::size_t k) const { return pattern_[k]; }
  /// The weights of a pattern, by class, unless are_whole().
  std::span<const double> weights_of(std::size_t pattern) const {
    return {rows_.data() + pattern * classes(), classes()};
  }
  /// The weights of the k-th, by class, unless are_whole().
  std::span<const double> weights(std::size_t k) const { return {gamma_.data() + k * classes(), classes()}; }
  /// Which samples have each pattern, as LabelledColumn has them, and how many; empty unless counting bits pays.
  std::span<const std::uint64_t> planes() const { return planes_; }
  /// See planes().
  std::span<const std::uint32_t> sizes() const { return sizes_; }
  /// Whether all weight is on one class.
  bool single_class() const;
  /// The same samples, or all of n, without their classes: one class of all, by the weights of samples.
  static CountedLabels without_classes(std::span<const Sample> samples, std::span<const double> weights);
  /// Of surrogate.
  const std::optional<Surrogate>& surrogate_used() const { return surrogate_; }

 private:
  void find_patterns();
  void make_planes();

  std::vector<Sample> samples_;
  std::size_t patterns_ = 0;
  std::vector<std::uint32_t> pattern_;  // of the samples
  std::vector<std::uint64_t> planes_;   // of the patterns
  std::vector<std::uint32_t> sizes_;    // of the patterns
  std::vector<double> rows_;            // of the patterns
  std::vector<double> gamma_;           // of the samples, row by row
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
  /// Which samples have each code, as CodePlanes has them; null: not known. With them whole counts are counts of bits.
  const std::uint64_t* planes = nullptr;
};

/// Of each of some features, which samples have each of its codes but the last: a bit per sample. Counting the bits that two
/// codes have in common takes a word where 64 samples would be counted one by one, which pays for few codes.
class CodePlanes {
 public:
  CodePlanes() = default;
  /// No feature yet; `samples` that count.
  explicit CodePlanes(std::size_t samples);
  /// How many words a feature of so many levels takes; 0: planes would be larger than codes, and do not pay.
  std::size_t words_of(std::uint32_t levels) const {
    const std::size_t words = (levels - 1) * words_;
    return words * sizeof(std::uint64_t) <= samples_ ? words : 0;
  }
  /// Writes the planes of a feature. O(n).
  /// \param out  words_of(levels), all 0; at least one.
  void write(const CodeColumn& x, std::uint64_t* out) const;

 private:
  std::size_t samples_ = 0, words_ = 0;
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
  /// z times the number of patterns of labels + that of each sample, if there are patterns and this is below 2^16; else empty.
  std::span<const std::uint16_t> patterns() const { return patterns_; }
  /// Which samples have each pattern, if there are so few that counting bits pays; else empty.
  std::span<const std::uint64_t> planes() const { return planes_; }
  /// How many samples have each pattern; beside planes().
  std::span<const std::uint32_t> sizes() const { return sizes_; }

 private:
  void intersect(const std::uint64_t* planes_of_z);

  const CountedLabels* labels_;
  std::span<const std::uint8_t> z_;
  std::size_t levels_;
  std::vector<std::uint16_t> patterns_;
  std::vector<std::uint64_t> planes_;
  std::vector<std::uint32_t> sizes_;
};

/// Counts tables; owns the memory that this takes, so use one per thread.
class CellCounter {
 public:
  /// N(x, z, s). O(n) if weights have few patterns, else O(n l), and the cells; where these are many more than samples, and
  /// weights have many patterns, O(n log n + n l). Sums are in the order of the samples, or of the patterns.
  CellTable& count(const CodeColumn& x, const LabelledColumn& z);
  /// N(x, z, s) where labels are whole: by x, then z, then s. Empty where the table would be nearly empty. O(n), and the cells.
  /// Valid until the next call.
  std::span<const std::uint32_t> whole_counts(const CodeColumn& x, const LabelledColumn& z);
  /// Of a table that would be nearly empty, the counts above 1, in the same order: all that a sum of c log c needs. O(n). Valid
  /// until the next call.
  /// \param z  with labels that are whole, and patterns().
  std::span<const std::uint32_t> counts_above_one(const CodeColumn& x, const LabelledColumn& z);

 private:
  void fill_counts(const CodeColumn& x, const LabelledColumn& z);
  void count_samples(const CodeColumn& x, const LabelledColumn& z);
  void count_bits(const CodeColumn& x, const LabelledColumn& z);
  void count_few(const CodeColumn& x, const LabelledColumn& z);
  void take_counts(const CodeColumn& x, const LabelledColumn& z);
  void take_cell(std::size_t x, std::size_t z, const std::uint32_t* counts, const CountedLabels& labels);
  void add_rows(const CodeColumn& x, const LabelledColumn& z);
  void sort_rows(const CodeColumn& x, const LabelledColumn& z);
  void close(std::size_t x, std::size_t z);

  CellTable table_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> few_counts_;  // of count_few: all 0 between calls, as are ...
  std::vector<std::uint64_t> occupied_;    // ... the bits of pairs of codes that samples have
  std::vector<std::size_t> shared_cells_;  // that several samples have
  std::vector<std::uint32_t> above_one_;
  std::vector<double> sums_;
  std::vector<std::uint64_t> entries_;  // cell and sample
};

}  // namespace tamis::numerics
