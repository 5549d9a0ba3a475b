/// Level 4, searches: they follow the rules and the scores, reach the goal, and stop when they must.
#include "tests.hpp"
#include "verdicts.hpp"
#include "walk.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework::conformance {
namespace searches {

constexpr Feature kAll = Landscape().features;
constexpr Feature kMany = 65;  // more than a word of 64 bits has

Measures measures_of(const ComponentUnderTest& subject) {
  return measures_for(subject.registry, subject.descriptor);
}

/// Every number to keep, with and without features that must stay.
std::vector<WalkGoal> goals_for(const ComponentUnderTest& subject) {
  std::vector<WalkGoal> goals;
  const Landscape landscape{measures_of(subject)};
  for (std::uint64_t keep = 1; keep <= kAll; ++keep)
    for (const std::vector<Feature>& always : {std::vector<Feature>{}, {2}, {1, 6}})
      if (always.size() <= keep) goals.push_back({landscape, keep, always});
  return goals;
}

/// Goals that one search or another refuses, in words, before it walks: many features, and lower scores that
/// are better; of criteria of subsets also scores that no feature explains.
std::vector<WalkGoal> far_goals_for(const ComponentUnderTest& subject) {
  const Measures measures = measures_of(subject);
  const Landscape many{measures, Better::higher, kMany}, lower{measures, Better::lower};
  std::vector<WalkGoal> goals{{many, 12}, {many, 12, {0, 63, 64}}, {many, kMany - 2}, {many, kMany, {64}},
                              {lower, 3}, {lower, 5, {7}}};
  if (!properties(measures).rates_subset) return goals;
  for (const Better better : {Better::higher, Better::lower})
    for (const Feature features : {7u, 10u, 14u})
      for (const std::uint64_t keep : {features / 3, features / 2, features - 2})
        goals.push_back({{measures, better, features, Terrain::rugged}, keep});
  return goals;
}

/// A walk, or nothing where the search says of the goal that it cannot.
std::optional<SearchTrace> walk_if_possible(const ComponentUnderTest& subject, const WalkGoal& goal) {
  try {
    return walk(subject, goal);
  } catch (const ParamError&) {
    return std::nullopt;
  }
}

/// Holds every walk to `check`, which says what is wrong, or "".
template <class Check>
void expect_of_every_walk(const ComponentUnderTest& subject, Check check) {
  for (const WalkGoal& goal : goals_for(subject)) check(goal, walk(subject, goal));
  for (const WalkGoal& goal : far_goals_for(subject))
    if (const auto walked = walk_if_possible(subject, goal)) check(goal, *walked);
}

void accepts_what_is_offered(const ComponentUnderTest& subject) {
  expect_of_every_walk(subject, [](const WalkGoal&, const SearchTrace&) {});  // the space refuses the rest
}

void accepts_scores_it_was_given(const ComponentUnderTest& subject) {
  expect_of_every_walk(subject, [](const WalkGoal& goal, const SearchTrace& walked) {
    if (!walked.invented.empty())
      fail("{} ({}); a step is accepted with a score that score() gave for it", walked.invented, named(goal));
  });
}

void asks_from_its_own_thread(const ComponentUnderTest& subject) {
  expect_of_every_walk(subject, [](const WalkGoal& goal, const SearchTrace& walked) {
    if (!walked.strayed.empty())
      fail("{} ({}); the criterion is what runs in parallel", walked.strayed, named(goal));
  });
}

void reaches_its_goal(const ComponentUnderTest& subject) {
  expect_of_every_walk(subject, [](const WalkGoal& goal, const SearchTrace& walked) {
    if (walked.end.size() != goal.keep)
      fail("it ends at {} features; expected {} ({})", walked.end.size(), goal.keep, named(goal));
    for (const Feature f : goal.always)
      if (!std::binary_search(walked.end.begin(), walked.end.end(), f))
        fail("it gave up feature {}, which must always stay ({})", f, named(goal));
  });
}

/// Where each feature has its own worth, whoever looks at the scores ends with more than a draw would give.
/// Both directions, and good features at either end: whoever does not look is wrong in one of them.
void follows_the_scores(const ComponentUnderTest& subject) {
  for (const Terrain terrain : {Terrain::mixed, Terrain::first, Terrain::last})
    for (const Better better : {Better::higher, Better::lower})
      for (const Feature features : {kAll, kMany})
        for (const std::uint64_t keep : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{4},
                                         std::uint64_t{features == kAll ? 6u : 20u}}) {
          const WalkGoal goal{{measures_of(subject), better, features, terrain}, keep};
          const auto walked = walk_if_possible(subject, goal);
          if (!walked) continue;
          double worth = 0;
          for (const Feature f : walked->end) worth += goal.landscape.worth(f);
          if (!(worth > static_cast<double>(keep) * goal.landscape.mean_worth()))
            fail(
                "it ends at {{{}}}, which is no better than a draw ({}): scores are compared by better() or "
                "choose() of the space, in the direction that the criterion says",
                fmt::join(walked->end, ", "), named(goal));
        }
}

void asks_of_every_feature(const ComponentUnderTest& subject) {
  for (const WalkGoal& goal : goals_for(subject)) {
    if (goal.keep == kAll || goal.keep == goal.always.size()) continue;  // there is nothing to choose
    const SearchTrace walked = walk(subject, goal);
    for (Feature f = 0; f < kAll; ++f)
      if (std::ranges::count(goal.always, f) == 0 && !walked.asked.contains(f))
        fail("it never asks for a score of feature {}, by itself or in a subset ({})", f, named(goal));
  }
}

