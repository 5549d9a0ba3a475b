/// \file evaluation.hpp
/// What an evaluation found.
#pragma once

#include <tamis/framework/prediction/evaluate_options.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// The loss of subsets of one size, one number per split that had such a subset.
struct LossAtSize {
  std::size_t features = 0;
  std::vector<double> losses;

  double mean() const;
  /// The standard deviation of the losses over the root of their number; NaN for one. Losses of folds share
  /// training samples, so this is a little too small (Bengio, Grandvalet 2004).
  double standard_error() const;
};

/// How well the selected features predict, by their number: losses on samples that were not
/// used to select them.
struct Evaluation {
  EvaluateOptions options;                              ///< with what depended on the data
  TrainingLabels judged_by = TrainingLabels::observed;  ///< whose labels are the truth
  JsonValue ground;           ///< the metric of evaluate.ground_metric, every default written out; or null
  JsonValue classifier;       ///< the criterion of evaluate.classifier, the same; null for nearest neighbours
  JsonValue engine;           ///< the criterion of evaluate.engine, the same; null where suspects are kept
  bool groups_whole = false;  ///< no group of the data both trains and tests
  bool weighted = false;      ///< samples train and test by their weights
  std::size_t splits = 0;     ///< finished
  std::size_t splits_wanted = 0;
  std::vector<LossAtSize> curve;  ///< by size, ascending

  Loss loss() const { return *options.loss; }
};

nlohmann::json to_json(const Evaluation& evaluation);
/// For people: how it was done, then features, loss, standard error.
/// \param most_rows  0: all. Of more sizes the first, the last, the best and some between, the farther apart
///                   the larger they are.
std::string to_table(const Evaluation& evaluation, std::size_t most_rows);

}  // namespace tamis::framework
