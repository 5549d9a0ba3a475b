#include <tamis/framework/selection/size_rule.hpp>

#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tamis::framework {
namespace {

constexpr std::int64_t kMostPermutations = 1'000'000;
constexpr std::int64_t kMostDraws = 1000;

std::uint32_t count_of(Section& section, const char* key, std::int64_t most, std::uint32_t by_default) {
  const auto count = section.take<std::int64_t>(key);
  if (!count) return by_default;
  if (*count < 1 || *count > most) section.fail(key, fmt::format("is {}; expected 1 to {}", *count, most));
  return static_cast<std::uint32_t>(*count);
}

SizeRule of_kind(SizeRule::Kind kind) {
  SizeRule rule;
  rule.kind = kind;
  if (kind == SizeRule::Kind::knockoffs) rule.fdr = 0.2;  // a set has 1/fdr features or more, or none
  return rule;
}

void parse_permutation(Section& section, SizeRule& rule) {
  if (const auto level = section.take<double>("level")) {
    if (!(*level > 0 && *level < 1))
      section.fail("level", fmt::format("is {}; expected a number between 0 and 1", *level));
    rule.level = *level;
  }
  rule.permutations = count_of(section, "permutations", kMostPermutations, rule.permutations);
  if (1.0 / (rule.permutations + 1.0) > rule.level)
    section.fail("permutations",
                 fmt::format("is {}, which gives no p value below {:.2g}, so that nothing could be "
                             "significant at the level {}; use at least {:.0f}",
                             rule.permutations, 1.0 / (rule.permutations + 1.0), rule.level,
                             std::ceil(1 / rule.level - 1 - 1e-9)));
}

void parse_p_values(Section& section, SizeRule& rule) {
  rule.correction = section.take_enum<Correction>("correction", kCorrectionNames).value_or(rule.correction);
  rule.most_permutations = count_of(section, "permutations", kMostPermutations, 0);
}

void parse_knockoffs(Section& section, SizeRule& rule) {
  KnockoffOptions& how = rule.knockoffs;
  how.separation = section.take_enum<Separation>("separation", kSeparationNames).value_or(how.separation);
  how.scale = section.take_enum<ColumnScale>("scale", kColumnScaleNames).value_or(how.scale);
  how.shrinkage = section.take_enum<Shrinkage>("shrinkage", kShrinkageNames).value_or(how.shrinkage);
  rule.contrast = section.take_enum<Contrast>("contrast", kContrastNames).value_or(rule.contrast);
  rule.draws = count_of(section, "draws", kMostDraws, rule.draws);
  if (const auto merge = section.take<double>("merge")) {
    if (!(*merge > 0 && *merge <= 1))
      section.fail("merge", fmt::format("is {}; expected a correlation above 0, up to 1", *merge));
    how.merge = *merge;
  }
  if (const auto offset = section.take<std::int64_t>("offset")) {
    if (*offset != 0 && *offset != 1) section.fail("offset", fmt::format("is {}; expected 0 or 1", *offset));
    rule.offset = static_cast<int>(*offset);
    if (rule.offset == 0 && rule.draws > 1)
      section.fail("offset",
                   "is 0, and several draws are put together by e-values, which take 1; leave it out");
  }
}

}  // namespace

std::optional<SizeRule> size_rule_named(std::string_view name) {
  const auto* const found = std::ranges::find(kSizeRuleNames, name);
  if (found == std::end(kSizeRuleNames)) return std::nullopt;
  return of_kind(static_cast<SizeRule::Kind>(found - std::begin(kSizeRuleNames)));
}

SizeRule parse_size_rule(const toml::table& node, const std::string& path) {
  Section section(node, path);
  const auto kind = section.take_enum<SizeRule::Kind>("auto", kSizeRuleNames);
  if (!kind)
    section.fail("auto",
                 "is missing; say which rule chooses the size: \"permutation\", \"one_standard_error\", "
                 "\"p_values\" or \"knockoffs\"");
  SizeRule rule = of_kind(*kind);
  switch (rule.kind) {
    case SizeRule::Kind::permutation:
      parse_permutation(section, rule);
      break;
    case SizeRule::Kind::one_standard_error:
      break;
    case SizeRule::Kind::p_values:
      parse_p_values(section, rule);
      break;
    case SizeRule::Kind::knockoffs:
      parse_knockoffs(section, rule);
      break;
  }
  section.finish();
  return rule;
}

std::string in_words(const SizeRule& rule) {
  switch (rule.kind) {
    case SizeRule::Kind::permutation:
      return "the features that the criterion can distinguish from chance";
    case SizeRule::Kind::one_standard_error:
      return "the smallest size within one standard error of the least loss";
    case SizeRule::Kind::p_values:
      return fmt::format("the features that are associated with the target, {} {} (p values, {})",
                         rule.correction == Correction::bonferroni
                             ? "with a probability of any false one of at most"
                             : "with a false discovery rate of at most",
                         shortest(rule.fdr), in_sentence(rule.correction));
    case SizeRule::Kind::knockoffs:
      return fmt::format(
          "the features that add information on the target to all other features, with a false discovery rate of at "
          "most {} (knockoffs)",
          shortest(rule.fdr));
  }
  return "";
}

nlohmann::json to_json(const SizeRule& rule) {
  nlohmann::json out{{"auto", name_of(rule.kind, kSizeRuleNames)}};
  switch (rule.kind) {
    case SizeRule::Kind::permutation:
      out["level"] = rule.level;
      out["permutations"] = rule.permutations;
      break;
    case SizeRule::Kind::one_standard_error:
      break;
    case SizeRule::Kind::p_values:
      out["fdr"] = rule.fdr;
      out["correction"] = name_of(rule.correction, kCorrectionNames);
      if (rule.most_permutations > 0) out["permutations"] = rule.most_permutations;
      break;
    case SizeRule::Kind::knockoffs:
      out.update({{"fdr", rule.fdr},
                  {"separation", name_of(rule.knockoffs.separation, kSeparationNames)},
                  {"scale", name_of(rule.knockoffs.scale, kColumnScaleNames)},
                  {"shrinkage", name_of(rule.knockoffs.shrinkage, kShrinkageNames)},
                  {"merge", rule.knockoffs.merge},
                  {"contrast", name_of(rule.contrast, kContrastNames)},
                  {"draws", rule.draws},
                  {"offset", rule.offset}});
      break;
  }
  return out;
}

}  // namespace tamis::framework
