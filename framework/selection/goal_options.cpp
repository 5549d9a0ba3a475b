#include <tamis/framework/selection/goal_options.hpp>

#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tamis::framework {
namespace {

/// A key of the goal and its value.
struct Given {
  std::string key;
  const toml::node& node;
};

[[noreturn]] void refuse(const Given& g, const std::string& expected) {
  throw ParamError(
      fmt::format("{}{} is {}; expected {}", place_prefix(g.node), g.key, described(g.node), expected));
}

constexpr const char* kKeepForms =
    "a number of features (10), a fraction (0.2 or \"20%\"), \"all\", or a rule that chooses: \"auto\", "
    "\"one_standard_error\", \"p_values\" or \"knockoffs\"";

void parse_keep(const Given& given, GoalOptions& goal) {
  const toml::node& node = given.node;
  if (const auto count = node.value_exact<std::int64_t>(); count && *count >= 1) {
    goal.count = static_cast<std::uint64_t>(*count);
  } else if (const auto part = node.value_exact<double>(); part && *part > 0 && *part <= 1) {
    goal.fraction = *part;
  } else if (const auto text = node.value_exact<std::string>(); text && *text == "all") {
    goal.fraction = 1.0;
  } else if (text && *text == "auto") {
    goal.size_rule.emplace();
  } else if (const auto rule = size_rule_named(text.value_or(""))) {
    goal.size_rule = rule;
  } else if (const toml::table* rule = node.as_table()) {
    goal.size_rule = parse_size_rule(*rule, given.key);
  } else if (text && text->ends_with('%')) {
    double percent = 0;
    const char* end = text->data() + text->size() - 1;
    if (std::from_chars(text->data(), end, percent).ptr != end || !(percent > 0 && percent <= 100))
      refuse(given, kKeepForms);
    goal.fraction = percent / 100;
  } else {
    refuse(given, kKeepForms);
  }
}

/// After `keep`, whose rule it belongs to; alone it asks for p values.
void take_fdr(const Given& given, GoalOptions& goal) {
  const std::optional<double> fdr = number_of(given.node);
  if (!fdr || !(*fdr > 0 && *fdr < 1))
    refuse(given, "the largest share of false discoveries that is wanted, between 0 and 1, as 0.1");
  if (goal.keeps_all() && !goal.fraction) goal.size_rule = size_rule_named("p_values");
  if (!goal.size_rule || !goal.size_rule->bounds_discoveries())
    throw ParamError(fmt::format(
        "{}{} is given with a {}.keep that bounds no false discoveries; leave `keep` out, or let it be "
        "\"p_values\" or \"knockoffs\"",
        place_prefix(given.node), given.key, goal.path));
  goal.size_rule->fdr = *fdr;
}

std::vector<std::string> parse_names(const Given& given) {
  constexpr const char* kForms = "a list of feature names: [\"age\", \"income\"]";
  std::vector<std::string> names;
  const toml::array* list = given.node.as_array();
  if (!list) refuse(given, kForms);
  for (const toml::node& item : *list) {
    const auto name = item.value_exact<std::string>();
    if (!name) refuse({given.key, item}, kForms);
    names.push_back(*name);
  }
  return names;
}

double parse_number(const Given& given) {
  const std::optional<double> value = number_of(given.node);
  if (!value || !std::isfinite(*value)) refuse(given, "a finite number");
  return *value;
}

}  // namespace

const std::vector<std::string>& goal_keys() {
  static const std::vector<std::string> keys{
      "keep", "fdr", "always", "until", "tolerance", "max_evaluations", "max_cost", "group_score"};
  return keys;
}

GoalOptions parse_goal(const toml::table& search, const std::string& path) {
  GoalOptions goal;
  goal.path = path;
  const auto with = [&](const char* key, auto&& parse) {
    if (const toml::node* node = search.get(key)) parse(Given{path + "." + key, *node});
  };
  with("keep", [&](const Given& g) { parse_keep(g, goal); });
  with("fdr", [&](const Given& g) { take_fdr(g, goal); });
  with("always", [&](const Given& g) { goal.always = parse_names(g); });
  with("until", [&](const Given& g) { goal.until = parse_number(g); });
  with("tolerance", [&](const Given& g) {
    goal.tolerance = parse_number(g);
    if (*goal.tolerance < 0) refuse(g, "a number of at least 0");
  });
  with("max_evaluations", [&](const Given& g) {
    const auto most = g.node.value_exact<std::int64_t>();
    if (!most || *most < 1) refuse(g, "a whole number of at least 1");
    goal.max_evaluations = static_cast<std::uint64_t>(*most);
  });
  with("max_cost", [&](const Given& g) {
    goal.max_cost = parse_number(g);
    if (!(*goal.max_cost > 0)) refuse(g, "a number above 0, in the unit of data.feature_cost");
  });
  with("group_score", [&](const Given& g) {
    const auto name = std::ranges::find(kGroupScoreNames, g.node.value_or(std::string_view()));
    if (name == std::end(kGroupScoreNames)) refuse(g, "\"best\" or \"mean\"");
    goal.group_score = static_cast<GroupScore>(name - std::begin(kGroupScoreNames));
  });
  if (goal.size_rule && goal.until)
    throw ParamError(fmt::format(
        "{0}{1}.until is given with a rule of {1}.keep, which says when to stop too; leave one of "
        "them out",
        place_prefix(*search.get("until")), path));
  return goal;
}

std::uint64_t GoalOptions::keep(Feature features, std::size_t n_always) const {
  const auto d = static_cast<std::uint64_t>(features);
  if (count && *count > d)
    throw ParamError(
        fmt::format("{}.keep is {}, more than there are ({}); keep at most that many, or \"all\"", path,
                    *count, counted(d, "feature")));
  // 7 % of 100 is 7, although 0.07 * 100 is a little more in doubles
  const double part = fraction.value_or(1.0) * static_cast<double>(d);
  const auto rounded_up = static_cast<std::uint64_t>(std::ceil(part - 1e-9 * part));
  const std::uint64_t keep = count.value_or(std::clamp<std::uint64_t>(rounded_up, 1, d));
  if (keep < n_always)
    throw ParamError(fmt::format("{0}.keep is {1}, but {0}.always names {2}; keep at least those", path, keep,
                                 counted(n_always, "feature")));
  return keep;
}

}  // namespace tamis::framework
