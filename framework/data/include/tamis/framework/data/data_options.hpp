/// \file data_options.hpp
/// The [data] table of a config: the file, the roles of columns, missing cells and units.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/data/discretise.hpp>
#include <tamis/framework/data/feature_costs.hpp>
#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/data/read_table.hpp>

#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// How a target is read. automatic: sets if the file says so (ARFF: hierarchical; LIBSVM: several labels in a line), classes
/// if it contains texts or at most 20 distinct integers, else real values.
enum class TargetReading { automatic, classes, real, sets };
/// By their values, as a config has them.
inline constexpr std::string_view kTargetReadingNames[] = {"auto", "class", "real", "sets"};
/// How to read a feature for which an ARFF file declares more than two values that are numbers.
enum class Nominal { category, number };
/// By their values, as a config has them.
inline constexpr std::string_view kNominalNames[] = {"category", "number"};
/// The treatment of missing cells of features. The last three keep all rows; a missing category is then a value of its own.
/// keep leaves numbers missing for criteria that take them, and gives others the median.
enum class Missing { error, drop_rows, median, neighbours, keep };
/// By their values, as a config has them.
inline constexpr std::string_view kMissingNames[] = {"error", "drop_rows", "median", "neighbours", "keep"};
/// Whether something stands in missing cells.
constexpr bool fills_gaps(Missing missing) {
  return missing != Missing::error && missing != Missing::drop_rows;
}
/// How the values of a categorical column are selected: as one, or value by value. automatic is together unless what the run asks
/// for cannot score groups.
enum class Categories { automatic, together, separate };
/// By their values, as a config has them.
inline constexpr std::string_view kCategoriesNames[] = {"auto", "together", "separate"};
/// How dates are written that begin with no year. automatic is what all dates of a column can be read as, if that is one order;
/// with points it is day_first.
enum class DateOrder { automatic, day_first, month_first };
/// By their values, as a config has them.
inline constexpr std::string_view kDateOrderNames[] = {"auto", "day_first", "month_first"};
/// The units of distances. automatic is population: z-scores with the standard deviation over n.
enum class Standardise { automatic, none, population, sample };
/// By their values, as a config has them.
inline constexpr std::string_view kStandardiseNames[] = {"auto", "none", "population", "sample"};

/// Votes in a file of their own, one per row.
struct VoteTable {
  std::string path;
  std::string sample;     ///< column: a row number, or an id
  std::string annotator;  ///< column: the annotator
  std::string label;      ///< column: the label; empty: no vote
  std::string id;  ///< column of the data with the ids; "": `id` if there is one, else row numbers
  std::optional<std::int64_t> first_row{};  ///< the number of the first row, 0 or 1: samples are row numbers
};

/// Classes that are merged into one.
struct ClassMerger {
  std::string name;
  std::vector<std::string> members;  ///< their names in the table
};

