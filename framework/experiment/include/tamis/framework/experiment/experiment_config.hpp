/// \file experiment_config.hpp
/// The config of an experiment, as in docs/experiments.md.
#pragma once

#include <tamis/framework/experiment/variation.hpp>
#include <tamis/framework/labels/corrupt_labels.hpp>
#include <tamis/framework/prediction/evaluate_options.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// One method at one point.
struct MethodConfig {
  std::string name;
  Labels labels = Labels::observed;
  SelectConfig select;  ///< with the point's data
};

/// One combination of the values that vary.
struct PointConfig {
  std::vector<std::string> values;  ///< one label per axis
  DataOptions data;                 ///< as they are loaded, for all methods
  std::shared_ptr<const toml::table>
      corrupt;  ///< holds the noise model that corrupts the labels as [corrupt]
  std::optional<EvaluateOptions> evaluate;
  std::optional<std::uint64_t> known_labels;  ///< how many training samples keep theirs; nullopt: all
  std::vector<MethodConfig> methods;
};

/// What is shown: one measure, at some sizes or averaged over a range of them.
struct TableOptions {
  std::optional<std::string> measure;  ///< default: what there is first of loss, relevant_share, score
  std::vector<std::size_t> features;   ///< sizes at which the loss is shown; empty: see mean_over
  /// The loss averaged over the sizes from `first` to `last`; a last of 0 or less counts back from all
  /// features. Default: 1 to all.
  struct Range {
    std::int64_t first = 1, last = 0;
  };
  std::optional<Range> mean_over;
  bool percent = false;   ///< times 100
  std::string reference;  ///< the method that the others are compared with; default: the first
};

/// The figure of an experiment: what it is drawn over.
struct FigureOptions {
  std::string x;  ///< "features", or the key of an axis; default: features where a curve is known
  std::string title;
};

/// What a paper reports, to stand beside what was found: one number per row of the table and method.
struct PaperOptions {
  std::string source;
  std::optional<std::uint64_t> repeats;  ///< behind its numbers; default: as many as here
  std::map<std::string, std::vector<double>> values;
};

/// The whole of an experiment: what varies, which methods are compared at each point, how often, and how it
/// is shown.
struct ExperimentConfig {
  std::string title;
  std::uint64_t seed = 0;
  std::uint64_t repeats = 10;
  int threads = 0;  ///< 0: one per core
  std::vector<Axis> axes;
  std::vector<PointConfig> points;
  std::vector<std::string> methods;
  TableOptions table;
  FigureOptions figure;
  std::optional<PaperOptions> paper;
  /// What decides on the numbers: the config without its title, repeats, threads, table, figure and paper.
  JsonValue asked;
};

/// \param data_dir  where relative paths of [data] begin; "": the current folder.
/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
ExperimentConfig parse_experiment(const ConfigSource& source, const std::filesystem::path& data_dir = {});

}  // namespace tamis::framework
