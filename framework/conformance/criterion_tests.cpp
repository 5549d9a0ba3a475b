/// Level 4, criteria: what a score means.
#include "changed_tables.hpp"

#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>

namespace tamis::framework::conformance {
namespace criteria {

/// The same question about the copy, which is feature `copy`, in place of feature 0.
ScoreRequest about_copy(ScoreRequest request, Feature copy) {
  for (auto* list : {&request.subset, &request.candidates})
    std::replace(list->begin(), list->end(), Feature{0}, copy);
  return request;
}

/// The questions about feature 0 alone if the criterion measures losses or gains, else all of them. If the data contain a copy
/// of feature 0, the loss of another feature may be computed through either of the two, depending on their numbers, so that
/// loss may differ although both are correct.
std::vector<ScoreRequest> requests_about_original(const ComponentUnderTest& subject, Feature features) {
  std::vector<ScoreRequest> requests = requests_for(subject.descriptor.traits, features);
  if (!properties(subject.descriptor.traits.measures).rates_step) return requests;
  std::erase_if(requests, [](const ScoreRequest& request) {
    return std::ranges::count(request.candidates, Feature{0}) == 0;
  });
  for (ScoreRequest& request : requests) request.candidates = {0};
  return requests;
}

void copy_scores_as_its_original(const ComponentUnderTest& subject) {
  const Plan plan = subject.plan_without_jitter();
  for_each_table(subject, smooth_tables(subject), [&](TestTable table) {
    const Feature copy = table.features();
    table.columns.push_back(table.columns[0]);
    skip_if_drawn(subject, plan, table);
    Scorer scorer(subject, plan, table);
    for (const ScoreRequest& request : requests_about_original(subject, copy))
      expect_equal(subject, request, scorer(request), scorer(about_copy(request, copy)),
                   fmt::format("is not that of a copy of feature 0 in its place, {}", with(table)));
  });
}

TestTable with_constants(TestTable table) {
  for (const double value : {0.1, 0.3})
    table.columns.emplace_back(table.samples(), value);  // sums of these round, unlike those of 0 or 1
  return table;
}

/// Whether feature of score `a` is more worth keeping than one of score `b`.
bool worthier(const Traits& traits, const ScoreRequest& request, double a, double b) {
  const bool by_removal = request.move == Move::remove && properties(traits.measures).depends_on_subset;
  return by_removal ? better(traits, b, a) : better(traits, a, b);
}

void constant_feature_is_never_the_best(const ComponentUnderTest& subject) {
  const Traits& traits = subject.descriptor.traits;
  if (!request_of_all(traits, kFeatures)) skip("it scores whole subsets only");
  const char* const remedy =
      traits.discrete
          ? "its codes are all the same: a formula that gives them a score at all must give them the worst"
          : "rounding may have given it a variance: subtract its first value before you sum";
  for_each_table(subject, smooth_tables(subject), [&](const TestTable& plain) {
    const Feature features = plain.features();
    const ScoreRequest request = *request_of_all(traits, features + 2);
    Scorer scorer(subject, subject.plan(), with_constants(plain));
    const std::vector<double> scores = scorer(request).scores;
    for (const Feature constant : {features, features + 1}) {
      const bool beaten = std::any_of(scores.begin(), scores.begin() + features, [&](double s) {
        return worthier(traits, request, s, scores[constant]);
      });
      if (!beaten)
        fail("no feature beats one that is always {} ({}, {}); {}", constant == features ? 0.1 : 0.3,
             named(request), with(plain), remedy);
    }
  });
}

void block_equals_one_by_one(const ComponentUnderTest& subject) {
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    Scorer block(subject, subject.plan(), table), single(subject, subject.plan(), table);
    for (const ScoreRequest& request : requests_of(subject, table)) {
      ScoreReply gathered;
      for (const Feature f : request.candidates)
        gathered.scores.push_back(single({request.move, request.subset, {f}}).scores[0]);
      if (!request.candidates.empty())
        expect_equal(subject, request, block(request), gathered,
                     fmt::format("depends on what else is asked in the same call, {}", with(table)));
    }
  });
}

/// From every subset of the first table that there is time for, and from some of the others.
std::vector<ScoreRequest> requests_everywhere(const ComponentUnderTest& subject, const TestTable& table,
                                              std::size_t subsets) {
  const Traits& traits = subject.descriptor.traits;
  std::vector<ScoreRequest> requests = requests_of(subject, table);
  for (const std::vector<Feature>& subset : subsets_of(table.features(), subject.seed)) {
    if (subsets-- == 0) break;
    for (ScoreRequest& request : requests_from(traits, subset, table.features()))
      requests.push_back(std::move(request));
  }
  return requests;
}

constexpr std::size_t kSomeSubsets = 12, kAllSubsets = 127;

