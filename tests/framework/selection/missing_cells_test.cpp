// Cells that stay missing reach the criteria that take them, and are refused by the others.
#include "fixture.hpp"

#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace missing_cells_test {
namespace {

/// Of 80 samples of two classes: feature 0 is there in class a only, and then says nothing; 1 follows the class, with a third of its
/// cells missing; 2 is noise. What stands in missing cells belies the class.
LoadedData with_gaps() {
  Rng rng(5);
  std::vector<std::vector<double>> columns(3);
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  FilledCells cells;
  cells.kept = true;
  for (std::uint64_t i = 0; i < 80; ++i) {
    const bool second = i % 2 == 1;
    target.labels.push_back(second);
    columns[0].push_back(rng.uniform());
    columns[1].push_back((second ? 1 : 0) + rng.uniform());
    columns[2].push_back(rng.uniform());
  }
  for (std::uint64_t i = 1; i < 80; i += 2) {
    cells.feature.push_back(0);
    cells.sample.push_back(i);
  }
  for (std::uint64_t i = 0; i < 80; i += 3) {
    cells.feature.push_back(1);
    cells.sample.push_back(i);
    columns[1][i] = i % 2 ? -9 : 9;
  }
  LoadedData data = LoadedData::from_columns(columns, {}, target);
  data.edit([&](DataTable& p) { p.filled = cells; });
  return data;
}

StudyResult study_gaps(const std::string& config) {
  Registry registry = test::test_registry();
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  Observer silent;
  return study(registry, Defaults(), parsed, with_gaps(), parsed.runtime_options(), silent);
}

std::string ranked_by(const std::string& criterion, const std::string& more = "") {
  return "criterion = '" + criterion + "'\nsearch = { use = 'rank'" + more + " }\n";
}

}  // namespace

TEST_CASE("a criterion that takes missing cells ignores what stands in them", "[missing]") {
  for (const char* criterion : {"fisher_score", "robust_lasso"})
    CHECK(study_gaps(ranked_by(criterion)).ranking[0].feature == 1);
  // to a tree, and to codes, being there tells the class
  for (const char* criterion : {"forest_importance", "chi_squared"})
    CHECK(study_gaps(ranked_by(criterion)).ranking[0].feature == 0);
}

TEST_CASE("shuffled copies and evaluations keep missing cells", "[missing]") {
  const StudyResult r =
      study_gaps(ranked_by("fisher_score", ", keep = 'auto'") + "evaluate = { folds = 4, neighbours = 1 }\n");
  CHECK(r.ranking[0].feature == 1);
  CHECK(r.ranking[0].selected);
  CHECK_FALSE(r.ranking[2].selected);
  REQUIRE(r.evaluation);
  CHECK(r.evaluation->splits == 4);
}

TEST_CASE("cells that stay missing are refused by a criterion that does not take them", "[missing][errors]") {
  const std::string refusal = message_of<DataError>([] { study_gaps(ranked_by("mi")); });
  CHECK_THAT(
      refusal,
      Catch::StartsWith(
          "criterion 'mi' does not take missing cells; fill them with `data.missing = "
          "\"neighbours\"` or \"median\", leave out their rows with \"drop_rows\", or use a criterion that "
          "does: "));
  CHECK_THAT(refusal, Catch::Contains("'fisher_score', "));
  CHECK_THAT(message_of<DataError>([] { study_gaps(ranked_by("fisher_score", ", keep = 'knockoffs'")); }),
             Catch::Contains("knockoffs are drawn for complete tables"));
}

}  // namespace missing_cells_test
