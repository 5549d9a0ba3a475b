// Groups of features that are added, removed, ranked and reported as one.
#include "false_discoveries_fixture.hpp"

#include "../data/temp_files.hpp"

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/study/study.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;
using Names = std::vector<std::string>;

namespace feature_groups_test {
namespace {

/// Six features, of which the first two tell of the target; a and b are groups, c1 and c5 stand alone.
LoadedData grouped(std::uint64_t seed = 1) {
  LoadedData data = test::logistic(120, 6, 2, seed);
  group_features(data, std::vector<FeatureGroup>{{"b", {"c2", "c6"}}, {"a", {"c3", "c4"}}});
  return data;
}

LoadedData columns_of(const LoadedData& data, std::span<const Feature> features) {
  std::vector<std::vector<double>> columns;
  for (const Feature f : features) {
    columns.emplace_back(data.samples());
    data.view().copy_column(f, columns.back());
  }
  return LoadedData::from_columns(columns, {}, data.parts().target);
}

/// The criterion's score of a whole subset of the same features without groups.
double whole_score(const std::string& criterion, const LoadedData& data, std::span<const Feature> features) {
  std::string names;
  for (const Feature f : features) names += "'" + data.parts().feature_names[f] + "', ";
  const SelectionResult r = test::run("criterion = '" + criterion + "'\nsearch = { use = 'forward', keep = " +
                                          std::to_string(features.size()) + ", always = [" + names + "] }",
                                      test::logistic(120, 6, 2, 1));
  return r.selected_score->value;
}

Names ranked_names(const SelectionResult& r) {
  Names names;
  for (const RankedFeature& f : r.ranking) names.push_back(f.name);
  std::ranges::sort(names);
  return names;
}

StudyResult study_of(const std::string& config, LoadedData data) {
  Registry registry = test::test_registry();
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  Observer silent;
  return study(registry, Defaults(), parsed, std::move(data), parsed.runtime_options(), silent);
}

}  // namespace

TEST_CASE("units are numbered by their first features, and know them", "[feature_groups]") {
  const LoadedData data = grouped();
  const FeatureUnits units(data.parts());
  REQUIRE(units.size() == 4);
  CHECK(units.has_groups());
  const auto features = [&](Feature unit) {
    return std::vector<Feature>(units.features(unit).begin(), units.features(unit).end());
  };
  CHECK(features(0) == std::vector<Feature>{0});
  CHECK(features(1) == std::vector<Feature>{1, 5});
  CHECK(features(2) == std::vector<Feature>{2, 3});
  CHECK(features(3) == std::vector<Feature>{4});
  CHECK(units.group_name(1) == "b");
  CHECK_FALSE(units.is_group(3));
  CHECK(units.unit_of(5) == 1);
  CHECK(units.any_of(std::vector<char>{0, 0, 0, 1, 0, 1}) == std::vector<char>{0, 1, 1, 0});
  const UnitView view(data.view(), units);
  CHECK(view.view().features() == 4);
  CHECK(view.view().feature_name(2) == "a");
  CHECK(view.view().feature_name(3) == "c5");
  CHECK(FeatureUnits(test::logistic(20, 3, 1, 1).parts()).size() == 3);
}

TEST_CASE("a criterion of single features scores a group by its best or its mean member",
          "[feature_groups]") {
  const LoadedData data = grouped();
  const SelectionResult single = test::run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }",
                                           columns_of(data, std::vector<Feature>{0, 1, 2, 3, 4, 5}));
  const auto score = [&](Feature f) { return *test::of(single, f).score; };
  for (const bool best : {true, false}) {
    const SelectionResult r =
        test::run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 2, group_score = '" +
                      std::string(best ? "best" : "mean") + "' }",
                  grouped());
    CHECK(*test::of(r, 0).score == score(0));
    CHECK(*test::of(r, 1).score == (best ? std::max(score(1), score(5)) : (score(1) + score(5)) / 2));
    CHECK(*test::of(r, 2).score == (best ? std::max(score(2), score(3)) : (score(2) + score(3)) / 2));
    CHECK(ranked_names(r) == Names{"a", "b", "c1", "c5"});
    CHECK(r.evaluations == 4);
  }
}

