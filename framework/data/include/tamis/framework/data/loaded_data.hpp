/// \file loaded_data.hpp
/// Data in memory: the tables that a run owns, and the view that methods get.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/framework/data/buffer.hpp>
#include <tamis/framework/data/sparse_columns.hpp>
#include <tamis/framework/support/container_abi.hpp>
#include <tamis/framework/support/share.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// The target, owned. Only the vectors of its kind are filled; see tamis/target.hpp.
struct TargetColumn {
  TargetKind kind = TargetKind::none;
  std::string name;                      ///< the column, for messages; "" if there is none
  std::vector<std::string> class_names;  ///< l of them
  std::vector<std::int32_t> labels;      ///< n; -1 unknown. Also with certainty, beside soft
  std::vector<double> soft;              ///< n x l, column-major; an unknown row is all NaN
  std::vector<double> real;              ///< n; NaN unknown
  std::vector<std::uint64_t> set_start;  ///< n + 1
  std::vector<std::int32_t> set_labels;
  std::vector<double> certainty;          ///< n, or empty; NaN if the label is unknown
  std::vector<std::uint64_t> vote_start;  ///< n + 1, or empty
  std::vector<std::uint32_t> vote_annotators;
  std::vector<std::int32_t> vote_labels;
  std::vector<std::string> annotator_names;

  /// `soft` as a matrix, n x l.
  Matrix probabilities() { return {soft.data(), rows_of_soft(), class_names.size()}; }
  ConstMatrix probabilities() const { return {soft.data(), rows_of_soft(), class_names.size()}; }
  /// Whether the target of sample i is known.
  bool known(std::uint64_t i) const;
  /// Makes the target of sample i unknown. O(1); for sets and votes O(their labels).
  void make_unknown(std::uint64_t i);
  /// "target 'class'", or "the target".
  std::string title() const;

 private:
  std::uint64_t rows_of_soft() const { return class_names.empty() ? 0 : soft.size() / class_names.size(); }
};

/// A column that is not a feature, by which people identify the rows of a table.
struct RowTexts {
  std::string name;
  std::vector<std::string> texts;  ///< one per row of the table, including rows that did not become samples
};

/// The missing cells of numeric features that were filled in from the other samples.
struct FilledCells {
  bool kept = false;  ///< criteria shall know that they are missing, see Missing::keep
  /// The first features of the table, between which distances of samples were measured; 0: the cells are no longer as they were
  /// filled.
  std::size_t features = 0;
  std::vector<Feature> feature;       ///< of each cell ...
  std::vector<std::uint64_t> sample;  ///< ... and its sample
  bool empty() const { return feature.empty(); }
};

/// How many cells of a column of features are missing in the table that was read.
struct ColumnGaps {
  std::string column;
  std::uint64_t cells = 0;
};

/// All vectors of a dataset, owned: readers and generators fill them in, and LoadedData checks them and gives methods a view.
struct DataTable {
  std::uint64_t samples = 0;
  Buffer values;  ///< n x d, column-major, finite. Beside `sparse`: the same features, or empty
  /// In a table that is divided among processes, the features whose columns are in `values`; none: all.
  std::optional<Share> held;
  /// In such a table, the address space of the full table, where own and gathered columns lie at their offsets; then `values`
  /// is empty. Other columns must not be read.
  std::shared_ptr<const double> full_table;
  std::string column_digests;  ///< in such a table, of all columns, see digest.hpp; "": not known
  SparseColumns sparse;        ///< of n samples and d features, finite; or empty
  std::vector<std::uint8_t> codes;         ///< n x d, column-major, made for one criterion; or empty
  std::vector<std::uint32_t> levels;       ///< d beside `codes`: codes of feature j are below levels[j]
  std::vector<std::uint8_t> missing;  ///< n x d, which cells are missing, made for one criterion; or empty
  std::vector<std::string> feature_names;  ///< d of them
  std::vector<std::int32_t> feature_groups;  ///< d, or empty: 0.., or -1 for a feature that is in no group
  /// The names of the groups 0.. that are selected as one, see FeatureUnits; further groups only describe the features.
  std::vector<std::string> unit_names;
  /// The first of these names are of groups of which at most one feature is selected, and which are no units.
  std::uint32_t exclusive_groups = 0;
  /// The last of these names are of categorical columns.
  std::uint32_t categorical_units = 0;
  std::vector<double> feature_costs;  ///< d, above 0, or empty: 1 each
  /// The names of all further groups: the categorical columns whose values they are. Empty: these have no names.
  std::vector<std::string> category_columns;
  std::vector<char> relevant;  ///< d, or empty: whether a feature is relevant to the target, if that is known.
                               ///< No method sees it
  TargetColumn target;
  std::optional<TargetColumn> clean;  ///< the true target, in experiments
  std::vector<double> weights;        ///< n, or empty
  std::vector<std::int32_t> groups;   ///< n, or empty; 0..
  std::vector<std::string> group_names;
  FilledCells filled;
  std::vector<ColumnGaps> gaps;  ///< the columns of features with missing cells, in the order of the file
  std::vector<double> centre, scale;  ///< d, or empty: distances are measured on (x - centre) / scale

