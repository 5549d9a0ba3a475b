// The kit that authors test their methods with.
#include <tamis/sdk.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::testing;

namespace {

/// The sum of the columns of a subset, undefined where that is no positive number.
struct Total final : SubsetCriterion {
  static constexpr auto describe() {
    return tamis::describe<Total>("org.example.total", "").better(Better::lower);
  }
  void configured() override { ready = true; }
  Score score_subset(Subset subset, const Dataset& data) const override {
    if (!ready) throw std::logic_error("configured() was not called");
    double sum = 0;
    for (const Feature f : subset)
      for (const double v : data.column(f)) sum += v;
    if (!(sum > 0)) return undefined("not positive");
    return sum;
  }
  bool ready = false;
};

}  // namespace

TEST_CASE("a table shows a method the names, numbers and units that it was given", "[testing]") {
  Table t = Table::of({{"age", {31, 45, 31}}, {"height", {1.5, 2, 1.75}}});
  t.weights = {1, 2, 1};
  t.groups = {0, 0, 1};
  const Dataset data = t.standardise().view();
  CHECK(data.samples() == 3);
  CHECK(data.features() == 2);
  CHECK(data.feature_name(1) == "height");
  CHECK(data.column(1)[2] == 1.75);
  CHECK(data.centre(1) == Approx(1.75));
  CHECK(data.weights()[1] == 2);
  CHECK(data.groups()[2] == 1);
  CHECK(data.target().kind() == TargetKind::none);
  CHECK_FALSE(data.has_codes());
  CHECK(data.kind(1) == FeatureKind::number);
  CHECK(data.feature_group(1) == -1);
  CHECK(data.feature_cost(1) == 1);
  CHECK(data.missing(1).empty());
  CHECK_THROWS_AS(Table::of({{"a", {1, 2}}, {"b", {1}}}), std::invalid_argument);
}

TEST_CASE("a table shows the kinds, groups and costs of its features, and which cells are missing",
          "[testing]") {
  Table t(2, 3);
  t.feature_kinds = {FeatureKind::nominal, FeatureKind::number, FeatureKind::ordinal};
  t.feature_groups = {0, 0, -1};
  t.feature_units = {-1, 3, 3};
  t.feature_costs = {2, 1, 0.5};
  t.missing = {0, 1, 0, 0, 1, 0};
  const Dataset data = t.view();
  CHECK(data.kind(0) == FeatureKind::nominal);
  CHECK(data.kind(2) == FeatureKind::ordinal);
  CHECK(data.feature_group(1) == 0);
  CHECK(data.feature_group(2) == -1);
  CHECK(data.feature_unit(0) == -1);
  CHECK(data.feature_unit(2) == 3);
  CHECK(data.feature_cost(2) == 0.5);
  CHECK(data.has_missing());
  CHECK(data.missing(0)[1] == 1);
  CHECK(data.missing(2)[0] == 1);
  Table other = reordered(t, {1, 0});
  CHECK(other.view().missing(0)[0] == 1);

  tamis_dataset of_revision_1 = *data.raw();
  of_revision_1.size = offsetof(tamis_dataset, feature_kinds);
  const Dataset older(&of_revision_1);
  CHECK(older.kind(0) == FeatureKind::number);
  CHECK(older.feature_group(0) == -1);
  CHECK(older.feature_unit(0) == -1);
  CHECK(older.feature_cost(0) == 1);
  CHECK_FALSE(older.has_missing());
}

