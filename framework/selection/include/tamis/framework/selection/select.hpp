/// \file select.hpp
/// The selection run: data, criteria, searches and goals in, a ranking out.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/run/defaults.hpp>
#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/selection/goal_options.hpp>
#include <tamis/framework/selection/result.hpp>

#include <toml++/toml.h>

#include <string>
#include <vector>

namespace tamis::framework {

/// One search with one criterion, as a config names them.
struct StageConfig {
  std::string path;                       ///< before its keys: "", or "stage[1]." for the first [[stage]]
  const toml::node* criterion = nullptr;  ///< null: not given
  const toml::node* search = nullptr;
  GoalOptions goal;
  std::string default_criterion;  ///< if none is named; "": the default for the target
};

/// A config as in docs/config.md, read and checked as far as it can be without plugins and data.
struct SelectConfig : RunConfig {
  std::vector<StageConfig>
      stages;              ///< one, or those of [[stage]]: each works on the selection of the one before
  bool chained = false;    ///< whether they come from [[stage]]
  bool order_all = false;  ///< order every feature that the last stage gets, whatever its goal.keep says: not
                           ///< in the tree, `tamis rank` sets it
  bool score_selected = false;  ///< score what was selected as a whole even where single features were
                                ///< ranked: not in the tree, an experiment measures it
  bool groups_serve = false;    ///< the caller keeps groups whole, so the criterion need not use them: not in
                                ///< the tree
  /// Whether the run splits, draws or shuffles samples, where it keeps the groups of the data whole.
  bool keeps_groups_whole() const;
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name; also where the config asks
///                     for more than a selection: that is for parse_study_config().
SelectConfig parse_select_config(toml::table config);
/// The same for callers that read other tables of the config too.
/// \param others  the names of these top-level tables.
SelectConfig parse_select_config(toml::table config, std::vector<const char*> others);

/// If how categories are selected is left open (Categories::automatic), makes the values of each categorical column one unit, or
/// notes why this run cannot. O(d).
void decide_on_categories(const Registry& registry, const SelectConfig& config, LoadedData& data);

/// Checks the components of all stages by their manifests, reads and prepares the data, composes, searches.
/// An interrupted run, or one whose budget is spent, returns the path so far with its status; later stages are not started.
/// \throws ParamError, DataError, PluginError, NumericError  each with its place.
/// \throws ParamError  also if the number of features is chosen by an evaluation, which only study() makes.
/// \throws Cancelled, BudgetSpent  if the run is stopped while soft labels are fitted, before any search.
SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       const RuntimeOptions& options, Observer& observer);

/// The same on data in memory; `config.data` then only says how to prepare and group them, and a note says that its path is not read.
SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       LoadedData data, const RuntimeOptions& options, Observer& observer);

/// Checks the components of a config against their manifests, before anything is read or computed.
/// \throws ParamError
void check_components(const Registry& registry, const SelectConfig& config);

/// The selection itself, on data that were loaded for it. A stage whose size an evaluation chooses passes through all sizes.
/// \throws Error  as select().
SelectionResult select_from(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                            LoadedData data, const RuntimeOptions& options, Observer& observer);

}  // namespace tamis::framework