/// Columns are given by name or number, see Table::find. A column that has a role here is never a feature.
struct DataOptions {
  std::string path;                         ///< "": the data are in memory, with the target
  std::optional<GeneratorConfig> generate;  ///< generated data instead of `path`
  Format format = Format::automatic;        ///< of `path`; the format of other files follows from their names
  std::optional<std::string> target;
  std::optional<std::string> target_path;  ///< a second file with the target, soft, certainty or vote columns
  TargetReading target_kind = TargetReading::automatic;
  /// The separator of labels in a cell; default: '@' if some cell contains one, else '|'.
  std::optional<std::string> label_separator;
  std::vector<std::string> label_columns;  ///< one column of 0 and 1 per label
  bool ancestors = false;                  ///< a label a/b/c implies a/b and a
  std::vector<std::string> soft;           ///< one column of probabilities per class
  /// The criterion, or noise model, whose memberships become the soft labels, as in [data] soft = { from =
  /// ... }; it points into the parsed tree, which must outlive the options. null: none.
  const toml::node* soft_from = nullptr;
  std::optional<std::string> certainty;  ///< column: the probability that the label is right
  std::optional<std::string> clean;      ///< column: the true labels beside those of `target`
  /// One column of labels per annotator; "*" alone: every column of target_path that has no other role.
  std::vector<std::string> annotators;
  std::optional<VoteTable> votes;
  std::vector<ClassMerger> merge;    ///< each class in one of them at most
  bool merge_spellings = false;      ///< merge classes that differ only in capitals and blanks
  bool harden = false;               ///< soft labels become their most probable class
  std::vector<std::string> unknown;  ///< texts of missing cells, besides empty ones
  std::vector<std::string> ignore;
  /// One-hot encoded, as features name=value; "*" alone: every feature that holds texts, which are no dates.
  std::vector<std::string> categorical;
  Categories categories = Categories::automatic;
  /// Each becomes some features, see take_dates(); "*" alone: every feature whose first text looks like a date.
  std::vector<std::string> dates;
  DateOrder date_order = DateOrder::automatic;
  Nominal nominal = Nominal::category;
  Missing missing = Missing::error;
  HeaderMode header = HeaderMode::automatic;  ///< of all files
  char delimiter = '\0';                      ///< of all files; '\0' guesses
  Decimal decimal = Decimal::automatic;       ///< of all files
  /// For inputs without a size, see ReadOptions.
  std::uint64_t max_bytes = kMostUnsized;
  std::optional<std::uint64_t> sample;  ///< the size of a random subset of samples to use
  std::optional<std::string> weights, groups;
  Standardise standardise = Standardise::automatic;
  Discretise discretise;
  bool tf_idf = false;                     ///< convert word counts to tf-idf
  std::optional<std::uint64_t> top_terms;  ///< keep the features with the largest sums
  std::vector<FeatureGroup> feature_groups;  ///< each is selected as one
  bool one_from_each = false;  ///< instead, at most one feature of each of these groups is selected
  std::vector<FeatureCost> feature_cost;
  bool keep_row_texts = false;             ///< fill in DataTable::row_texts; no key of a config

  /// Whether `path` is a LIBSVM file, by `format` or its name.
  bool is_libsvm() const;
  /// The same for ARFF, whose nominal attributes may become several features.
  bool is_arff() const;
  bool all_annotators() const { return annotators.size() == 1 && annotators[0] == "*"; }
  bool all_categorical() const { return categorical.size() == 1 && categorical[0] == "*"; }
  bool all_dates() const { return dates.size() == 1 && dates[0] == "*"; }
  bool gives_votes() const { return !annotators.empty() || votes; }
  /// Whether a target of any kind is given.
  bool has_target() const {
    return target || target_path || !soft.empty() || gives_votes() || !label_columns.empty();
  }
};

/// Reads the table of a config file or of the command line.
/// \param key_path  the name of the table in messages.
/// \throws ParamError  an unknown key, a wrong type, columns of no file, or options
///                     that contradict each other.
DataOptions parse_data_options(const toml::table& table, std::string_view key_path = "data");

/// An option that contradicts the others. A config adds the place of the key.
struct DataOptionError : ParamError {
  DataOptionError(std::string key, const std::string& what) : ParamError(what), key(std::move(key)) {}
  std::string key;  ///< of [data]: "certainty"
};

/// Checks options that were filled in by hand as parse_data_options() does.
/// \throws DataOptionError
void check(const DataOptions& options);
/// \throws ParamError  if neither a file is given nor data are generated.
void check_path(const DataOptions& options);

/// The files that are read: the data, and separate files of a target or of votes. None for generated data.
std::vector<std::string> input_files(const DataOptions& options);

/// The options as keys of [data], for the result: the given ones and every default, without columns and files that were not
/// given; `delimiter` is null if it is guessed. Texts that are not UTF-8, as paths
/// may be, are escaped().
nlohmann::json to_json(const DataOptions& options);

}  // namespace tamis::framework
