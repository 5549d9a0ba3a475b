// What a config may say of keep = "auto", and what is refused before any data are read.
#include "fixture.hpp"

#include <tamis/framework/selection/compatibility.hpp>
#include <tamis/framework/study/study.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace size_rule_test {
namespace {

GoalOptions goal_of(const std::string& search) {
  return parse_goal(toml::parse(search, std::string_view("run.toml")));
}
std::string refusal(const std::string& search) {
  return message_of<ParamError>([&] { goal_of(search); });
}
std::string config_refusal(const std::string& config) {
  return message_of<ParamError>(
      [&] { parse_study_config(toml::parse("data = {}\n" + config, std::string_view("run.toml"))); });
}

Descriptor criterion(Measures measures, Targets targets, unsigned moves) {
  Descriptor d;
  d.id = "x";
  d.interface_id = "criterion/1";
  d.traits.measures = measures;
  d.traits.targets = targets;
  d.traits.moves = moves;
  return d;
}
constexpr unsigned kAdd = 1, kRemove = 2, kWhole = 4;

std::string compatibility_refusal(const char* search, const Descriptor& c, const char* keep = "'auto'") {
  const Registry registry = test::test_registry();
  return message_of<ParamError>([&] {
    check_compatible(registry, registry.at(search).descriptor, c, goal_of(std::string("keep = ") + keep));
  });
}

}  // namespace

TEST_CASE("keep = auto is short for the permutation test at its defaults", "[size_rule]") {
  for (const char* keep : {"'auto'", "{ auto = 'permutation' }"}) {
    const GoalOptions goal = goal_of(std::string("keep = ") + keep);
    REQUIRE(goal.size_rule);
    CHECK(to_json(*goal.size_rule) ==
          nlohmann::json{{"auto", "permutation"}, {"level", 0.05}, {"permutations", 99}});
    CHECK(goal.keep(8, 2) == 8);
  }
  const GoalOptions goal = goal_of("keep = { auto = 'permutation', level = 0.1, permutations = 9 }");
  CHECK(goal.size_rule->level == 0.1);
  CHECK(goal.size_rule->permutations == 9);
  CHECK(to_json(*goal_of("keep = { auto = 'one_standard_error' }").size_rule) ==
        nlohmann::json{{"auto", "one_standard_error"}});
  CHECK_FALSE(goal_of("keep = 3").size_rule);
}

TEST_CASE("a rule that cannot be read is refused with its place", "[size_rule][errors]") {
  CHECK(
      refusal("keep = 'autos'") ==
      "run.toml:1:8: search.keep is \"autos\", a string; expected a number of features (10), a fraction "
      "(0.2 or \"20%\"), \"all\", or a rule that chooses: \"auto\", \"one_standard_error\", \"p_values\" or "
      "\"knockoffs\"");
  CHECK(refusal("keep = { level = 0.1 }") ==
        "run.toml:1:8: search.keep.auto is missing; say which rule chooses the size: \"permutation\", "
        "\"one_standard_error\", \"p_values\" or \"knockoffs\"");
  CHECK(refusal("keep = { auto = 'permutations' }").find("did you mean 'permutation'?") != std::string::npos);
  CHECK(refusal("keep = { auto = 'permutation', levl = 0.1 }").find("search.keep.levl") != std::string::npos);
  CHECK(refusal("keep = { auto = 'permutation', level = 1.0 }") ==
        "run.toml:1:40: search.keep.level is 1; expected a number between 0 and 1");
  CHECK(refusal("keep = { auto = 'permutation', permutations = 0 }") ==
        "run.toml:1:47: search.keep.permutations is 0; expected 1 to 1000000");
  // the test has nothing to do with losses
  CHECK(refusal("keep = { auto = 'one_standard_error', level = 0.1 }").find("search.keep.level") !=
        std::string::npos);
}

