/// \file evaluate_options.hpp
/// The table [evaluate] of a config: how well the selected features predict, on samples that were not used.
#pragma once

#include <tamis/framework/evaluation/split.hpp>
#include <tamis/target.hpp>

#include <toml++/toml.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// What is counted as wrong; see losses.hpp.
enum class Loss { error, balanced_error, rmse };

/// "error rate", ...: for people.
std::string_view name_of(Loss loss);

struct EvaluateOptions {
  SplitOptions splits;
  /// k of the k-NN predictor. Of several, the one with the least loss in a 5-fold cross-validation within the
  /// training part is used, for each number of features anew; of equal ones the first.
  std::vector<std::size_t> neighbours{5};
  std::optional<Loss> loss;  ///< default: error for classes, rmse for real values
  /// The features are selected and scaled on all samples, those that test too: too good a loss, for
  /// comparison with papers that did so.
  bool prepare_on_all = false;
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
EvaluateOptions parse_evaluate(const toml::table& table);

/// The keys of [evaluate], every default written out but for the loss.
nlohmann::json to_json(const EvaluateOptions& options);

}  // namespace tamis::framework
