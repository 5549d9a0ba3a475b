#include <tamis/framework/selection/size_rule.hpp>

#include <tamis/framework/support/section.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

constexpr std::string_view kNames[] = {"permutation", "one_standard_error"};
constexpr std::int64_t kMostPermutations = 1'000'000;

}  // namespace

SizeRule parse_size_rule(const toml::table& node, const std::string& path) {
  Section section(node, path);
  SizeRule rule;
  const auto kind = section.take_enum<SizeRule::Kind>("auto", kNames);
  if (!kind)
    section.fail("auto",
                 "is missing; say which rule chooses the size: \"permutation\" or "
                 "\"one_standard_error\"");
  rule.kind = *kind;
  if (rule.kind == SizeRule::Kind::permutation) {
    if (const auto level = section.take<double>("level")) {
      if (!(*level > 0 && *level < 1))
        section.fail("level", fmt::format("is {}; expected a number between 0 and 1", *level));
      rule.level = *level;
    }
    if (const auto count = section.take<std::int64_t>("permutations")) {
      if (*count < 1 || *count > kMostPermutations)
        section.fail("permutations", fmt::format("is {}; expected 1 to {}", *count, kMostPermutations));
      rule.permutations = static_cast<std::uint32_t>(*count);
    }
    if (1.0 / (rule.permutations + 1.0) > rule.level)
      section.fail("permutations",
                   fmt::format("is {}, which gives no p value below {:.2g}, so that nothing could be "
                               "significant at the level {}; use at least {:.0f}",
                               rule.permutations, 1.0 / (rule.permutations + 1.0), rule.level,
                               std::ceil(1 / rule.level - 1 - 1e-9)));
  }
  section.finish();
  return rule;
}

nlohmann::json to_json(const SizeRule& rule) {
  nlohmann::json out{{"auto", name_of(rule.kind, kNames)}};
  if (rule.kind == SizeRule::Kind::permutation) {
    out["level"] = rule.level;
    out["permutations"] = rule.permutations;
  }
  return out;
}

}  // namespace tamis::framework
