/// \file changed_tables.hpp
/// Scores of a table beside those of a changed one.
#pragma once

#include "component_driver.hpp"
#include "each_table.hpp"
#include "scoring.hpp"
#include "tables.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// What a criterion is asked of a table.
std::vector<ScoreRequest> requests_of(const ComponentUnderTest& subject, const TestTable& table);

/// Whether all scores of a table are equal, as far as the kit asks.
bool same_scores(const ComponentUnderTest& subject, const TestTable& table, Scorer& one, Scorer& other);

/// No symmetry of the data holds for scores that were partly drawn: it would hold on average only.
/// \throws Skip  the scores depend on the seed.
void skip_if_drawn(const ComponentUnderTest& subject, const Plan& plan, const TestTable& table);

/// Those of the tables of the first size that are `wanted`.
template <class Wanted>
std::vector<TestTable> tables_where(const ComponentUnderTest& subject, Wanted wanted) {
  std::vector<TestTable> tables = tables_for(subject, subject.seed);
  std::erase_if(tables, [&](const TestTable& table) { return !wanted(table); });
  return tables;
}

/// Scores of a table and of a changed one, where nothing that is asked should change.
template <class Change>
void expect_no_change(const ComponentUnderTest& subject, const std::vector<TestTable>& tables, Change change,
                      const std::string& what) {
  const Plan plan = subject.plan_without_jitter();
  for_each_table(subject, tables, [&](const TestTable& table) {
    skip_if_drawn(subject, plan, table);
    // an iteration that needs a tolerance stops on some tables earlier than on the one that it was declared by
    const double rounding = table.drawn && subject.descriptor.traits.tolerance > 0 ? 1e-3 : kRounding;
    Scorer one(subject, plan, table), other(subject, plan, change(table));
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, one(request), other(request), fmt::format("{}, {}", what, with(table)),
                   rounding);
  });
}

}  // namespace tamis::framework::conformance
