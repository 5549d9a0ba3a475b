#include "fixture.hpp"

#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

/// Scores feature j with j, with a remark for feature 5 that joins an empty subset, undefined for feature 3, infinite without a reason for feature 6; counts the
/// scores it is asked for.
struct Counting final : Criterion {
  int asked = 0;
  void prepare(const Dataset&, const Runtime&) override {}
  void score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    asked += static_cast<int>(scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = candidates.empty() ? -1.0 : candidates[i];
      if (!candidates.empty() && candidates[i] == 5 && subset.empty()) scores.explain(i, "the first");
      if (!candidates.empty() && candidates[i] == 3) scores.undefined(i, "constant");
      if (!candidates.empty() && candidates[i] == 6) scores[i] = std::numeric_limits<double>::infinity();
      if (!candidates.empty() && candidates[i] == 4) scores[i] = std::nan("");
    }
  }
};

struct Bench {
  explicit Bench(Measures measures, std::vector<Feature> always = {}, KernelSpace::Limits limits = {},
                 unsigned moves = 3)
      : data(LoadedData::from_columns(std::vector<std::vector<double>>(7, {1.0, 2.0}))), kernel({}, silent) {
    traits.measures = measures;
    traits.better = Better::lower;
    traits.moves = moves;
    scorer.emplace(criterion, "criterion = counting", traits);
    space.emplace(*scorer, data.view(), traits, std::move(always), limits, kernel.runtime());
  }
  std::vector<double> score(std::vector<Feature> subset, Move move, std::vector<Feature> candidates) {
    std::vector<double> out(candidates.size());
    space->space().score(subset, move, candidates, out);
    return out;
  }
  void accept(Move move, Feature feature, ScoreOf scored = ScoreOf::move) {
    space->space().accept(move, feature, scored);
  }
  /// As a search of SDK revision 1 does.
  void claim(Move move, Feature feature, double score) {
    const tamis_space& s = *space->space().raw();
    tamis::detail::call("", s.accept, s.self, static_cast<int>(move), feature, score);
  }

  LoadedData data;
  Observer silent;
  KernelRuntime kernel;
  Counting criterion;
  Traits traits;
  std::optional<CriterionScorer> scorer;
  std::optional<KernelSpace> space;
};

}  // namespace

TEST_CASE("a feature's own score is asked for once, a subset's each time", "[space]") {
  Bench feature(Measures::feature);
  CHECK(feature.score({}, Move::add, {0, 1, 2}) == std::vector<double>{0, 1, 2});
  CHECK(feature.score({0}, Move::add, {1, 2, 5}) == std::vector<double>{1, 2, 5});
  CHECK(feature.score({0, 1}, Move::remove, {1, 0}) == std::vector<double>{1, 0});
  CHECK(feature.criterion.asked == 4);
  CHECK(feature.space->evaluations() == 4);

  Bench subset(Measures::subset);
  subset.score({}, Move::add, {0, 1, 2});
  subset.score({0}, Move::add, {1, 2, 5});
  CHECK(subset.criterion.asked == 6);
}

TEST_CASE("the kernel's own score of a whole subset is neither counted nor in the path", "[space]") {
  Bench bench(Measures::subset);
  bench.traits.moves = 7;
  bench.space.emplace(*bench.scorer, bench.data.view(), bench.traits, std::vector<Feature>{},
                      KernelSpace::Limits{0, 3}, bench.kernel.runtime());
  bench.score({}, Move::add, {0, 1, 2});
  CHECK_FALSE(bench.space->evaluations_spent());
  const std::vector<Feature> subset{0, 2};
  CHECK(bench.space->score_whole(subset).value == -1);
  CHECK(bench.space->score_whole(subset).reason == "");
  CHECK(bench.space->evaluations() == 3);
  CHECK(bench.space->path().empty());
  CHECK_THROWS_AS(bench.score({}, Move::add, {0}), BudgetSpent);
  CHECK(bench.space->evaluations_spent());
}