TEST_CASE("a table has a target of every kind", "[testing]") {
  Table t(3, 1);
  t.with_labels({1, -1, 0}, 2).class_names = {"no", "yes"};
  t.certainty = {0.5, 1, 1};
  Target target = t.view().target();
  CHECK(target.kind() == TargetKind::classes);
  CHECK(target.class_name(1) == "yes");
  CHECK_FALSE(target.known(1));
  CHECK(target.known_samples() == std::vector<std::uint32_t>{0, 2});
  CHECK(target.certainty()[0] == 0.5);

  target = t.with_soft({0.25, 0.5, 1, 0.75, 0.5, 0}, 2).view().target();
  CHECK(target.kind() == TargetKind::soft);
  CHECK(target.soft()(0, 1) == 0.75);

  target = t.with_real({1.5, kUnknown, 3}).view().target();
  CHECK(target.kind() == TargetKind::real);
  CHECK(target.real()[2] == 3);
  CHECK_FALSE(target.known(1));
  CHECK(target.known_samples() == std::vector<std::uint32_t>{0, 2});

  target = t.with_sets({{0, 2}, {}, {1}}, 3).view().target();
  CHECK(target.kind() == TargetKind::sets);
  CHECK(std::ranges::equal(target.label_set(0), std::vector<std::int32_t>{0, 2}));
  CHECK_FALSE(target.known(1));
  CHECK(target.known_samples() == std::vector<std::uint32_t>{0, 2});
}

TEST_CASE("a table of codes has no numbers, and its levels hold them", "[testing]") {
  Table t = Table::of({{"a", {0, 3, 1}}, {"b", {0, 0, 0}}});
  const Dataset data = t.as_codes().view();
  CHECK_FALSE(data.has_dense());
  CHECK(data.codes(0)[1] == 3);
  CHECK(data.levels(0) == 4);
  CHECK(data.levels(1) == 1);
  CHECK_THROWS_AS(Table::of({{"a", {0.5}}}).as_codes().view(), std::invalid_argument);
}

TEST_CASE("copies of a table are independent", "[testing]") {
  Table t = Table::of({{"a", {1, 2}}});
  Table copy = t;
  const Dataset data = t.view(), other = copy.view();
  copy.at(0, 0) = 7;
  CHECK(data.column(0)[0] == 1);
  CHECK(other.column(0)[0] == 7);
}

TEST_CASE("a move's scores come with the names and the reasons", "[testing]") {
  Table t = Table::of({{"plus", {1, 2}}, {"minus", {-1, -2}}, {"more", {5, 5}}});
  Total total;
  const SerialRuntime runtime;  // stays for the moves below
  const Scored alone = score_all(total, t.view(), runtime);
  CHECK(alone.of("plus") == 3);
  CHECK(alone.of("minus") == std::numeric_limits<double>::infinity());  // the worst, as lower is better
  CHECK(alone.why("minus") == "not positive");
  CHECK(alone.why("more").empty());
  CHECK_THROWS_AS(alone.of("none"), std::out_of_range);

  const std::vector<Feature> subset{0, 1, 2}, candidates{0, 2};
  const Scored without = score_move(total, t.view(), subset, Move::remove, candidates);
  CHECK(without.of("plus") == 7);
  CHECK(without.why("more") == "not positive");
  CHECK(score_move(total, t.view(), subset, Move::whole, {}).value == std::vector<double>{10});
  CHECK(score_all(total, t.view(), ThreadedRuntime(2)).value == alone.value);
}

TEST_CASE("several subsets are scored by one call, in any order of their features", "[testing]") {
  Table t = Table::of({{"plus", {1, 2}}, {"minus", {-1, -2}}, {"more", {5, 5}}});
  Total total;
  const SerialRuntime runtime;
  score_all(total, t.view(), runtime);
  SubsetList subsets;
  for (const std::vector<Feature>& subset : {std::vector<Feature>{2, 0}, {1}, {0, 1, 2}})
    subsets.push_back(subset);
  std::vector<double> values(3);
  std::vector<tamis_reason> reasons(3);
  Scores scores(values, reasons.data(), worst_score<Total>);
  total.score_subsets(subsets, scores);
  CHECK(values == std::vector<double>{13, std::numeric_limits<double>::infinity(), 10});
  CHECK(std::string(reasons[1].text) == "not positive");
  std::vector<double> one_by_one(3);
  Scores again(one_by_one, nullptr, worst_score<Total>);
  total.Criterion::score_subsets(subsets, again);
  CHECK(one_by_one == values);
}
