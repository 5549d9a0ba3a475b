/// \file goal_options.hpp
/// What the user wants of a search: the keys of a search's table that belong to the kernel.
#pragma once

#include <tamis/errors.hpp>
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

/// What the user wants of a search, as written: numbers may still be fractions or
/// rules, features still names.
struct GoalOptions {
  std::string path = "search";  ///< of the table, for messages
  /// How many features to keep: a number, or a fraction of the features (then `fraction`), or what a rule
  /// chooses, or all of them.
  std::optional<std::uint64_t> count;
  std::optional<double> fraction;
  std::optional<SizeRule> size_rule;
  std::vector<std::string> always;  ///< names of features in every subset
  std::optional<double> until;      ///< stop where the subset's score is this good
  std::optional<double> tolerance;  ///< scores this close are equal; the criterion's own by default
  std::optional<std::uint64_t> max_evaluations;

  /// Whether nothing is said that would leave a feature out.
  bool keeps_all() const { return !count && fraction.value_or(1.0) == 1.0 && !size_rule && !until; }
  /// Features to keep out of d: at least 1, at least `always`; of a rule the most that it can choose.
  /// \throws ParamError  when more are asked than there are.
  std::uint64_t keep(Feature features, std::size_t n_always) const;
};

/// The keys of a search's table that parse_goal reads.
const std::vector<std::string>& goal_keys();
/// \param path  of the table, as "search".
/// \throws ParamError  with file:line:column and key.
GoalOptions parse_goal(const toml::table& search, const std::string& path = "search");

}  // namespace tamis::framework
