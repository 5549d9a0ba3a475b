// Criteria that measure gains, and what a search is shown of features and may report.
#include "fixture.hpp"

#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/sdk.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace gains_test {
namespace {

/// Worth of a feature, less the largest worth of a feature of the same group in the subset.
struct NovelGroup final : Criterion {
  static constexpr auto describe() {
    return tamis::describe<NovelGroup>("test.novel_group", "")
        .better(Better::higher)
        .measures(Measures::gain);
  }
  void prepare(const Dataset& data, const Runtime&) override { data_ = data; }
  void score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      double known = 0;
      for (const Feature f : subset)
        if (data_.feature_group(f) >= 0 && data_.feature_group(f) == data_.feature_group(candidates[i]))
          known = std::max(known, worth(f));
      scores[i] = worth(candidates[i]) - known;
    }
  }
  static double worth(Feature f) { return 10.0 - f; }

 private:
  Dataset data_;
};

/// Features 0 and 2 have scores, all others make no sense.
struct OnlyTwo final : Criterion {
  static constexpr auto describe() {
    return tamis::describe<OnlyTwo>("test.only_two", "").better(Better::higher).measures(Measures::gain);
  }
  void prepare(const Dataset&, const Runtime&) override {}
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (candidates[i] == 0 || candidates[i] == 2)
        scores[i] = candidates[i];
      else
        scores.undefined(i, "redundant");
    }
  }
};

/// Adds the cheapest features first, and reports what it knew of them.
struct Frugal final : SearchStrategy {
  static constexpr auto describe() { return tamis::describe<Frugal>("test.frugal", "").moves(Move::add); }
  void run(SearchSpace& space, const Goal& goal, const Runtime&) override {
    left_ = {space.evaluations_left()};
    names_.clear();
    groups_.clear();
    for (Feature f = 0; f < space.features(); ++f) {
      names_ += std::string(space.feature_name(f)) + (space.feature_cost(f) == 1 ? " " : "$ ");
      groups_.push_back(space.feature_group(f));
    }
    std::vector<Feature> subset;
    for (Feature f = 0; subset.size() < goal.keep(); ++f) {
      double score = 0;
      space.score(subset, Move::add, {&f, 1}, {&score, 1});
      space.accept(Move::add, f);
      subset.push_back(f);
      left_.push_back(space.evaluations_left());
    }
  }
  double evaluations(Feature, const Goal& goal) const override { return static_cast<double>(goal.keep()); }
  void report(const Diagnostics& out) const override {
    out.text("names", names_);
    out.number("group of the last", groups_.back());
    for (const std::uint64_t n : left_) out.number("left", static_cast<double>(n));
  }

 private:
  std::string names_;
  std::vector<std::int32_t> groups_;
  std::vector<std::uint64_t> left_;
};

/// c1, c2 are in group 0, c4, c5 in group 1.
LoadedData grouped() {
  LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>(5, {1.0, 2.0, 3.0}));
  data.edit([](DataTable& t) { t.feature_groups = {0, 0, -1, 1, 1}; });
  return data;
}

StudyResult run(const std::string& config, const RuntimeOptions& options = {}) {
  Registry registry = test::test_registry();
  registry.add<NovelGroup>();
  registry.add<OnlyTwo>();
  registry.add<Frugal>();
  Observer silent;
  return study(registry, Defaults(), parse_study_config(toml::parse("data = { path = 'memory' }\n" + config)),
               grouped(), options, silent);
}

std::vector<std::string> names_of(const StudyResult& r, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(r.feature_names[r.ranking[i].feature]);
  return names;
}

}  // namespace

TEST_CASE("features are added by what each one gains, given the subset", "[gains]") {
  const StudyResult r = run("criterion = 'test.novel_group'\nsearch = { keep = 4 }");
  CHECK((*r.search)["use"] == "forward");
  CHECK(names_of(r, 4) == std::vector<std::string>{"c1", "c3", "c4", "c2"});
  REQUIRE(r.path.size() == 4);
  CHECK(r.path[0].score == 10);
  CHECK(r.path[1].score == 8);
  CHECK(r.path[2].score == 7);
  CHECK(r.path[3].score == -1);
}

TEST_CASE("features that gain nothing that has a value are not added", "[gains]") {
  const StudyResult r = run("criterion = 'test.only_two'\nsearch = { keep = 4 }");
  CHECK(r.path.size() == 2);
  CHECK(std::ranges::count_if(r.ranking, [](const RankedFeature& f) { return f.selected; }) == 2);
  REQUIRE(r.warnings.size() == 1);
  CHECK(r.warnings[0] == "2 of 4 features were added: beside them no other one has a score");
}

TEST_CASE("gains of one step are no scores of a subset", "[gains][errors]") {
  const auto refusal = [](const std::string& search) {
    return message_of<ParamError>([&] { run("criterion = 'test.novel_group'\nsearch = " + search); });
  };
  CHECK(refusal("{ until = 3.0 }") ==
        "search.until stops at a subset's score, but criterion 'test.novel_group' measures gains; use keep "
        "instead, or a criterion that measures subsets");
  CHECK(refusal("'exhaustive'").find("search 'exhaustive'") == 0);
  CHECK(refusal("'backward'") ==
        "search 'backward' removes features; criterion 'test.novel_group' scores additions only: use "
        "'forward', 'rank', 'test.frugal', 'test.idle' or 'test.rogue'");
}

TEST_CASE("a search knows names, groups and costs of features, and how many scores are left", "[gains]") {
  const StudyResult r =
      run("criterion = 'test.novel_group'\nsearch = { use = 'test.frugal', keep = 3, max_evaluations = 7 }");
  const nlohmann::json report = to_json(r.search_diagnostics);
  CHECK(report["names"] == "c1 c2 c3 c4 c5 ");
  CHECK(report["group of the last"] == 1);
  CHECK(report["left"] == 4);
  CHECK(to_json(r)["search_diagnostics"]["left"] == 4);
}

TEST_CASE("a search reports after a spent budget, and not at all where it has nothing to report", "[gains]") {
  const StudyResult spent =
      run("criterion = 'test.novel_group'\nsearch = { use = 'test.frugal', keep = 3, max_evaluations = 2 }");
  CHECK(spent.status == StageResult::Status::out_of_budget);
  CHECK(to_json(spent.search_diagnostics)["left"] == 0);
  CHECK_FALSE(to_json(run("criterion = 'test.novel_group'")).contains("search_diagnostics"));
}

}  // namespace gains_test
