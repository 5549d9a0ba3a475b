/// \file size_rule.hpp
/// Rules that choose the number of features, if `keep` is not a number.
#pragma once

#include <tamis/framework/knockoffs/discoveries.hpp>
#include <tamis/framework/knockoffs/knockoff_source.hpp>
#include <tamis/framework/selection/corrected_p_values.hpp>

#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// A rule that chooses the number of features.
struct SizeRule {
  /// The kind of rule.
  enum class Kind {
    permutation,  ///< each feature on the path is tested, up to the first that is no better than chance
    one_standard_error,  ///< the smallest size whose loss is within one standard error of the minimum
    p_values,            ///< each feature has a p value, corrected for multiple testing
    knockoffs            ///< each feature must score better than its knockoff, which is independent of the target
  };
  Kind kind = Kind::permutation;
  double level = 0.05;  ///< of the tests of `permutation`
  /// Enough for a p value of 0.01, and so that level * (permutations + 1) is a whole number, which makes the level exact
  /// (Davison, Hinkley. Bootstrap Methods and Their Application. 1997, section 4.3).
  std::uint32_t permutations = 99;
  /// The bound on the false discovery rate, for `p_values` and `knockoffs`.
  double fdr = 0.1;
  Correction correction = Correction::benjamini_hochberg;  ///< of `p_values`
  /// For `p_values` if the criterion computes none: the maximum number of permutations; 0: enough for a single feature to be
  /// selected, 99 to 1000.
  std::uint32_t most_permutations = 0;
  KnockoffOptions knockoffs;  ///< of `knockoffs`, as the rest
  Contrast contrast = Contrast::difference;
  std::uint32_t draws = 1;  ///< of knockoffs
  int offset = 1;           ///< see discoveries()

  /// Whether it bounds the false discovery rate.
  bool bounds_discoveries() const { return kind == Kind::p_values || kind == Kind::knockoffs; }
};

/// The names of the kinds in configs, results and the file of defaults.
inline constexpr std::string_view kSizeRuleNames[] = {"permutation", "one_standard_error", "p_values",
                                                      "knockoffs"};

/// A rule by its name alone, with its defaults; none if there is no such rule.
std::optional<SizeRule> size_rule_named(std::string_view name);

/// \param node  the table `{ auto = ..., level = ..., ... }`.
/// \param path  its key, as "search.keep".
/// \throws ParamError  with file:line:column; also if no p value can reach the level.
SizeRule parse_size_rule(const toml::table& node, const std::string& path);

/// A description of what is kept, for people.
std::string in_words(const SizeRule& rule);

/// As the table that parse_size_rule() reads, with the defaults written out.
nlohmann::json to_json(const SizeRule& rule);

}  // namespace tamis::framework