TEST_CASE("permutations that can reach no level are refused with how many would do", "[size_rule][errors]") {
  CHECK(refusal("keep = { auto = 'permutation', permutations = 18 }") ==
        "run.toml:1:47: search.keep.permutations is 18, which gives no p value below 0.053, so that nothing "
        "could be significant at the level 0.05; use at least 19");
  CHECK(goal_of("keep = { auto = 'permutation', permutations = 19 }").size_rule->permutations == 19);
  CHECK(goal_of("keep = { auto = 'permutation', level = 0.1, permutations = 9 }").size_rule->level == 0.1);
}

TEST_CASE("a bound on false discoveries stands beside the rule that keeps it", "[size_rule]") {
  CHECK(to_json(*goal_of("fdr = 0.05").size_rule) ==
        nlohmann::json{{"auto", "p_values"}, {"fdr", 0.05}, {"correction", "benjamini_hochberg"}});
  CHECK(goal_of("fdr = 0.05\nkeep = 'knockoffs'").size_rule->fdr == 0.05);
  CHECK(goal_of("keep = 'knockoffs'").size_rule->fdr == 0.2);
  CHECK(goal_of("keep = { auto = 'p_values', correction = 'bonferroni' }").size_rule->correction ==
        Correction::bonferroni);
  CHECK(to_json(*goal_of("keep = { auto = 'knockoffs', separation = 'sdp', scale = 'values', merge = 0.98, "
                         "shrinkage = 'ledoit_wolf', contrast = 'signed_max', draws = 10 }\nfdr = 0.1")
                     .size_rule) == nlohmann::json{{"auto", "knockoffs"},
                                                   {"fdr", 0.1},
                                                   {"separation", "sdp"},
                                                   {"scale", "values"},
                                                   {"shrinkage", "ledoit_wolf"},
                                                   {"merge", 0.98},
                                                   {"contrast", "signed_max"},
                                                   {"draws", 10},
                                                   {"offset", 1}});
}

TEST_CASE("a bound on false discoveries that cannot be kept is refused with its place",
          "[size_rule][errors]") {
  const std::string beside =
      " is given with a search.keep that bounds no false discoveries; leave `keep` out, or let it be \"p_values\" or "
      "\"knockoffs\"";
  CHECK(refusal("fdr = 0.1\nkeep = 10") == "run.toml:1:7: search.fdr" + beside);
  CHECK(refusal("fdr = 0.1\nkeep = 'all'") == "run.toml:1:7: search.fdr" + beside);
  CHECK(refusal("fdr = 0.1\nkeep = 'auto'") == "run.toml:1:7: search.fdr" + beside);
  for (const char* fdr : {"0.0", "1", "-0.1", "'5%'"})
    CHECK(refusal(std::string("fdr = ") + fdr).find("between 0 and 1, as 0.1") != std::string::npos);
  CHECK(refusal("keep = { auto = 'knockoffs', draws = 0 }") ==
        "run.toml:1:38: search.keep.draws is 0; expected 1 to 1000");
  CHECK(refusal("keep = { auto = 'knockoffs', merge = 1.5 }") ==
        "run.toml:1:38: search.keep.merge is 1.5; expected a correlation above 0, up to 1");
  CHECK(refusal("keep = { auto = 'knockoffs', offset = 2 }") ==
        "run.toml:1:39: search.keep.offset is 2; expected 0 or 1");
  CHECK(
      refusal("keep = { auto = 'knockoffs', offset = 0, draws = 5 }") ==
      "run.toml:1:39: search.keep.offset is 0, and several draws are put together by e-values, which take 1; leave it "
      "out");
}

TEST_CASE("two rules that say when to stop are refused", "[size_rule][errors]") {
  CHECK(
      refusal("keep = 'auto'\nuntil = 0.5") ==
      "run.toml:2:9: search.until is given with a rule of search.keep, which says when to stop too; leave one of "
      "them out");
}