TEST_CASE("a score that is a number may have a reason too, that of its latest move", "[space]") {
  Bench bench(Measures::subset);
  bench.score({}, Move::add, {0, 5});
  bench.accept(Move::add, 5);
  CHECK(bench.space->path().back().reason == "the first");
  bench.score({5}, Move::remove, {5});
  bench.accept(Move::remove, 5);
  bench.score({0}, Move::add, {5});
  bench.accept(Move::add, 5, ScoreOf::feature);
  CHECK(bench.space->path().back().reason == "");
}

TEST_CASE("an undefined score keeps its reason; a NaN is an error that names the feature",
          "[space][errors]") {
  Bench bench(Measures::feature);
  CHECK(std::isinf(bench.score({}, Move::add, {3})[0]));
  CHECK(bench.space->feature_score(3)->reason == "constant");
  bench.accept(Move::add, 3);
  CHECK(bench.space->path().back().reason == "constant");
  bench.score({}, Move::add, {6});  // the same place of the scores: the reason of feature 3 is not left there
  CHECK(bench.space->feature_score(6)->reason == "");
  try {
    bench.score({}, Move::add, {4});
    FAIL("a NaN came through");
  } catch (const NumericError& e) {
    CHECK(e.at.subject == TAMIS_FEATURE);
    CHECK(e.at.index == 4);
    CHECK(e.step == "step 2 (add)");
  }
}

TEST_CASE("a search that asks for the impossible is refused", "[space][errors]") {
  Bench bench(Measures::subset, {2});
  const auto refusal = [&](auto&& body) { return message_of<PluginError>(body); };
  CHECK(refusal([&] { bench.score({}, Move::add, {7}); }) ==
        "the search asked for feature 7, but there are 7");
  CHECK(refusal([&] { bench.score({1}, Move::add, {1}); }) ==
        "the search asked for the move 'add' of feature 1, which is in the subset");
  CHECK(refusal([&] { bench.score({1}, Move::remove, {0}); }) ==
        "the search asked for the move 'remove' of feature 0, which is not in the subset");
  CHECK(refusal([&] {
          bench.score({1, 1}, Move::add, {0});
        }) == "the search asked for a subset that holds feature 1 twice");
  CHECK(refusal([&] { bench.score({1}, Move::whole, {}); }).find("of the whole subset than one") !=
        std::string::npos);
  double one = 0;
  CHECK(refusal([&] {
          bench.space->space().score({}, Move::whole, {}, {&one, 1});
        }).find("the move 'whole'") != std::string::npos);
  CHECK(refusal([&] {
          bench.score({2}, Move::add, {1, 1});
        }) == "the search asked for two scores of feature 1 at once");
  const SearchSpace space = bench.space->space();
  CHECK(refusal([&] { space.accept(static_cast<Move>(7), 1); }) ==
        "the search asked for move number 7, which does not exist");
  CHECK(refusal([&] { space.accept(Move::add, 1, static_cast<ScoreOf>(3)); }) ==
        "the search accepted a step by score number 3, which does not exist");
  CHECK(refusal([&] { space.accept(Move::add, 1, ScoreOf::feature); }) ==
        "the search accepted feature 1 by a score of it, but never asked for one");
  CHECK(refusal([&] { bench.claim(Move::add, 1, std::nan("")); }).find("with no score") != std::string::npos);
  const Feature twice[] = {2, 2};
  CHECK(refusal([&] { space.begin(twice); }) == "the search began with feature 2 twice");
  CHECK(refusal([&] { space.accept(Move::remove, 2); }).find("not possible") != std::string::npos);
  CHECK(refusal([&] { space.accept(Move::add, 2); }).find("not possible") != std::string::npos);
  const Feature without[] = {0, 1};
  CHECK(refusal([&] { space.begin(without); }) ==
        "the search began without feature 2, which must always stay");
}

TEST_CASE("the path records each step with the size of the subset", "[space]") {
  Bench bench(Measures::subset, {2});
  bench.accept(Move::add, 0);
  bench.accept(Move::add, 1);
  bench.accept(Move::remove, 0);
  REQUIRE(bench.space->path().size() == 3);
  CHECK(bench.space->path()[1].size == 3);
  CHECK(bench.space->path()[2].size == 2);
  CHECK(bench.space->subset() == std::vector<Feature>{1, 2});
}