TEST_CASE("a member without a score counts neither in the best nor in the mean", "[feature_groups]") {
  for (const char* rule : {"best", "mean"}) {
    LoadedData data = grouped();
    data.edit([](DataTable& t) { std::fill_n(t.values.data() + 5 * t.samples, t.samples, 3.0); });
    const SelectionResult r =
        test::run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 2, group_score = '" +
                      std::string(rule) + "' }",
                  std::move(data));
    const SelectionResult alone = test::run("criterion = 'fisher_score'\nsearch = 'rank'",
                                            columns_of(grouped(), std::vector<Feature>{1}));
    CHECK(*test::of(r, 1).score == *alone.ranking[0].score);
  }
}

TEST_CASE("a criterion of subsets scores what is there with all features of the group", "[feature_groups]") {
  for (const std::string criterion : {"ksg_mi", "knn_error", "mi"})
    for (const char* search : {"forward", "backward", "floating_forward", "exhaustive", "beam", "annealing"}) {
      INFO(criterion << ", " << search);
      const LoadedData data = grouped();
      const SelectionResult r = test::run(
          "criterion = '" + criterion + "'\nsearch = { use = '" + search + "', keep = 2 }", grouped());
      std::vector<Feature> units = test::selected(r);
      REQUIRE(units.size() == 2);
      std::ranges::sort(units);
      std::vector<Feature> features = FeatureUnits(data.parts()).features(units);
      std::ranges::sort(features);
      REQUIRE(r.selected_score);
      CHECK(r.selected_score->value == Approx(whole_score(criterion, data, features)).epsilon(1e-12));
      CHECK(ranked_names(r) == Names{"a", "b", "c1", "c5"});
    }
}

TEST_CASE("groups of one feature give what the features give", "[feature_groups]") {
  for (const std::string criterion : {"fisher_score", "ksg_mi", "forest_importance"}) {
    const std::string config = "criterion = '" + criterion + "'\nsearch = { use = 'forward', keep = 3 }";
    LoadedData named = test::logistic(120, 6, 2, 1);
    group_features(named, std::vector<FeatureGroup>{{"one", {"c1"}}, {"five", {"c5"}}});
    const SelectionResult plain = test::run(config, test::logistic(120, 6, 2, 1)),
                          grouped = test::run(config, std::move(named));
    REQUIRE(plain.ranking.size() == grouped.ranking.size());
    for (std::size_t i = 0; i < plain.ranking.size(); ++i) {
      CHECK(plain.ranking[i].feature == grouped.ranking[i].feature);
      CHECK(plain.ranking[i].score == grouped.ranking[i].score);
    }
    CHECK(test::of(grouped, 4).name == "five");
  }
}

TEST_CASE("rules that choose the number of features count a group as one", "[feature_groups]") {
  for (const char* keep : {"'auto'", "'p_values'"}) {
    const SelectionResult r = test::run(
        "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = " + std::string(keep) + " }", grouped());
    CHECK(test::of(r, 0).selected);
    CHECK(test::of(r, 1).selected);
    CHECK_FALSE(test::of(r, 3).selected);
  }
  const SelectionResult shuffled =
      test::run("criterion = 'forest_importance'\nsearch = { use = 'rank', keep = 'p_values' }", grouped());
  for (const Feature f : {0u, 1u}) CHECK(*test::of(shuffled, f).p_value < 0.02);
  const SelectionResult walk =
      test::run("criterion = 'ksg_mi'\nsearch = { use = 'forward', keep = 'auto' }", grouped());
  CHECK(test::of(walk, 0).selected);
}

TEST_CASE("a group's own p value is the least of its members times their number", "[feature_groups]") {
  const std::string config = "criterion = 'fisher_score'\nsearch = { use = 'rank', fdr = 0.1 }";
  const SelectionResult single =
      test::run(config, columns_of(grouped(), std::vector<Feature>{0, 1, 2, 3, 4, 5}));
  const auto p = [&](Feature f) { return *test::of(single, f).p_value; };
  const SelectionResult r = test::run(config, grouped());
  CHECK(*test::of(r, 1).p_value == std::min(1.0, 2 * std::min(p(1), p(5))));
  CHECK(*test::of(r, 3).p_value == p(4));
}

