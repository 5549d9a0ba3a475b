/// \file contingency.hpp
/// n(g, x, c): how the classes' masses fall into the cells of a feature x within each configuration
/// g of its blanket.
#pragma once

#include "class_masses.hpp"
#include "coded_features.hpp"

#include <tamis/rng.hpp>

namespace tamis::blanket {

/// Several masses per class, as lists: list k has masses[e] on classes[e] for start[k] <= e < start[k + 1],
/// classes ascending, masses positive.
struct MassLists {
  std::vector<std::uint64_t> start{0};
  std::vector<std::uint32_t> classes;
  std::vector<double> masses;
  std::vector<double> totals;

  std::size_t size() const { return totals.size(); }
  void clear();
  void add(std::uint32_t c, double mass) {
    classes.push_back(c);
    masses.push_back(mass);
  }
  /// A whole list from a mass per class, where any is not 0.
  void add_list(std::span<const double> by_class);
  /// Ends the list that add() was filling.
  void close();
};

/// A sum of masses per class that knows which classes it has.
class ClassSums {
 public:
  explicit ClassSums(std::uint32_t classes) : sum_(classes) {}
  void add(std::uint32_t c, double mass) {
    if (sum_[c] == 0) seen_.push_back(c);
    sum_[c] += mass;
  }
  /// Appends a list of what was added, where anything was, and starts again; adds it to `above` too.
  void close(MassLists& out, ClassSums* above = nullptr);

 private:
  std::vector<double> sum_;
  std::vector<std::uint32_t> seen_;
};

/// The configurations that occur. The cells of group g are first_cell[g] .. first_cell[g + 1], by level of x.
struct Contingency {
  MassLists groups;  ///< n(g, .)
  MassLists cells;   ///< n(g, x, .)
  std::vector<std::size_t> first_cell{0};
  void clear();
};

/// Makes contingency tables; owns the memory that this takes, so use one per thread.
class Tabulator {
 public:
  Tabulator(const CodedFeatures& features, const ClassMasses& labels);

  /// The table of x within the configurations of `given`, ascending features. Where masses are exact,
  /// only the samples are visited at which one of the features is off its most frequent level: what those
  /// leave over is in the cell where none is. For m samples and u cells O(m + u l), or O(m log m + l)
  /// where u l is large.
  const Contingency& tabulate(std::span<const Feature> given, Feature x);
  /// Makes ready for tables in which the levels of x are drawn anew among the samples of each configuration
  /// of `given`. O(n log n).
  void begin_shuffles(std::span<const Feature> given, Feature x);
  /// One such table; the margins are those of tabulate(). O(n log n).
  const Contingency& tabulate_shuffled(Rng& rng);

 private:
  std::uint64_t mark(std::span<const Feature> given, Feature x);
  std::uint64_t close_ranks();
  void clear_marks();
  bool list_cells(std::uint64_t keys);
  void by_table(std::uint64_t levels);
  void list_entries(bool all);
  void by_sorting(std::uint64_t levels, bool rest_at_zero);
  void end_group();

  const CodedFeatures& features_;
  const ClassMasses& labels_;
  Contingency out_;
  // A configuration of given features and x as a number below 2^32: g * levels of x + level of x.
  std::vector<std::uint32_t> key_;     // per sample; 0 between calls
  std::vector<std::uint32_t> marked_;  // the samples whose key is not 0
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint64_t> occupied_;  // a bit per key
  std::vector<std::uint32_t> cells_;     // the occupied keys, ascending
  std::vector<std::uint32_t> cell_of_;   // per occupied key, its place in cells_
  std::vector<double> table_;            // cell x class
  std::vector<std::uint64_t> entries_;   // key and sample, in one word to be sorted
  std::vector<std::uint64_t> in_place_;  // of begin_shuffles(): all entries, sorted ...
  std::uint64_t shuffled_levels_ = 1;    // ... and the levels of x
  ClassSums cell_, group_;
  std::vector<double> by_class_;
};

}  // namespace tamis::blanket
