/// \file size_rule.hpp
/// How the number of features is chosen where `keep` does not say it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include <cstdint>
#include <string>

namespace tamis::framework {

/// A rule that chooses the number of features.
struct SizeRule {
  /// How it is chosen.
  enum class Kind {
    permutation,        ///< each feature of the walk is tested, up to the first that is no better than chance
    one_standard_error  ///< the smallest size whose loss is within a standard error of the least
  };
  Kind kind = Kind::permutation;
  double level = 0.05;  ///< of the tests
  /// As few as give a p value of 0.01, and so that level * (permutations + 1) is a whole number, which makes
  /// the level exact (Davison, Hinkley. Bootstrap Methods and Their Application. 1997, section 4.3).
  std::uint32_t permutations = 99;
};

/// \param node  the table `{ auto = ..., level = ..., permutations = ... }`.
/// \param path  its key, as "search.keep".
/// \throws ParamError  with file:line:column, also where no p value can reach the level.
SizeRule parse_size_rule(const toml::table& node, const std::string& path);

/// As the table that parse_size_rule() reads, with the defaults written out.
nlohmann::json to_json(const SizeRule& rule);

}  // namespace tamis::framework