  std::string source;  ///< the file, for messages: escaped()
  std::vector<std::uint64_t>
      sample_rows;  ///< the row of the table, from 0, that each sample was; empty: all in order
  std::vector<std::uint64_t> sample_lines;  ///< its physical line in the file, from 1; empty: unknown
  std::uint64_t table_rows = 0;             ///< of the table that was read; 0: as many as samples
  std::vector<RowTexts> row_texts;          ///< if requested (DataOptions::keep_row_texts)

  /// Whether all columns are here, so that features and target can be read together.
  bool is_whole() const { return !held; }
  /// The feature whose column is the first one in `values`.
  std::size_t first_column() const { return held ? held->begin : 0; }
  /// The number of columns in `values`, or the number that there would be if features were not sparse.
  std::size_t columns() const { return held ? held->size() : feature_names.size(); }
  /// The group with which feature j is selected as one, or -1 if it is selected by itself.
  std::int32_t unit_of(Feature j) const;
  /// Whether feature j is a value of a categorical column whose values are selected as one.
  bool is_of_categorical_unit(Feature j) const;
  /// Whether digest_of() is the same in all processes that share the table.
  bool has_common_digest() const { return is_whole() || !column_digests.empty(); }
  /// The names of the relevant features; none if that is not known.
  std::vector<std::string> relevant_names() const;
};

/// Samples that were removed from a table and can be restored.
struct DroppedSamples {
  std::vector<char> kept;  ///< which of the samples stayed; empty: all
  Buffer values;           ///< of the others, column-major
  SparseColumns sparse;    ///< of the others, if features are sparse; with the original row numbers
};

/// Owns a dataset. Moving it keeps the addresses of everything that view() shows; copying is refused, as
/// tables are large.
class LoadedData {
 public:
  LoadedData();
  /// O(n d + n l).
  /// \throws DataError  if the parts do not fit each other: sizes, labels or codes out of range, a value
  ///                    that is not finite, soft rows that do not sum to 1 within 1e-9.
  explicit LoadedData(DataTable parts);
  LoadedData(LoadedData&&) noexcept;
  LoadedData& operator=(LoadedData&&) noexcept;
  ~LoadedData();

  /// From columns in memory, each n values. Names default to c1, c2, ...
  /// \throws DataError  as above, and for columns of different lengths.
  static LoadedData from_columns(std::span<const std::vector<double>> columns,
                                 std::vector<std::string> names = {}, TargetColumn target = {});

  /// A second table of the samples with keep[i] != 0, as drop_samples() leaves them; without notes.
  LoadedData copy_of_samples(std::span<const char> keep) const;

  std::uint64_t samples() const;
  std::uint32_t features() const;
  const DataTable& parts() const;
  /// Valid until edit() or drop_samples() is called or this object (wherever it was moved to) dies.
  /// Columns of other processes must not be read.
  Dataset view() const;

  /// Changes the parts and shows the result in view(). The caller keeps the parts in order.
  void edit(const std::function<void(DataTable&)>& change);
  /// Keeps the samples with keep[i] != 0, in order. In place: O(n d) time, no second table. Data that were derived for one
  /// criterion are removed: codes, and the dense table of sparse features.
  void drop_samples(std::span<const char> keep);
  /// The same, and returns the values of the removed samples: together with the remaining table they take no more memory than
  /// the original table.
  DroppedSamples set_aside_samples(std::span<const char> keep);

  /// "sonar.csv:12" or "sample 11": where sample i came from.
  std::string where(std::uint64_t sample) const;

  std::vector<std::string> notes;     ///< what was done and should be announced, in order
  std::vector<std::string> warnings;  ///< what looks wrong

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Takes away what a preparation made of the features: codes, and the dense table of sparse ones.
void drop_derived_features(DataTable& parts);

/// Keeps the features whose mask is not 0, with their names and relevance, in place. Of features
/// as they were loaded.
void keep_features(DataTable& parts, std::span<const char> keep);

/// Moves the kept columns and rows of a column-major table to its front and shrinks it. Both masks are as
/// long as the table is wide and long. O(rows * columns), no second table.
void compact(Buffer& values, std::uint64_t rows, std::span<const char> keep_column,
             std::span<const char> keep_row);

/// Undoes set_aside_samples() on a table of which the columns `columns` of the original, ascending, are left.
/// In place, O(cells of the result).
void restore_samples(Buffer& values, const DroppedSamples& aside, std::span<const Feature> columns);

}  // namespace tamis::framework