/// Asks so many times, and looks at no answer; how many scores that were. Without the care for memory that
/// costs more than a score.
std::size_t ask_often(Criterion& criterion, const std::vector<ScoreRequest>& requests) {
  std::size_t asked = 0;
  for (const ScoreRequest& request : requests) {
    std::vector<double> values(std::max<std::size_t>(1, request.candidates.size()));
    Scores scores(values, nullptr, std::nan(""));
    criterion.score(request.subset, request.move, request.candidates, scores);
    asked += values.size();
  }
  return asked;
}

/// Answers that were given early, long before, are still the same. A score that takes long is not asked for
/// so often.
void expect_same_after_long(const ComponentUnderTest& subject, const TestTable& table, Scorer& scorer,
                            const std::vector<ScoreRequest>& requests, const std::vector<ScoreReply>& early) {
  constexpr std::size_t kLong = 25'000;  // scores
  constexpr std::chrono::milliseconds kEnough{600};
  const auto end = Pace::Clock::now() + kEnough;
  const std::vector<ScoreRequest> few = requests_of(subject, table);
  for (std::size_t scores = 0; scores < kLong && Pace::Clock::now() < end;)
    scores += ask_often(scorer.criterion(), few);
  for (std::size_t i = 0; i < early.size(); ++i)
    expect_equal(subject, requests[i], early[i], scorer(requests[i]),
                 fmt::format("is another one after many questions, {}", with(table)));
}

void learns_nothing_from_its_first_call(const ComponentUnderTest& subject) {
  bool is_first = true;
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    std::vector<ScoreRequest> requests =
        requests_everywhere(subject, table, is_first ? kAllSubsets : kSomeSubsets);
    Scorer forward(subject, subject.plan(), table), backward(subject, subject.plan(), table);
    std::vector<ScoreReply> first;
    for (const ScoreRequest& request : requests) {
      if (!subject.pace.allows("some of the subsets")) break;
      first.push_back(forward(request));
    }
    requests.resize(first.size());
    for (std::size_t i = requests.size(); i-- > 0;)
      expect_equal(subject, requests[i], first[i], backward(requests[i]),
                   fmt::format("depends on what was asked before, {}", with(table)));
    if (is_first) expect_same_after_long(subject, table, forward, requests, first);
    is_first = false;
  });
}

bool measures_subsets(const Descriptor& d) {
  return is_a<Criterion>(d) && properties(d.traits.measures).rates_subset;
}

bool scores_whole_subsets(const Descriptor& d) {
  return measures_subsets(d) && has_move(d.traits, Move::whole);
}

/// Questions whose answer is the score of `subset`: of it as a whole, of its features added last, and of
/// others removed from both together; of each kind a few.
std::vector<ScoreRequest> ways_to(const Traits& traits, const std::vector<Feature>& subset,
                                  Feature features) {
  constexpr std::size_t kEach = 7;
  std::vector<ScoreRequest> ways, removals;
  if (has_move(traits, Move::whole)) ways.push_back({Move::whole, subset, {}});
  if (has_move(traits, Move::add))
    for (const Feature f : std::span(subset).first(std::min(kEach, subset.size()))) {
      ways.push_back({Move::add, subset, {f}});
      std::erase(ways.back().subset, f);
    }
  for (Feature f = 0; has_move(traits, Move::remove) && f < features && removals.size() < kEach; ++f) {
    if (std::ranges::count(subset, f) > 0) continue;
    removals.push_back({Move::remove, subset, {f}});
    removals.back().subset.push_back(f);
  }
  ways.insert(ways.end(), removals.begin(), removals.end());
  return ways;
}

void moves_lead_to_the_same_score(const ComponentUnderTest& subject) {
  const Plan plan = subject.plan_without_jitter();
  bool is_first = true;
  for_each_table(subject, smooth_tables(subject), [&](const TestTable& table) {
    skip_if_drawn(subject, plan, table);
    Scorer scorer(subject, plan, table);
    std::size_t left = is_first || table.drawn ? kAllSubsets : kSomeSubsets;
    is_first = false;
    for (const std::vector<Feature>& subset : subsets_of(table.features(), subject.seed)) {
      if (left-- == 0 || !subject.pace.allows("some of the subsets")) break;
      const std::vector<ScoreRequest> ways = ways_to(subject.descriptor.traits, subset, table.features());
      if (ways.empty()) continue;
      const ScoreReply by_first = scorer(ways.front());
      for (const ScoreRequest& way : std::span(ways).subspan(1))
        expect_equal(
            subject, way, scorer(way), by_first,
            fmt::format(
                "is not that of the same subset by {}, but it is declared to measure subsets (of "
                "the subset after the move, whatever the move; what a feature adds or loses is none), "
                "{}",
                named(ways.front()), with(table)));
    }
  });
}

