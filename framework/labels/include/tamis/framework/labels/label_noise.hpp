/// \file label_noise.hpp
/// The estimate of label noise: how many labels are wrong and which ones look wrong, by comparing the observed labels with
/// the memberships of a criterion.
#pragma once

#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/labels/crowd.hpp>
#include <tamis/framework/labels/label_scatter.hpp>
#include <tamis/framework/run/defaults.hpp>
#include <tamis/framework/run/provenance.hpp>
#include <tamis/framework/run/report.hpp>
#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/support/json_value.hpp>
#include <tamis/option.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// The config of a label-noise run: [data], [criterion], [noise] and the keys at the top.
struct LabelNoiseConfig : RunConfig {
  const toml::node* criterion = nullptr;   ///< null: not given
  std::vector<std::string> features;       ///< their names; empty: all, or those of `selected`
  std::filesystem::path selected;          ///< the result of a selection, whose features are used; "": none
  std::filesystem::path memberships_file;  ///< "": none is written
  bool all = false;                        ///< each labelled sample is listed, LabelNoise::all
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
LabelNoiseConfig parse_label_noise_config(toml::table config);

/// A class with its observed and estimated frequencies.
struct ClassNoise {
  std::string name;
  std::uint64_t observed = 0;  ///< samples with this label
  // by the weights of the samples, if the data have some
  double share = 0;      ///< of the samples whose label is known; 0..1
  double prior = 0;      ///< estimated share of the true class among all samples; 0..1
  double flip_rate = 0;  ///< estimated share of the class with another label; 0..1
};

/// A labelled sample with the most probable other class; a suspect if that class is more probable than the label.
struct Suspect {
  std::uint64_t sample = 0;  ///< among the samples that were used, from 0
  std::uint64_t row = 0;     ///< of the file's data, from 1
  std::string place;         ///< "sonar.csv:12"
  std::size_t label = 0, likelier = 0;
  double wrong = 0;         ///< probability that the label is wrong: 1 - membership of its class
  double wrong_if_any = 0;  ///< the same, given that some label is wrong; `wrong` where that is impossible
  double probability = 0;   ///< membership of the likelier class
  bool is_suspect = false;  ///< whether it is more probable than the label
  std::optional<SampleVotes> votes;  ///< if the label is the majority of votes
  // what a person knows the row by, and judges it by
  std::vector<std::string> texts;  ///< its cells in LabelNoise::text_columns
  std::vector<double> values;      ///< its values of LabelNoise::telling
};

/// If the probability that no label is wrong lies between these two, it is undecided whether any is.
inline constexpr tamis::Range kTwoReadings = tamis::between(0.05, 0.9);

/// The result: how often each class is mislabelled, and which labels look wrong.
struct LabelNoise {
  static constexpr std::size_t kMostClassesInMatrix = 50;
  static constexpr std::size_t kMostTelling = 3;

  JsonValue data, criterion;  ///< the input, with every default written out
  JsonValue run;              ///< the request: {config}
  std::uint64_t seed = 0;
  std::vector<std::string> features;  ///< the features that were used
  ReasonedScore score;                ///< of the criterion, for these features
  std::vector<ClassNoise> classes;    ///< in the order of the classes
  std::vector<Suspect> suspects;      ///< the most likely wrong first, then by row
  std::vector<Suspect> all;           ///< each labelled sample likewise, where the config says `all`; or none
  /// The ids and the ignored columns of the file, in the order in which they were named; see RowTexts.
  std::vector<std::string> text_columns;
  std::vector<std::string> telling;  ///< those of `features` that show the classes best: telling_features()
  double rate = 0;                   ///< mean probability that a label is wrong, by weight
  /// The share of the labels that are not the most probable class out of sample, if the criterion reports "disagreement".
  /// Errors that depend on the features look like properties of the classes, so `rate` is a low estimate of the share of
  /// wrong labels, and this a high one.
  std::optional<double> disagreement;
  /// The share of wrong labels lies in this range with probability 0.9.
  struct Range {
    double low = 0, high = 0;
  };
  std::optional<Range> range;  ///< if the criterion reports "rate_low" and "rate_high"
  /// The probability that no label is wrong, if the criterion reports "none".
  std::optional<double> none;
  /// Whether it is undecided if any label is wrong; suspects then look wrong under the assumption that some are.
  bool has_two_readings() const { return none && kTwoReadings.holds(*none); }
  /// The estimated probability that a sample of class s is labelled c, at s classes + c; empty with more than
  /// kMostClassesInMatrix classes. A row of NaN for a class without labelled samples.
  std::vector<double> flips;
  std::optional<Crowd> crowd;  ///< if the labels are the majority of votes
  LabelScatter scatter;        ///< for a figure
  Report diagnostics;          ///< the report of the criterion without the memberships
  std::vector<std::string> notes, warnings;
  Provenance provenance;