bool same_walk(const SearchTrace& one, const SearchTrace& other) {
  return one.end == other.end && std::ranges::equal(one.path, other.path, [](const auto& a, const auto& b) {
           return a.move == b.move && a.feature == b.feature && a.score == b.score;
         });
}

void another_run_begins_anew(const ComponentUnderTest& subject) {
  Walker again(subject);
  const Landscape landscape{measures_of(subject)};
  const WalkGoal goal{landscape, 5};
  for (const WalkGoal& next : {goal, WalkGoal{landscape, 3, {1, 6}}, goal, goal})
    if (!same_walk(again(next), walk(subject, next)))
      fail(
          "an instance that has run before walks elsewhere than a new one ({}): a run keeps nothing of the last",
          named(next));
}

void stops_where_the_score_is_good(const ComponentUnderTest& subject) {
  for (const Better better : {Better::higher, Better::lower}) {
    WalkGoal goal{{measures_of(subject), better}, kAll / 2};
    const Landscape& toy = goal.landscape;
    if (!properties(toy.measures).rates_subset)
      skip("only the score of a subset can be good enough to stop at");
    const bool removes = walk(subject, goal).start.size() > goal.keep;
    goal.keep = removes ? 1 : kAll;
    const double enough = toy.worth(Subset(std::vector<Feature>{0, 1, 2, 3}));
    goal.until = toy.score(enough);
    const auto walked = walk_if_possible(subject, goal);
    if (!walked) return;  // it says that it cannot
    if (walked->end.size() == goal.keep)
      fail("it {} although `until` was given, and {}; refuse `until` where it has no meaning",
           removes ? "removes all but one feature" : "adds all features",
           removes ? "that leaves a worse subset" : "fewer are as good");
    if (const double worth = toy.worth(walked->end); worth < enough)
      fail("it ends at a subset of score {}, which is worse than `until` = {}", toy.score(worth), goal.until);
  }
}

/// What a walk that was cut short has of its path must be the beginning of the whole one.
void expect_beginning(const SearchTrace& part, const SearchTrace& whole) {
  const auto same = [](const PathStep& a, const PathStep& b) {
    return a.move == b.move && a.feature == b.feature;
  };
  if (part.path.size() > whole.path.size() ||
      !std::equal(part.path.begin(), part.path.end(), whole.path.begin(), same))
    fail("cut short, it walks elsewhere; a search does not know its budget");
}

void stops_when_the_budget_is_spent(const ComponentUnderTest& subject) {
  WalkGoal goal{{measures_of(subject)}, kAll / 2};
  const SearchTrace whole = walk(subject, goal);
  for (std::uint64_t budget = 0; budget < whole.evaluations; budget += std::max<std::uint64_t>(1, budget)) {
    goal.max_evaluations = budget;
    const SearchTrace walked = walk(subject, goal);
    if (walked.read_budget && !walked.stopped) continue;  // it made do with its budget
    if (walked.stopped != TAMIS_E_BUDGET)
      fail("it goes on after its budget of {} evaluations is spent; let the error of score() through",
           budget);
    if (!walked.read_budget) expect_beginning(walked, whole);
  }
}

void stops_when_cancelled(const ComponentUnderTest& subject) {
  WalkGoal goal{{measures_of(subject)}, kAll / 2};
  const SearchTrace whole = walk(subject, goal);
  for (std::uint64_t calls = 1; calls < whole.calls; calls *= 2) {
    goal.cancel_after = calls;
    const SearchTrace walked = walk(subject, goal);
    if (walked.stopped != TAMIS_E_CANCELLED)
      fail("it goes on when it is cancelled; let the error of score() through");
    if (walked.calls > calls) fail("it scores on when it is cancelled");
    expect_beginning(walked, whole);
  }
}

void evaluations_are_bounded_as_it_says(const ComponentUnderTest& subject) {
  const auto* table =
      static_cast<const tamis_search_strategy_1*>(subject.registry.component(subject.descriptor.id).table);
  if (!table->evaluations) skip("it makes no estimate");
  expect_of_every_walk(subject, [](const WalkGoal& goal, const SearchTrace& walked) {
    if (!(static_cast<double>(walked.evaluations) <= walked.expected_evaluations))
      fail("it asked for {} scores, but said at most {} ({}); where no bound is known, infinity is one",
           walked.evaluations, walked.expected_evaluations, named(goal));
  });
}

constexpr ComponentTest kTests[] = {
    {4, "accepts_what_is_offered", false, is_a<SearchStrategy>, accepts_what_is_offered},
    {4, "accepts_scores_it_was_given", false, is_a<SearchStrategy>, accepts_scores_it_was_given},
    {4, "asks_from_its_own_thread", false, is_a<SearchStrategy>, asks_from_its_own_thread},
    {4, "reaches_its_goal", false, is_a<SearchStrategy>, reaches_its_goal},
    {4, "follows_the_scores", false, is_a<SearchStrategy>, follows_the_scores},
    {4, "asks_of_every_feature", false, is_a<SearchStrategy>, asks_of_every_feature},
    {4, "another_run_begins_anew", false, is_a<SearchStrategy>, another_run_begins_anew},
    {4, "stops_where_the_score_is_good", false, is_a<SearchStrategy>, stops_where_the_score_is_good},
    {4, "stops_when_the_budget_is_spent", false, is_a<SearchStrategy>, stops_when_the_budget_is_spent},
    {4, "stops_when_cancelled", false, is_a<SearchStrategy>, stops_when_cancelled},
    {4, "evaluations_are_bounded_as_it_says", false, is_a<SearchStrategy>,
     evaluations_are_bounded_as_it_says}};

}  // namespace searches

std::span<const ComponentTest> search_tests() { return searches::kTests; }

}  // namespace tamis::framework::conformance