bool claims_monotone(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.monotone; }

void monotone_as_declared(const ComponentUnderTest& subject) {
  const Traits& traits = subject.descriptor.traits;
  if (!properties(traits.measures).rates_subset || !has_move(traits, Move::add))
    skip("only scores of subsets to which features are added can rise with them");
  constexpr Feature kLong = 40;
  for_each_table(subject, smooth_tables(subject), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    ScoreRequest request{Move::add, {}, {0}};
    double last = scorer(request).scores[0];
    for (Feature f = 1; f < std::min(kLong, table.features()); ++f) {
      request.subset.push_back(f - 1);
      request.candidates = {f};
      const double next = scorer(request).scores[0];
      if (better(traits, last, next) && std::abs(last - next) > 1e-9 * std::abs(last) + traits.tolerance)
        fail("it is declared monotone, but {} gets worse by feature {}: from {} to {}, {}", named(request), f,
             last, next, with(table));
      last = next;
    }
  });
}

bool claims_diminishing_gains(const Descriptor& d) {
  return is_a<Criterion>(d) && d.traits.diminishing_gains;
}

void gains_diminish_as_declared(const ComponentUnderTest& subject) {
  const Traits& traits = subject.descriptor.traits;
  if (traits.measures != Measures::gain)
    fail("it declares that gains diminish, but what it measures is no gain; leave one of the two out");
  for_each_table(subject, smooth_tables(subject), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    ScoreRequest request{Move::add, {}, {}};
    for (Feature f = 1; f < table.features(); ++f) request.candidates.push_back(f);
    std::vector<double> last = scorer(request).scores;
    for (Feature joins = 0; joins + 1 < table.features(); ++joins) {
      request.subset.push_back(joins);
      if (joins > 0) {
        request.candidates.erase(request.candidates.begin());
        last.erase(last.begin());
      }
      const std::vector<double> next = scorer(request).scores;
      for (std::size_t i = 0; i < next.size(); ++i)
        if (better(traits, next[i], last[i]) &&
            std::abs(last[i] - next[i]) > 1e-12 * std::abs(last[i]) + traits.tolerance)
          fail(
              "it is declared that gains diminish, but what feature {} adds gets better when feature {} joins the subset: from {} "
              "to {}, {}",
              request.candidates[i], joins, last[i], next[i], with(table));
      last = next;
    }
  });
}

bool is_supervised(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.targets != Targets::none; }

/// Feature 0 is informative on the target, the others are not. Drawn tables have enough samples of each class.
std::vector<TestTable> plain_tables(const ComponentUnderTest& subject) {
  constexpr std::size_t kOfClass = 10;
  const std::vector<TargetKind> kinds = kinds_of(subject.descriptor.traits);
  std::vector<TestTable> tables;
  for (const TargetKind kind : kinds) tables.push_back(plain_table(kind, subject.seed));
  for (const TableShape& shape : drawn_shapes(subject.seed))
    if (shape.is_smooth() && shape.features > 1 && shape.samples >= kOfClass * shape.classes)
      tables.push_back(drawn_plain_table(kinds[0], subject.seed, shape));
  return tables;
}

void informative_feature_is_better(const ComponentUnderTest& subject) {
  const Traits& traits = subject.descriptor.traits;
  for_each_table(subject, plain_tables(subject), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    for (Feature noise = 1; noise < std::min(kFeatures, table.features()); ++noise) {
      ScoreRequest request{Move::add, {}, {0, noise}};
      if (!has_move(traits, Move::add)) request = {Move::remove, {0, noise}, {0, noise}};
      if (!has_move(traits, request.move)) skip("it scores whole subsets only");
      const std::vector<double> scores = scorer(request).scores;
      if (!worthier(traits, request, scores[0], scores[1]))
        fail(
            "an informative feature scores {}, one of noise {} ({}, {}), but {} is declared to be "
            "better",
            scores[0], scores[1], named(request), with(table),
            kBetterNames[static_cast<std::size_t>(traits.better)]);
    }
  });
}

bool measures_features(const Descriptor& d) {
  return is_a<Criterion>(d) && !properties(d.traits.measures).depends_on_subset;
}

void feature_score_ignores_the_subset(const ComponentUnderTest& subject) {
  const Traits& traits = subject.descriptor.traits;
  const auto all_are_there = [](const TableShape& shape) { return shape.features >= kFeatures; };
  for_each_table(subject, all_tables_where(subject, all_are_there), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    std::vector<ScoreRequest> requests;
    if (has_move(traits, Move::add))
      requests = {{Move::add, {}, {4}}, {Move::add, {0, 1}, {4}}, {Move::add, {2, 6}, {4}}};
    if (has_move(traits, Move::remove))
      requests.insert(requests.end(), {{Move::remove, {1, 4}, {4}}, {Move::remove, {0, 3, 4, 5}, {4}}});
    for (const ScoreRequest& request : requests)
      expect_equal(subject, request, scorer(request), scorer(requests.front()),
                   fmt::format("is not that of {}, but it is declared to measure features, {}",
                               named(requests.front()), with(table)));
  });
}