  std::vector<double> memberships;  ///< samples x classes, column-major
  ConstMatrix membership() const { return {memberships.data(), rows.size(), classes.size()}; }
  std::vector<std::int32_t> labels;  ///< one per sample; -1 unknown
  std::vector<std::uint64_t> rows;   ///< of the file's data, from 1, one per sample
  std::uint64_t table_rows = 0;      ///< of the file's data in all
};

/// Loads and prepares the data, fits the criterion to the features, and compares its memberships with the
/// labels. The default criterion is Defaults::noise(). For votes the majority is judged, see take_majority(), by a criterion
/// whose noise model is Defaults::votes() unless the config names another.
/// \throws ParamError, DataError, PluginError, NumericError  each with its place.
/// \throws Cancelled, BudgetSpent  if it is stopped: there is no partial estimate.
LabelNoise estimate_label_noise(Registry& registry, const Defaults& defaults, const LabelNoiseConfig& config,
                                const RuntimeOptions& options, Observer& observer);

/// The same on data in memory; `config.data` then only says how to prepare them, and a note says that its path is not read.
LabelNoise estimate_label_noise(Registry& registry, const Defaults& defaults, const LabelNoiseConfig& config,
                                LoadedData data, const RuntimeOptions& options, Observer& observer);

/// Per class: how often it was observed, and its estimated frequency and flip rate by the memberships. The rates are eq. (28)
/// of Frenay, Doquire, Verleysen (2014), over labelled samples; the frequencies are over all samples. O(n l).
/// \param memberships  n x l, rows sum to 1.
/// \param labels       n; -1 unknown.
/// \param weights      n, at least 0, by which all sums count; empty: 1 each.
std::vector<ClassNoise> class_noise(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                    std::span<const double> weights,
                                    const std::vector<std::string>& class_names);

/// Each labelled sample with the most probable class other than its label (the first of equal ones; the label itself if there
/// is no other class), in their order; `sample` gives its index, row and cells are empty. A suspect is a sample whose other
/// class is more probable than the label. If it is undecided whether any label is wrong (`none` from .05 to .9), there are
/// two readings. Under the one in which some are wrong, a probability p of another class becomes p / (1 - none); its suspects
/// are taken if they are clear: wrong with probability .75 on average. O(n l).
/// \param memberships  n x l.
/// \param labels       n; -1 unknown.
/// \param none         the probability that no label is wrong; 0..1.
std::vector<Suspect> judge_labels(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                  double none = 0);

/// The suspects among judge_labels(), the most probably wrong first, then in their order.
std::vector<Suspect> find_suspects(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                   double none = 0);

/// The matrix of flips: the memberships of the samples labelled c, as shares of their class. O(n l).
/// \param memberships  n x l, rows sum to 1.
/// \param labels       n; -1 unknown.
/// \param weights      n, at least 0; empty: 1 each.
/// \returns l x l, row by row: class, label.
std::vector<double> flip_matrix(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                std::span<const double> weights);

/// The version of the JSON form; raised when a reader would have to change.
inline constexpr int kLabelNoiseVersion = 1;

/// Contains no time, host or number of threads, and not the memberships, which are a table of their own.
nlohmann::json to_json(const LabelNoise& noise);
std::string to_json_text(const LabelNoise& noise);
/// A text for people: the classes, then the suspects, or all labels if they are listed.
/// \param most_suspects  0: all.
/// \param most_columns   of a terminal, in which names and places are shortened to fit, and columns of cells
///                       that do not fit are left out, the last first; 0: any number.
std::string to_text(const LabelNoise& noise, std::size_t most_suspects, std::size_t most_columns = 0);
/// The suspects: row, place, label, likelier, wrong, probability; of votes also how many there are on the
/// row, how many of them for the label, the class by the votes alone, and its probability; then their cells,
/// where names that are taken get a "_". Where all labels are listed, all, with `suspect`, which is true or
/// false, before the cells.
/// \param most_rows  0: all.
std::string to_csv(const LabelNoise& noise, CsvFor reader = CsvFor::program, std::size_t most_rows = 0);
/// One line per row of the file: its number, then a column per class, named by it. The numbers read back as
/// the same doubles. Rows without memberships (that were not used) are empty, so that the table can stand
/// beside the file as target_path.
std::string memberships_csv(const LabelNoise& noise, CsvFor reader = CsvFor::program);

}  // namespace tamis::framework
