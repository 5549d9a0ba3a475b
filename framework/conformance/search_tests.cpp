/// Level 4, searches: they walk by the rules, to the goal, and stop when told.
#include "tests.hpp"
#include "verdicts.hpp"
#include "walk.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework::conformance {
namespace {

constexpr Feature kAll = AdditiveCriterion::kFeatures;

Measures measures_of(const ComponentUnderTest& subject) {
  return measures_for(subject.registry, subject.descriptor);
}

/// Every number to keep, with and without features that must stay.
std::vector<WalkGoal> goals_for(const ComponentUnderTest& subject) {
  std::vector<WalkGoal> goals;
  for (std::uint64_t keep = 1; keep <= kAll; ++keep)
    for (const std::vector<Feature>& always : {std::vector<Feature>{}, {2}, {1, 6}})
      if (always.size() <= keep) goals.push_back({measures_of(subject), keep, always});
  return goals;
}

std::string named(const WalkGoal& goal) {
  return fmt::format("keep = {}, always = {{{}}}", goal.keep, fmt::join(goal.always, ", "));
}

void accepts_what_is_offered(const ComponentUnderTest& subject) {
  for (const WalkGoal& goal : goals_for(subject)) walk(subject, goal);  // the space refuses the rest
}

void accepts_the_scores_it_was_told(const ComponentUnderTest& subject) {
  for (const WalkGoal& goal : goals_for(subject))
    if (const std::string wrong = walk(subject, goal).invented; !wrong.empty())
      fail("{} ({}); a step is accepted with a score that score() gave for it", wrong, named(goal));
}

void asks_from_its_own_thread(const ComponentUnderTest& subject) {
  for (const WalkGoal& goal : goals_for(subject))
    if (const std::string wrong = walk(subject, goal).strayed; !wrong.empty())
      fail("{} ({}); the criterion is what runs in parallel", wrong, named(goal));
}

void reaches_its_goal(const ComponentUnderTest& subject) {
  for (const WalkGoal& goal : goals_for(subject)) {
    const SearchTrace walked = walk(subject, goal);
    if (walked.end.size() != goal.keep)
      fail("it ends at {} features of {}; expected {} ({})", walked.end.size(), kAll, goal.keep, named(goal));
    for (const Feature f : goal.always)
      if (!std::binary_search(walked.end.begin(), walked.end.end(), f))
        fail("it gave up feature {}, which must always stay ({})", f, named(goal));
  }
}

void stops_where_the_score_is_good(const ComponentUnderTest& subject) {
  WalkGoal goal{measures_of(subject), kAll / 2};
  if (goal.measures != Measures::subset) skip("only the score of a subset can be good enough to stop at");
  const bool removes = walk(subject, goal).start.size() > goal.keep;
  goal.keep = removes ? 1 : kAll;
  goal.until = AdditiveCriterion::worth(Subset(std::vector<Feature>{0, 1, 2, 3}));
  SearchTrace walked;
  try {
    walked = walk(subject, goal);
  } catch (const ParamError&) {
    return;  // it says that it cannot
  }
  if (walked.end.size() == goal.keep)
    fail("it {} although `until` was given, and {}; refuse `until` where it has no meaning",
         removes ? "removes all but one feature" : "adds all features",
         removes ? "that leaves a worse subset" : "fewer are as good");
  if (const double score = AdditiveCriterion::worth(walked.end); score < goal.until)
    fail("it ends at a subset of score {}, which is worse than `until` = {}", score, goal.until);
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
  WalkGoal goal{measures_of(subject), kAll / 2};
  const SearchTrace whole = walk(subject, goal);
  for (std::uint64_t budget = 0; budget < whole.evaluations; budget += std::max<std::uint64_t>(1, budget)) {
    goal.max_evaluations = budget;
    const SearchTrace walked = walk(subject, goal);
    if (walked.stopped != TAMIS_E_BUDGET)
      fail("it goes on after its budget of {} evaluations is spent; let the error of score() through",
           budget);
    expect_beginning(walked, whole);
  }
}

void stops_when_cancelled(const ComponentUnderTest& subject) {
  WalkGoal goal{measures_of(subject), kAll / 2};
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
  for (const WalkGoal& goal : goals_for(subject)) {
    const SearchTrace walked = walk(subject, goal);
    if (!(static_cast<double>(walked.evaluations) <= walked.expected_evaluations))
      fail("it asked for {} scores, but said at most {} ({})", walked.evaluations,
           walked.expected_evaluations, named(goal));
  }
}

constexpr ComponentTest kTests[] = {
    {4, "accepts_what_is_offered", false, is_a<SearchStrategy>, accepts_what_is_offered},
    {4, "accepts_the_scores_it_was_told", false, is_a<SearchStrategy>, accepts_the_scores_it_was_told},
    {4, "asks_from_its_own_thread", false, is_a<SearchStrategy>, asks_from_its_own_thread},
    {4, "reaches_its_goal", false, is_a<SearchStrategy>, reaches_its_goal},
    {4, "stops_where_the_score_is_good", false, is_a<SearchStrategy>, stops_where_the_score_is_good},
    {4, "stops_when_the_budget_is_spent", false, is_a<SearchStrategy>, stops_when_the_budget_is_spent},
    {4, "stops_when_cancelled", false, is_a<SearchStrategy>, stops_when_cancelled},
    {4, "evaluations_are_bounded_as_it_says", false, is_a<SearchStrategy>,
     evaluations_are_bounded_as_it_says}};

}  // namespace

std::span<const ComponentTest> search_tests() { return kTests; }

}  // namespace tamis::framework::conformance