TEST_CASE("a step has the score that the search names, or the criterion scores it again", "[space]") {
  Bench bench(Measures::subset, {}, {}, 7);
  const auto last = [&] { return bench.space->path().back(); };
  const auto ask_whole = [&](std::vector<Feature> subset) {
    double score = 0;
    bench.space->space().score(subset, Move::whole, {}, {&score, 1});
  };
  bench.score({}, Move::add, {0, 1, 2, 3});
  bench.accept(Move::add, 1);
  CHECK(last().score == 1);
  bench.accept(Move::add, 2, ScoreOf::feature);  // as a move from another subset than the present one
  CHECK(last().score == 2);
  CHECK(bench.criterion.asked == 4);
  bench.accept(Move::add, 3);  // not scored from here
  CHECK(last().score == std::numeric_limits<double>::infinity());
  CHECK(last().reason == "constant");
  CHECK(bench.criterion.asked == 5);
  ask_whole({3, 1, 2, 0});
  bench.accept(Move::add, 0, ScoreOf::subset);
  CHECK(last().score == -1);
  CHECK(bench.criterion.asked == 6);
  bench.accept(Move::remove, 1, ScoreOf::subset);  // this one was not scored
  CHECK(last().score == -1);
  CHECK(bench.criterion.asked == 7);
  CHECK(bench.space->evaluations() == 5);  // what the kernel scores for itself costs the search nothing
}

TEST_CASE("several subsets are scored by one call, counted, and kept for the steps that lead to them",
          "[space]") {
  KernelSpace::Limits limits;
  limits.max_evaluations = 3;
  Bench bench(Measures::subset, {}, limits, 7);
  const SearchSpace space = bench.space->space();
  SubsetList subsets;
  std::vector<double> scores(2);
  subsets.push_back(std::vector<Feature>{1});
  subsets.push_back(std::vector<Feature>{2, 1});
  space.score_subsets(subsets, scores);
  CHECK(scores == std::vector<double>{-1, -1});
  CHECK(bench.space->evaluations() == 2);
  bench.accept(Move::add, 1, ScoreOf::subset);
  bench.accept(Move::add, 2, ScoreOf::subset);
  CHECK(bench.criterion.asked == 2);
  CHECK_FALSE(bench.space->ranked());
  CHECK_THROWS_AS(space.score_subsets(subsets, scores), BudgetSpent);
  CHECK(bench.space->evaluations() == 2);
  subsets.clear();
  CHECK(message_of<PluginError>([&] { space.score_subsets(subsets, {}); }) ==
        "the search asked for the scores of no subset");
  subsets.push_back(std::vector<Feature>{1, 1});
  CHECK(message_of<PluginError>([&] {
          space.score_subsets(subsets, {scores.data(), 1});
        }) == "the search asked for a subset that holds feature 1 twice");
}

TEST_CASE("scores of a step may come by several calls", "[space]") {
  Bench bench(Measures::gain, {}, {}, 1);
  bench.score({}, Move::add, {0, 1});
  bench.score({}, Move::add, {2, 5});
  bench.accept(Move::add, 1);
  CHECK(bench.space->path().back().score == 1);
  bench.score({1}, Move::add, {2});
  bench.score({1}, Move::add, {0});
  bench.accept(Move::add, 2);
  CHECK(bench.criterion.asked == 6);  // none again
  bench.accept(Move::add, 5);         // scored from another subset
  CHECK(bench.criterion.asked == 7);
}

TEST_CASE("a search hears that gains diminish of gains alone", "[space]") {
  for (const Measures measures : {Measures::gain, Measures::subset}) {
    Bench bench(measures, {}, {}, 1);
    Traits traits = bench.traits;
    traits.diminishing_gains = true;
    KernelSpace space(*bench.scorer, bench.data.view(), traits, {}, {}, bench.kernel.runtime());
    CHECK(space.space().diminishing_gains() == (measures == Measures::gain));
  }
}

TEST_CASE("a host of SDK revision 1 is told from a newer one by the size of its table", "[space][errors]") {
  Bench bench(Measures::subset);
  tamis_space old = *bench.space->space().raw();
  old.size = offsetof(tamis_space, score_subsets);
  CHECK(message_of<PluginError>([&] { SearchSpace(&old).accept(Move::add, 1); }) ==
        "this search needs a host of SDK revision 2; install a newer tamis");
}

