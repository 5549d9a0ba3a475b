/// \file goal_options.hpp
/// The goal of a search: the keys of the search's table that the kernel reads.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/run/group_score.hpp>
#include <tamis/framework/selection/size_rule.hpp>
#include <tamis/matrix.hpp>

#include <toml++/toml.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// The goal of a search as written in the config: numbers may be fractions or rules, features are names.
struct GoalOptions {
  std::string path = "search";  ///< of the table, for messages
  /// How many features to keep: a number, a fraction of the features (then `fraction`), the choice of a rule, or all.
  std::optional<std::uint64_t> count;
  std::optional<double> fraction;
  std::optional<SizeRule> size_rule;
  std::vector<std::string> always;  ///< names of features in every subset
  std::optional<double> until;      ///< stop when the score of the subset is this good
  std::optional<double> tolerance;  ///< scores this close are equal; the criterion's own by default
  std::optional<std::uint64_t> max_evaluations;
  std::optional<double> max_cost;             ///< of all selected features together
  GroupScore group_score = GroupScore::best;  ///< of a criterion of single features

  /// Whether no key would leave a feature out.
  bool keeps_all() const {
    return !count && fraction.value_or(1.0) == 1.0 && !size_rule && !until && !max_cost;
  }
  /// The number of features to keep out of d: at least 1 and at least `always`; for a rule the most that it can choose.
  /// \throws ParamError  if it is more than d.
  std::uint64_t keep(Feature features, std::size_t n_always) const;
};

/// The keys of a search's table that parse_goal reads.
const std::vector<std::string>& goal_keys();
/// \param path  of the table, as "search".
/// \throws ParamError  with file:line:column and key.
GoalOptions parse_goal(const toml::table& search, const std::string& path = "search");

}  // namespace tamis::framework
