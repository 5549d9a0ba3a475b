/// \file evaluate_options.hpp
/// The table [evaluate] of a config: how well the selected features predict, on samples that were not used.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/prediction/split.hpp>
#include <tamis/target.hpp>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// What is counted as wrong; see losses.hpp and top_k_loss.hpp.
enum class Loss { error, balanced_error, rmse, top_k };

/// "error rate", ...: for people.
std::string_view name_of(Loss loss);

/// What distances between samples are measured on: z-scores (population standard deviation), the values as
/// given, or the codes that [data] discretise and bins make of them.
enum class FeatureForm { z_scores, values, codes };

/// Whose labels the predictor is trained on.
enum class TrainingLabels { clean, observed };

/// What becomes of labels that look wrong before the predictor is trained on the others: as suspects of a fit
/// to the samples that train, they train like all, not at all, with the probability of being right as the
/// weight of every label, or with the class that is likelier.
enum class Suspects { keep, drop, weigh, relabel };

/// How selected features are judged: the keys of [evaluate], of which those without a value are filled in
/// from the data by resolved().
struct EvaluateOptions {
  SplitOptions splits;
  std::vector<std::size_t>
      sizes;  ///< the numbers of features at which the loss is measured; empty: all on the path
  /// Who predicts, as a config names a criterion; a node of the tree that was parsed and must outlive the options.
  /// null: the k nearest neighbours.
  const toml::node* classifier = nullptr;
  /// k of the k-NN predictor. Of several, the one with the least loss in a cross-validation within the
  /// training part is used, for each number of features anew; of equal ones the first.
  std::vector<std::size_t> neighbours{5};
  std::uint32_t inner_folds = 5;           ///< of that cross-validation
  std::optional<FeatureForm> features;     ///< default: z-scores, or values with data.standardise = "none"
  std::optional<TrainingLabels> train_on;  ///< default: clean labels where there are some
  Suspects suspects = Suspects::keep;
  /// Of suspects that are not kept: who says which, as a config names a component; a node of the tree that
  /// was parsed and must outlive the options. null: the default for label noise.
  const toml::node* engine = nullptr;
  std::optional<Loss> loss;        ///< default: error for classes, top_k for sets, rmse for real values
  std::optional<std::size_t> top;  ///< of Loss::top_k: how many guesses count; default: 5
  /// Of Loss::top_k: the metric on the classes, as a config names a component; a node of the tree that was
  /// parsed and must outlive the options. null: 1 between any two classes.
  const toml::node* ground_metric = nullptr;
  /// The features are selected and scaled on all samples, those that test too: too good a loss, for
  /// comparison with papers that did so.
  bool prepare_on_all = false;
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
EvaluateOptions parse_evaluate(const toml::table& table);

/// The options with what depends on the data filled in: loss, top, features and train_on.
/// \throws ParamError  `top` or `ground_metric` with a loss that has neither; suspects among clean labels.
/// \throws DataError  a truth that is neither classes, sets of labels nor real values; a loss that does not
///                    go with it, suspects where it is not of classes, or more guesses than classes; train_on
///                    = "clean" without clean labels.
EvaluateOptions resolved(const EvaluateOptions& options, const DataTable& data, Standardise units);

/// What loading made of all samples together, those that test too: a sentence for the user, or "". It looks
/// at features alone, so the labels of a test never reach a selection.
/// \param fills_again  missing cells are filled again for each split, from the samples that train.
std::string seen_by_all(const DataOptions& data, bool fills_again = false);

/// The keys of [evaluate], every default written out but for those that depend on the data and suspects that
/// are kept; without
/// `ground_metric`, `engine` and a `classifier` that is a criterion, whose options their components know.
nlohmann::json to_json(const EvaluateOptions& options);

}  // namespace tamis::framework
