/// \file select.hpp
/// The selection run: data, criterion, search and goal in, a ranking out.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/plugins/composer.hpp>
#include <tamis/framework/run/defaults.hpp>
#include <tamis/framework/run/goal_options.hpp>
#include <tamis/framework/run/kernel_runtime.hpp>
#include <tamis/framework/run/result.hpp>

#include <toml++/toml.h>

#include <filesystem>
#include <memory>
#include <optional>

namespace tamis::framework {

/// A config as in docs/config.md, read and checked as far as it can be without plugins and data.
struct SelectConfig {
  /// The tree as it was written: a copy would forget the lines that messages name.
  std::shared_ptr<const toml::table> tree;
  DataOptions data;
  /// [criterion] and [search] in the tree; null where nothing was said.
  const toml::node* criterion = nullptr;
  const toml::node* search = nullptr;
  GoalOptions goal;
  bool order_all =
      false;  ///< order every feature, whatever goal.keep says: not in the tree, `tamis rank` sets it
  std::uint64_t seed = 0;
  std::optional<int> threads;
  std::optional<double> max_seconds;
  std::filesystem::path result_file;  ///< [output] result
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
SelectConfig parse_select_config(toml::table config);

/// Checks the components by their manifests, reads and prepares the data, composes, searches. An interrupted
/// run, or one whose budget is spent, returns the path so far with its status. \throws ParamError, DataError,
/// PluginError, NumericError  each with its place.
SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       const RuntimeOptions& options, Observer& observer);

/// The same on data that the program holds; `config.data` then only says how to prepare it.
SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       LoadedData data, const RuntimeOptions& options, Observer& observer);

}  // namespace tamis::framework