TEST_CASE("the rule of the standard error needs an evaluation of the last stage with two splits",
          "[size_rule][errors]") {
  const std::string keep = "keep = { auto = 'one_standard_error' }";
  CHECK(config_refusal("[search]\n" + keep) ==
        "run.toml:3:8: search.keep asks for the rule one_standard_error, which needs the losses of an "
        "evaluation; add a table [evaluate], or use the rule permutation");
  CHECK(config_refusal("evaluate = { folds = 1 }\n[search]\n" + keep) ==
        "run.toml:4:8: search.keep asks for the rule one_standard_error, but one hold-out has no standard "
        "error; use folds or repeats of [evaluate]");
  CHECK(config_refusal("evaluate = {}\n[[stage]]\nsearch = { use = 'rank', " + keep +
                       " }\n[[stage]]\nsearch = 'forward'") ==
        "run.toml:4:33: stage[1].search.keep asks for the rule one_standard_error, but only the subsets of "
        "the last stage are evaluated; use it there, or the rule permutation");
  CHECK_NOTHROW(
      parse_study_config(toml::parse("data = {}\nevaluate = { folds = 1, repeats = 2 }\n[search]\n" + keep)));
}

TEST_CASE("criteria whose scores a shuffled target cannot be compared with are refused",
          "[size_rule][compatibility][errors]") {
  const std::string remedy =
      "; use a criterion of features or of subsets that reads the target and scores additions, or say the "
      "size";
  const std::string begin = "search.keep leaves the number of features to a rule, but criterion 'x' ";
  CHECK(compatibility_refusal("backward", criterion(Measures::loss, Targets::classes, kRemove)) ==
        begin + "measures losses, which no shuffled feature can be compared with" + remedy);
  CHECK(compatibility_refusal("rank", criterion(Measures::feature, Targets::none, kAdd | kRemove)) ==
        begin + "does not read the target, so nothing it measures is by chance" + remedy);
  CHECK(compatibility_refusal("backward", criterion(Measures::subset, Targets::real, kRemove | kWhole)) ==
        begin + "scores no additions" + remedy);
  const char* const p_values = "'p_values'";
  CHECK(compatibility_refusal("forward", criterion(Measures::subset, Targets::classes, kAdd), p_values) ==
        begin +
            "measures subsets, and p values are of single features; use a criterion of features, or keep = "
            "\"knockoffs\"");
  for (const char* keep : {p_values, "'knockoffs'"})
    CHECK(compatibility_refusal("rank", criterion(Measures::feature, Targets::none, kAdd), keep) ==
          begin + "does not read the target, so nothing it measures is by chance" + remedy);
  const Registry registry = test::test_registry();
  const auto fits = [&](const Descriptor& c, const char* keep) {
    check_compatible(registry, registry.at("backward").descriptor, c, goal_of(keep));
  };
  CHECK_NOTHROW(fits(criterion(Measures::subset, Targets::real, kAdd | kRemove), "keep = 'auto'"));
  // a curve of losses can be drawn for all of them
  CHECK_NOTHROW(
      fits(criterion(Measures::loss, Targets::none, kRemove), "keep = { auto = 'one_standard_error' }"));
}

TEST_CASE("a search that walks through no sizes is refused, whatever the rule",
          "[size_rule][compatibility][errors]") {
  const Descriptor subset = criterion(Measures::subset, Targets::classes, kAdd | kRemove | kWhole);
  for (const char* keep : {"'auto'", "{ auto = 'one_standard_error' }"})
    CHECK(compatibility_refusal("exhaustive", subset, keep) ==
          "search.keep leaves the number of features to a rule, but the search compares subsets of one size, "
          "and walks through no others; say the size, or use a search that goes feature by feature");
  const Registry registry = test::test_registry();
  for (const char* search : {"rank", "forward", "backward", "floating_forward", "floating_backward"}) {
    INFO(search);
    CHECK_NOTHROW(
        check_compatible(registry, registry.at(search).descriptor, subset, goal_of("keep = 'auto'")));
  }
}

}  // namespace size_rule_test
