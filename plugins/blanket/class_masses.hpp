/// \file class_masses.hpp
/// What the labels say of each sample, whatever their kind: a mass per class.
#pragma once

#include <tamis/target.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::blanket {

/// Sample i has mass e on a class for start[i] <= e < start[i + 1], classes ascending, masses positive. A
/// class label is a mass of 1, a set of labels one of 1 for each (the paper's copies of a sample, without
/// copying), a soft label its probabilities; each times the weight of the sample.
class ClassMasses {
 public:
  ClassMasses() = default;
  /// O(n l) for soft labels, else O(labels).
  /// \param weights  of the samples, finite and not negative; empty: 1 each.
  /// \throws DataError  a negative probability, weights that are all 0 or whose sum overflows, or over 11
  ///                    million labels: with more, correlations and configurations would not fit into the
  ///                    whole numbers that hold them exactly.
  explicit ClassMasses(const Target& target, std::span<const double> weights = {});

  std::size_t samples() const { return start_.size() - 1; }
  std::uint32_t classes() const { return static_cast<std::uint32_t>(of_class_.size()); }
  /// Whether every mass is a whole number and their sum at most 2^53, so that sums of them are exact.
  bool exact() const { return exact_; }
  /// N: of all samples together.
  double total() const { return total_; }
  /// The mass of all samples, per class.
  std::span<const double> of_class() const { return of_class_; }
  /// How often sample i counts where features are compared, without weights: its number of labels; 1 for a
  /// soft label.
  std::uint32_t copies(std::size_t i) const { return copies_.empty() ? 1 : copies_[i]; }
  bool has_weights() const { return !weights_.empty(); }
  /// The copies of sample i times its weight.
  double weight(std::size_t i) const { return has_weights() ? copies(i) * weights_[i] : copies(i); }
  /// Whether sample i has a mass on any class.
  bool has_mass(std::size_t i) const { return start_[i + 1] > start_[i]; }
  /// How many samples have.
  std::size_t samples_with_mass() const { return samples_with_mass_; }

  /// body(class, mass) for each class that sample i has.
  template <class Body>
  void each(std::size_t i, Body&& body) const {
    for (std::uint64_t e = start_[i]; e < start_[i + 1]; ++e) body(classes_[e], masses_[e]);
  }

 private:
  void add_labels(std::span<const std::int32_t> labels, double weight);
  void add_soft(ConstMatrix soft, std::size_t i, double weight);
  void add(std::uint32_t c, double mass);

  std::vector<std::uint64_t> start_{0};
  std::vector<std::uint32_t> classes_;
  std::vector<double> masses_;
  std::vector<std::uint32_t> copies_;  // of sets; empty: one each
  std::vector<double> weights_;        // of the samples; empty: 1 each
  std::size_t samples_with_mass_ = 0;
  std::vector<double> of_class_;
  double total_ = 0;
  bool exact_ = true;
};

}  // namespace tamis::blanket
