/// \file each_table.hpp
/// One test on many tables.
#pragma once

#include "component_driver.hpp"
#include "component_under_test.hpp"
#include "tables.hpp"
#include "verdicts.hpp"

#include <tamis/errors.hpp>

#include <algorithm>
#include <vector>

namespace tamis::framework::conformance {

/// The tables of tables_for(), then those drawn ones that are `wanted`.
template <class Wanted>
std::vector<TestTable> all_tables_where(const ComponentUnderTest& subject, Wanted wanted) {
  std::vector<TestTable> tables = tables_for(subject, subject.seed);
  for (TestTable& table : drawn_tables_for(subject))
    if (wanted(*table.drawn)) tables.push_back(std::move(table));
  return tables;
}
inline std::vector<TestTable> all_tables(const ComponentUnderTest& subject) {
  return all_tables_where(subject, [](const TableShape&) { return true; });
}
inline std::vector<TestTable> smooth_tables(const ComponentUnderTest& subject) {
  return all_tables_where(subject, [](const TableShape& shape) { return shape.is_smooth(); });
}

/// Calls `body` with each table. A drawn one may be refused in words, as the interfaces allow, and is left out
/// where the component is slow.
template <class Body>
void for_each_table(const ComponentUnderTest& subject, const std::vector<TestTable>& tables, Body body,
                    double share = Pace::kShare) {
  for (const TestTable& table : tables) {
    if (table.drawn && !subject.pace.allows("some of the drawn tables", share)) return;
    subject.pace.at(with(table));
    try {
      body(table);
    } catch (const DataError&) {
      if (!table.drawn) throw;
    } catch (const ParamError&) {
      if (!table.drawn) throw;
    } catch (const Skip&) {
      if (!table.drawn) throw;
    }
  }
}

}  // namespace tamis::framework::conformance
