/// \file result.hpp
/// The result of a selection: the ranking, the path, what was done to the data, and the report of the method.
#pragma once

#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/run/provenance.hpp>
#include <tamis/framework/run/report.hpp>
#include <tamis/framework/selection/chosen_size.hpp>
#include <tamis/framework/selection/class_distances.hpp>
#include <tamis/framework/selection/ranking.hpp>
#include <tamis/framework/selection/redundancy.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// The result of one search with one criterion. Features are numbered as in the data that were loaded; if groups of them are
/// selected as one, the numbers are those of the units (SelectionResult::units).
struct StageResult {
  /// How the search ended. In each case the path so far is kept.
  enum class Status { complete, interrupted, out_of_budget };

  Status status = Status::complete;
  std::string status_text;                  ///< why it ended early
  bool timed_out = false;                   ///< out_of_budget: of seconds, not of evaluations
  JsonValue data, criterion, search, goal;  ///< the input, with every default written out
  Traits traits;                            ///< of the criterion
  std::uint64_t evaluations = 0;
  std::vector<RankedFeature> ranking;  ///< best first: the selected ones, then those left out
  std::vector<Feature> start;          ///< where the path begins
  std::vector<PathStep> path;
  /// The score of the selected subset, if the criterion measures subsets and scores Move::whole.
  std::optional<ReasonedScore> selected_score;
  std::optional<ChosenSize> chosen_size;  ///< if a rule chose how many features are selected
  std::optional<double> cost;             ///< of the selected features together, if costs are known
  Report diagnostics;                     ///< of the criterion
  Report search_diagnostics;              ///< of the search
  Redundancy redundancy;           ///< of the best in the ranking
  ClassDistances class_distances;  ///< of the criterion's ground metric
};

/// Whether the search found anything before it ended: it took a step, or its path begins at a subset that it found without one,
/// which holds more than what must always stay and less than all.
bool found_something(const StageResult& result);

/// The result of the whole run. With several stages, the base class is the result of the last stage that selected; the
/// evaluations are those of all stages, and the ranking has all features: those that the last stage left out come before
/// those that an earlier stage left out.
struct SelectionResult : StageResult {
  std::uint64_t seed = 0;
  std::vector<std::string> feature_names;  ///< or of groups that are selected as one
  FeatureUnits units;                      ///< of the data that were loaded
  std::vector<std::string> notes, warnings;
  Provenance provenance;
  JsonValue run;                    ///< the request: {config, order_all}; LockedResult reads it
  std::vector<StageResult> stages;  ///< each [[stage]] that was started; empty without [[stage]]
};

/// The version of the JSON form; raised when a reader would have to change.
inline constexpr int kResultVersion = 1;

/// It contains no time, host or number of threads: the same run gives the same bytes. Bytes that are not UTF-8 (in a path) are
/// replaced. About 200 bytes per feature.
std::string to_json_text(const SelectionResult& result);
/// The same as a value, for programs. About 1 kB per feature.
nlohmann::json to_json(const SelectionResult& result);

/// A text for people: rank, feature, score, what was left out and why; then why no more features were kept.
/// \param most_rows     0: all.
/// \param most_columns  of a terminal, in which names are shortened to fit; 0: any number.
std::string to_table(const SelectionResult& result, std::size_t most_rows, std::size_t most_columns = 0);

/// The names of the features that were selected, best first; those of a group one after the other.
std::vector<std::string> selected_names(const StageResult& result);

/// The ranking as CSV: `rank`, `feature`, `selected` (1 or 0), `score` (`inf`, `-inf`; empty where there is none) and
/// `reason`; of several stages also `stage`; of groups also `members`, separated by semicolons.
/// \param most_rows  0: all.
std::string to_csv(const SelectionResult& result, CsvFor reader = CsvFor::program, std::size_t most_rows = 0);

}  // namespace tamis::framework