TEST_CASE("a later stage goes on with whole groups", "[feature_groups]") {
  const StudyResult r = study_of(
      "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3 }\n"
      "[[stage]]\ncriterion = 'knn_error'\nsearch = { use = 'forward', keep = 2, always = ['c6'] }\n"
      "[evaluate]\nfolds = 3\n",
      grouped());
  CHECK(test::of(r, 1).selected);  // c6 is in b
  CHECK(ranked_names(r) == Names{"a", "b", "c1", "c5"});
  REQUIRE(r.stages.size() == 2);
  CHECK(r.stages[1].ranking.size() == 3);
  REQUIRE(r.evaluation);
  CHECK(r.evaluation->curve.size() >= 1);
}

TEST_CASE("an evaluation predicts by all features of the chosen groups", "[feature_groups]") {
  const std::string evaluate = "[evaluate]\nfolds = 4\nsizes = [1]\n";
  LoadedData pair = columns_of(grouped(), std::vector<Feature>{0, 1});
  group_features(pair, std::vector<FeatureGroup>{{"both", {"*"}}});
  const StudyResult one = study_of(
      "criterion = 'knn_error'\nsearch = { use = 'forward', keep = 1 }\n" + evaluate, std::move(pair));
  const StudyResult two = study_of(
      "criterion = 'knn_error'\nsearch = { use = 'forward', keep = 2 }\n[evaluate]\nfolds = 4\nsizes = [2]\n",
      columns_of(grouped(), std::vector<Feature>{0, 1}));
  REQUIRE(one.evaluation->curve.size() == 1);
  CHECK(one.evaluation->curve[0].features == 1);
  CHECK(one.evaluation->curve[0].losses == two.evaluation->curve[0].losses);
}

TEST_CASE("a result names the members of a group", "[feature_groups]") {
  const SelectionResult r =
      test::run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 2 }", grouped());
  const nlohmann::json written = to_json(r);
  const auto row =
      std::ranges::find(written["ranking"], "b", [](const nlohmann::json& f) { return f["feature"]; });
  REQUIRE(row != written["ranking"].end());
  CHECK((*row)["members"] == Names{"c2", "c6"});
  CHECK((*row)["columns"] == std::vector<Feature>{1, 5});
  CHECK((*row)["column"] == 1);
  CHECK(written["goal"]["group_score"] == "best");
  Names selected = selected_names(r);
  std::ranges::sort(selected);
  CHECK(selected == Names{"c1", "c2", "c6"});
  CHECK_THAT(to_table(r, 0), Catch::Contains("b (group of 2)"));
  CHECK_THAT(to_csv(r), Catch::Contains("c2;c6"));
}

TEST_CASE("what cannot be done with groups is refused with the remedy", "[feature_groups][errors]") {
  CHECK_THAT(message_of<ParamError>([] {
               test::run("criterion = 'markov_blanket'\nsearch = { use = 'backward', keep = 1 }", grouped());
             }),
             Catch::StartsWith(
                 "criterion 'markov_blanket' measures losses one feature at a time, so it cannot score a "
                 "group; leave out `data.feature_groups` and `data.categories`, or use"));
  CHECK_THAT(message_of<ParamError>([] {
               test::run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'knockoffs' }",
                         grouped());
             }),
             Catch::Contains("knockoffs, which are drawn for single features and not for groups"));
  CHECK_THAT(
      message_of<ParamError>([] {
        test::run("criterion = 'fisher_score'\nsearch = { use = 'rank', group_score = 'worst' }", grouped());
      }),
      Catch::Contains("search.group_score is \"worst\"") && Catch::Contains("expected \"best\" or \"mean\""));
  const auto grouping = [](std::vector<FeatureGroup> groups) {
    return message_of<ParamError>([&] {
      LoadedData data = test::logistic(20, 4, 1, 1);
      group_features(data, groups);
    });
  };
  CHECK(grouping({{"g", {"c1", "d*"}}}) ==
        "group 'g' of `data.feature_groups` names 'd*', which is the name of no feature");
  CHECK(
      grouping({{"g", {"c1"}}, {"h", {"c*"}}}) ==
      "group 'h' of `data.feature_groups` holds feature 'c1', which is in group 'g' too; a feature is in one group");
  CHECK(
      grouping({{"c2", {"c1"}}}) ==
      "group 'c2' of `data.feature_groups` has the name of a feature that is not in it; give the group another name");
}