TEST_CASE("a search of SDK revision 1 names a number, and the path has a score that the criterion gave",
          "[space]") {
  Bench bench(Measures::subset);
  const auto last = [&] { return bench.space->path().back(); };
  bench.score({}, Move::add, {0, 1, 2, 3});
  bench.claim(Move::add, 1, 1);  // the score that it got
  CHECK(last().score == 1);
  CHECK(bench.criterion.asked == 4);
  bench.claim(Move::add, 2, 2);  // from another subset than the present one, as in a ranking
  CHECK(last().score == 2);
  CHECK(bench.criterion.asked == 4);
  bench.claim(Move::add, 0, 42);  // made up
  CHECK(last().score == 0);
  bench.claim(Move::add, 5, 42);  // never scored
  CHECK(last().score == 5);
  bench.claim(Move::add, 3, 42);  // made up, and undefined
  CHECK(last().score == std::numeric_limits<double>::infinity());
  CHECK(last().reason == "constant");
  CHECK(bench.criterion.asked == 7);
  CHECK(bench.space->evaluations() == 4);
}

TEST_CASE("a search of SDK revision 1 may name the score of the whole subset after the step", "[space]") {
  Bench bench(Measures::subset, {}, {}, 7);
  const SearchSpace space = bench.space->space();
  const auto ask_whole = [&](std::vector<Feature> subset) {
    double score = 0;
    space.score(subset, Move::whole, {}, {&score, 1});
  };
  bench.score({}, Move::add, {0, 1, 2});
  ask_whole({1});
  ask_whole({2, 1});
  bench.claim(Move::add, 1, -1);
  bench.claim(Move::add, 2, -1);
  CHECK(bench.space->path()[1].score == -1);
  CHECK(bench.criterion.asked == 5);
  bench.claim(Move::remove, 1, 42);  // to a subset that was not scored
  CHECK(bench.space->path()[2].score == -1);
  CHECK(bench.criterion.asked == 6);
}

TEST_CASE("a step that was not scored is refused if the criterion cannot score it", "[space][errors]") {
  Bench bench(Measures::loss, {}, {}, 1u << static_cast<unsigned>(Move::remove));
  bench.score({0, 1, 2}, Move::remove, {0, 1, 2});
  bench.accept(Move::add, 2, ScoreOf::feature);
  const std::string refused =
      "the search accepted the move 'add' of feature 1 with a score that it did not get, and the criterion does not score that move";
  CHECK(message_of<PluginError>([&] { bench.accept(Move::add, 1); }) == refused);
  CHECK(message_of<PluginError>([&] { bench.claim(Move::add, 1, 42); }) == refused);
}

TEST_CASE("a search that goes through unscored subsets ranks single features", "[space]") {
  Bench ranks(Measures::subset), walks(Measures::subset), wholes(Measures::subset, {}, {}, 7);
  for (Bench* bench : {&ranks, &walks, &wholes}) {
    bench->score({}, Move::add, {0, 1, 2});
    bench->accept(Move::add, 0);
    CHECK_FALSE(bench->space->ranked());  // its only subset was scored
  }
  walks.score({0}, Move::add, {1, 2});
  double score = 0;
  wholes.space->space().score({}, Move::whole, {}, {&score, 1});
  ranks.score({}, Move::add, {1, 2});  // still as moves from the same subset
  for (Bench* bench : {&ranks, &walks, &wholes}) bench->accept(Move::add, 1);
  CHECK(ranks.space->ranked());
  CHECK_FALSE(walks.space->ranked());
  CHECK_FALSE(wholes.space->ranked());
}

TEST_CASE("a budget of evaluations is spent before it is passed", "[space][errors]") {
  KernelSpace::Limits limits;
  limits.max_evaluations = 5;
  Bench bench(Measures::subset, {}, limits);
  bench.score({}, Move::add, {0, 1, 2});
  CHECK_THROWS_AS(bench.score({}, Move::add, {0, 1, 2}), BudgetSpent);
  CHECK(bench.score({}, Move::add, {0, 1}).size() == 2);
  CHECK(bench.space->evaluations() == 5);
}
