/// \file data_options.hpp
/// The [data] table of a config: which file, which columns, and what is done with gaps and units.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/data/discretise.hpp>
#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/data/read_table.hpp>

#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// How a target is read. automatic: sets where the file says so (ARFF: hierarchical; LIBSVM: several labels
/// in a line), classes when it holds texts or at most 20 distinct integers, else real values.
enum class TargetReading { automatic, classes, real, sets };
/// By their values, as a config has them.
inline constexpr std::string_view kTargetReadingNames[] = {"auto", "class", "real", "sets"};
/// What a feature is for which an ARFF file declares numbers as values, more than two.
enum class Nominal { category, number };
/// By their values, as a config has them.
inline constexpr std::string_view kNominalNames[] = {"category", "number"};
/// What is done with a missing cell of a feature.
enum class Missing { error, drop_rows, median };
/// By their values, as a config has them.
inline constexpr std::string_view kMissingNames[] = {"error", "drop_rows", "median"};
/// The units of distances. automatic is population: z-scores with the standard deviation over n.
enum class Standardise { automatic, none, population, sample };
/// By their values, as a config has them.
inline constexpr std::string_view kStandardiseNames[] = {"auto", "none", "population", "sample"};

/// Votes in a file of their own, one per row.
struct VoteTable {
  std::string path;
  std::string sample;     ///< column: a row number, or an id
  std::string annotator;  ///< column: who voted
  std::string label;      ///< column: for what; empty is no vote
  std::string id;  ///< column of the data that holds the ids; "": `id` where there is one, else row numbers
  std::optional<std::int64_t> first_row{};  ///< the number of the first row, 0 or 1: samples are row numbers
};

/// Classes that are taken for one.
struct ClassMerger {
  std::string name;
  std::vector<std::string> members;  ///< as the table calls them
};

/// Columns are given by name or number, see Table::find. A column that has a role here is never a feature.
struct DataOptions {
  std::string path;                         ///< "": a program holds the data, and says the target with them
  std::optional<GeneratorConfig> generate;  ///< data that are made, in the place of `path`
  Format format = Format::automatic;        ///< of `path`; other files are told by their names
  std::optional<std::string> target;
  std::optional<std::string> target_path;  ///< a second file with the target, soft, certainty or vote columns
  TargetReading target_kind = TargetReading::automatic;
  /// Between the labels in a cell; default: '@' where some cell holds one, else '|'.
  std::optional<std::string> label_separator;
  std::vector<std::string> label_columns;  ///< one column of 0 and 1 per label
  bool ancestors = false;                  ///< a label a/b/c brings a/b and a with it
  std::vector<std::string> soft;           ///< one column of probabilities per class
  /// The criterion, or noise model, whose memberships become the soft labels, as in [data] soft = { from =
  /// ... }; it stands in the tree that was parsed and must outlive the options. null: none.
  const toml::node* soft_from = nullptr;
  std::optional<std::string> certainty;  ///< column: the probability that the label is right
  std::optional<std::string> clean;      ///< column: the true labels beside those of `target`
  /// One column of labels per annotator; "*" alone: every column of target_path that has no other role.
  std::vector<std::string> annotators;
  std::optional<VoteTable> votes;
  std::vector<ClassMerger> merge;    ///< each class in one of them at most
  bool merge_spellings = false;      ///< classes that differ in capitals and blanks alone are one
  bool harden = false;               ///< soft labels become their most probable class
  std::vector<std::string> unknown;  ///< cells that mean missing, besides empty ones
  std::vector<std::string> ignore;
  std::vector<std::string> categorical;  ///< one-hot encoded, as features name=value
  Nominal nominal = Nominal::category;
  Missing missing = Missing::error;
  HeaderMode header = HeaderMode::automatic;  ///< of all files
  char delimiter = '\0';                      ///< of all files; '\0' guesses
  Decimal decimal = Decimal::automatic;       ///< of all files
  /// Of what has no size, see ReadOptions.
  std::uint64_t max_bytes = kMostUnsized;
  std::optional<std::uint64_t> sample;  ///< use a random subset of so many samples
  std::optional<std::string> weights, groups;
  Standardise standardise = Standardise::automatic;
  Discretise discretise;
  bool tf_idf = false;                     ///< counts of words become tf-idf
  std::optional<std::uint64_t> top_terms;  ///< keep the features with the largest sums
  bool keep_row_texts = false;             ///< fill in DataTable::row_texts; no key of a config

  /// Whether `path` is a LIBSVM file, by `format` or by its name.
  bool is_libsvm() const;
  /// The same of ARFF, whose nominal attributes may become features of their own.
  bool is_arff() const;
  bool all_annotators() const { return annotators.size() == 1 && annotators[0] == "*"; }
  bool gives_votes() const { return !annotators.empty() || votes; }
  /// Whether a target of any kind was named.
  bool has_target() const {
    return target || target_path || !soft.empty() || gives_votes() || !label_columns.empty();
  }
};

/// Reads the table of a config file or of the command line.
/// \param key_path  how messages call the table.
/// \throws ParamError  an unknown key, a wrong type, columns of no file, or options
///                     that contradict each other.
DataOptions parse_data_options(const toml::table& table, std::string_view key_path = "data");

/// An option that does not go with the others. A config finds the place of the key.
struct DataOptionError : ParamError {
  DataOptionError(std::string key, const std::string& what) : ParamError(what), key(std::move(key)) {}
  std::string key;  ///< of [data]: "certainty"
};

/// What parse_data_options refuses of options that were filled in by hand.
/// \throws DataOptionError
void check(const DataOptions& options);
/// \throws ParamError  when neither a file is named nor data are made.
void check_path(const DataOptions& options);

/// The files that are read: the data, and those of a target or of votes that stand apart. None of data that
/// are made.
std::vector<std::string> input_files(const DataOptions& options);

/// The options as the keys of [data], for the result: what was given and every default. Left out are columns
/// and files that were not named; `delimiter` is null where it is guessed. Texts that are not UTF-8, as paths
/// may be, are escaped().
nlohmann::json to_json(const DataOptions& options);

}  // namespace tamis::framework