TEST_CASE("a config groups the features of data that a program holds", "[feature_groups]") {
  const std::string config =
      "data = { feature_groups = { b = ['c2', 'c6'] } }\ncriterion = 'fisher_score'\nsearch = 'rank'";
  CHECK(ranked_names(test::run(config, test::logistic(120, 6, 2, 1))) == Names{"b", "c1", "c3", "c4", "c5"});
  CHECK(ranked_names(test::run(config, grouped())) ==
        Names{"a", "b", "c1", "c5"});  // it has been read before
  const std::string other =
      "data.feature_groups = { c = ['c2', 'c6'] }\ncriterion = 'fisher_score'\nsearch = 'rank'";
  CHECK(message_of<ParamError>([&] { test::run(other, grouped()); }) ==
        "the features are in other groups already; leave `data.feature_groups` out");
}

namespace {

/// Two columns of numbers and the categorical columns `colour`, of three values, which tells of the target, and `sex`, of two.
LoadedData with_categories(const std::string& how = "auto") {
  const TempFiles files;
  std::string text = "a,colour,b,sex,y\n";
  for (int i = 0; i < 90; ++i)
    text +=
        fmt::format("{},{},{},{},{}\n", i * 37 % 91 / 4.0, std::array{"red", "green", "blue"}[i % 3],
                    i * 53 % 97 / 8.0, i * 29 % 7 < 3 ? "f" : "m", (i % 3 == 0) == (i % 10 != 0) ? "p" : "q");
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  o.categorical = {"*"};
  o.categories = how == "together" ? Categories::together : Categories::automatic;
  return load_data(o);
}

}  // namespace

TEST_CASE("the values of a categorical column are selected as one feature", "[feature_groups]") {
  const std::string ranking = "criterion = 'fisher_score'\nsearch = 'rank'";
  const SelectionResult r = test::run(ranking, with_categories());
  CHECK(ranked_names(r) == Names{"a", "b", "colour", "sex=m"});
  CHECK(r.ranking[0].name == "colour");
  CHECK(std::ranges::count(
            r.notes,
            "categorical columns are selected as one feature each: colour (3 values); `data.categories = "
            "\"separate\"` selects value by value") == 1);
  const SelectionResult separate = test::run("data.categories = 'separate'\n" + ranking, with_categories());
  CHECK(ranked_names(separate) == Names{"a", "b", "colour=blue", "colour=green", "colour=red", "sex=m"});
  CHECK(*r.ranking[0].score == *separate.ranking[0].score);  // of its best value
}

TEST_CASE("values of categories are selected one by one where groups have no score", "[feature_groups]") {
  for (const auto& [asked, why] :
       {std::pair{"criterion = 'markov_blanket'\nsearch = { use = 'backward', keep = 1 }",
                  "criterion 'markov_blanket' measures losses one feature at a time"},
        std::pair{"criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'knockoffs' }",
                  "knockoffs are drawn for single features"}}) {
    const std::string config = asked;
    const SelectionResult r = test::run(config, with_categories());
    CHECK(r.ranking.size() == 6);
    CHECK(std::ranges::count(
              r.notes, std::string("the values of categorical columns are selected one by one: ") + why) ==
          1);
    CHECK_THAT(message_of<ParamError>([&] { test::run(config, with_categories("together")); }),
               Catch::Contains("leave out `data.feature_groups` and `data.categories`"));
  }
}

TEST_CASE("categories that are together already go with the groups of the config", "[feature_groups]") {
  LoadedData data = with_categories();
  group_features(data, std::vector<FeatureGroup>{{"numbers", {"a", "b"}}});
  group_categories(data);
  const SelectionResult r =
      test::run("data.feature_groups = { numbers = ['a', 'b'] }\ncriterion = 'fisher_score'\nsearch = 'rank'",
                std::move(data));
  CHECK(ranked_names(r) == Names{"colour", "numbers", "sex=m"});
}