/// Tables where something has no score: constant features, a class that is alone, one sample that is known.
std::vector<TestTable> degenerate_tables(const ComponentUnderTest& subject) {
  std::vector<TestTable> tables;
  for (const TestTable& table : tables_for(subject, subject.seed)) {
    tables.push_back(with_constants(table));
    if (table.target.kind != TargetKind::classes) continue;
    tables.push_back(table);
    for (std::int32_t& label : tables.back().target.labels) label = std::min(label, 0);
  }
  if (learns_from_unknown(subject.descriptor))
    for (const TargetKind kind : kinds_of(subject.descriptor.traits))
      tables.push_back(partly_known(mixed_table(kind, subject.seed), 1, subject.seed));
  for (const TestTable& table : drawn_tables_for(subject))
    tables.push_back(table.drawn->is_smooth() ? with_constants(table) : table);
  return tables;
}

bool is_constant(const std::vector<double>& column) {
  return std::ranges::all_of(column, [&](double x) { return x == column[0]; });
}

constexpr std::size_t kSubsetsAtOnce = 12;

void subsets_equal_one_by_one(const ComponentUnderTest& subject) {
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    SubsetList subsets;
    std::vector<ScoreRequest> requests;
    for (const std::vector<Feature>& subset : subsets_of(table.features(), subject.seed)) {
      if (requests.size() == kSubsetsAtOnce) break;
      subsets.push_back(subset);
      requests.push_back({Move::whole, subset, {}});
    }
    Scorer together(subject, subject.plan(), table), single(subject, subject.plan(), table);
    const ScoreReply reply = together.score_subsets(subsets);
    for (std::size_t i = 0; i < requests.size(); ++i)
      expect_equal(subject, requests[i], {{reply.scores[i]}, {reply.reasons[i]}}, single(requests[i]),
                   fmt::format("changes if several subsets are scored by one call, {}", with(table)));
  });
}

void undefined_scores_have_a_reason(const ComponentUnderTest& subject) {
  for_each_table(subject, degenerate_tables(subject), [&](const TestTable& table) {
    std::optional<Scorer> scorer;
    try {
      scorer.emplace(subject, subject.plan(), table);
    } catch (const DataError&) {
      return;  // it says that nothing can be scored here
    }
    for (const ScoreRequest& request : requests_of(subject, table)) {
      const ScoreReply got = (*scorer)(request);
      for (std::size_t i = 0; i < got.scores.size(); ++i) {
        const std::string who =
            request.candidates.empty() ? "the subset" : fmt::format("feature {}", request.candidates[i]);
        if (std::isinf(got.scores[i]) && got.reasons[i].empty())
          fail("{} scores {} without a reason ({}); say why with Scores::undefined or explain", who,
               got.scores[i], named(request));
        const bool constant =
            !request.candidates.empty() && is_constant(table.columns[request.candidates[i]]);
        if (constant && std::isinf(got.scores[i]) && better(subject.descriptor.traits, got.scores[i], 0))
          fail("{}, which is constant, scores {}, the best there is ({}); what is undefined is the worst",
               who, got.scores[i], named(request));
      }
    }
  });
}

constexpr ComponentTest kTests[] = {
    {4, "copy_scores_as_its_original", false, is_a<Criterion>, copy_scores_as_its_original},
    {4, "constant_feature_is_never_the_best", false, is_a<Criterion>, constant_feature_is_never_the_best},
    {4, "block_equals_one_by_one", false, is_a<Criterion>, block_equals_one_by_one},
    {4, "learns_nothing_from_its_first_call", false, is_a<Criterion>, learns_nothing_from_its_first_call},
    {4, "moves_lead_to_the_same_score", false, measures_subsets, moves_lead_to_the_same_score},
    {4, "subsets_equal_one_by_one", false, scores_whole_subsets, subsets_equal_one_by_one},
    {4, "undefined_scores_have_a_reason", false, is_a<Criterion>, undefined_scores_have_a_reason},
    {4, "informative_feature_is_better", false, is_supervised, informative_feature_is_better},
    {4, "monotone_as_declared", false, claims_monotone, monotone_as_declared},
    {4, "gains_diminish_as_declared", false, claims_diminishing_gains, gains_diminish_as_declared},
    {4, "feature_score_ignores_the_subset", false, measures_features, feature_score_ignores_the_subset}};

}  // namespace criteria

std::span<const ComponentTest> criterion_tests() { return criteria::kTests; }

}  // namespace tamis::framework::conformance