TEST_CASE("a method sees which features are selected as one", "[feature_groups]") {
  const auto units = [](const LoadedData& data) {
    std::vector<std::int32_t> of;
    for (Feature j = 0; j < data.features(); ++j) of.push_back(data.view().feature_unit(j));
    return of;
  };
  LoadedData data = with_categories();
  REQUIRE(data.parts().feature_names ==
          Names{"a", "b", "colour=blue", "colour=green", "colour=red", "sex=m"});
  CHECK(units(data) == std::vector<std::int32_t>{-1, -1, -1, -1, -1, -1});  // value by value
  CHECK(data.view().feature_group(2) == data.view().feature_group(4));
  group_features(data, std::vector<FeatureGroup>{{"numbers", {"a", "b"}}}, GroupUse::one_of);
  CHECK(units(data) == std::vector<std::int32_t>{-1, -1, -1, -1, -1, -1});
  group_categories(data);
  CHECK(units(data) == std::vector<std::int32_t>{-1, -1, 1, 1, 1, -1});

  LoadedData as_one = with_categories();
  group_features(as_one, std::vector<FeatureGroup>{{"numbers", {"a", "b"}}});
  group_categories(as_one);
  CHECK(units(as_one) == std::vector<std::int32_t>{0, 0, 1, 1, 1, -1});
}

TEST_CASE(
    "values of a categorical column that are selected as one are nominal, and share the codes of the column",
    "[feature_groups][codes]") {
  DataRequirements counts;
  counts.classes = counts.discrete = true;
  const auto prepared = [&](LoadedData data) {
    prepare_data(data, counts, Standardise::automatic, "mine");
    return data;
  };
  LoadedData data = with_categories();
  const LoadedData separate = prepared(with_categories());
  CHECK(separate.view().kind(2) == FeatureKind::number);
  CHECK(separate.view().levels(2) == 2);
  group_categories(data);
  const LoadedData together = prepared(std::move(data));
  const Dataset view = together.view();
  CHECK(view.kind(0) == FeatureKind::number);
  CHECK(view.kind(5) == FeatureKind::number);  // sex=m, a feature by itself
  for (const Feature f : {2u, 3u, 4u}) {
    CHECK(view.kind(f) == FeatureKind::nominal);
    CHECK(view.levels(f) == 3);
    for (std::size_t i = 0; i < view.samples(); ++i)
      REQUIRE(view.column(2u + view.codes(f)[i])[i] == 1);  // the indicator that the code names
  }
  CHECK(std::ranges::equal(view.codes(0), separate.view().codes(0)));
  CHECK(std::ranges::count(
            together.notes,
            std::string("criterion 'mine' reads codes: 1 categorical column keeps one code per value, 1 "
                        "feature of at most 5 values keeps one code per value, 2 features are cut into 5 "
                        "quantile bins; `data.discretise` and `data.bins` choose otherwise")) == 1);
}

TEST_CASE("a criterion of codes scores and tests a categorical column as a column",
          "[feature_groups][codes]") {
  LoadedData data = with_categories();
  std::vector<double> codes(data.samples());
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i] = data.view().column(3)[i] + 2 * data.view().column(4)[i];
  const std::vector<std::vector<double>> column{codes};
  const std::string config = "criterion = 'chi_squared'\nsearch = { use = 'rank', fdr = 0.1 }";
  const SelectionResult alone =
      test::run(config, LoadedData::from_columns(column, {"colour"}, data.parts().target));
  const SelectionResult r = test::run(config, std::move(data));
  const auto colour = std::ranges::find(r.ranking, "colour", &RankedFeature::name);
  REQUIRE(colour != r.ranking.end());
  CHECK(*colour->score == *alone.ranking[0].score);
  CHECK(*colour->p_value == *alone.ranking[0].p_value);
}

TEST_CASE("values that are selected one by one have scores of their own", "[feature_groups]") {
  for (const std::string config : {"data.categories = 'separate'\n",
                                   "data.categories = 'separate'\ndata.one_from_each = true\n"
                                   "data.feature_groups = { numbers = ['a', 'b'] }\n"}) {
    const SelectionResult r = test::run(
        config + "criterion = 'robust_lasso'\nsearch = { use = 'rank', keep = 1 }", with_categories());
    std::vector<double> scores;
    for (const RankedFeature& f : r.ranking)
      if (f.name.starts_with("colour")) scores.push_back(*f.score);
    std::ranges::sort(scores);
    REQUIRE(scores.size() == 3);
    CHECK(scores[0] < scores[2]);
  }
}

TEST_CASE("a group of the config takes the values of a categorical column first", "[feature_groups]") {
  const SelectionResult r = test::run(
      "data.feature_groups = { look = ['colour=red', 'a'] }\ncriterion = 'fisher_score'\nsearch = 'rank'",
      with_categories());
  CHECK(ranked_names(r) == Names{"b", "colour", "look", "sex=m"});
}

}  // namespace feature_groups_test
