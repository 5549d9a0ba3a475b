/// \file component_driver.hpp
/// A component of any interface at work, so that tests which care for no numbers need not know its kind.
#pragma once

#include "component_under_test.hpp"
#include "guarded_memory.hpp"
#include "tables.hpp"

#include <memory>
#include <vector>

namespace tamis::framework::conformance {

/// One instance of a component that is asked for all that it can do, whatever its interface. drive()
/// creates the instance; what the instance writes goes to guarded memory, so writing outside is found.
class ComponentDriver {
 public:
  virtual ~ComponentDriver() = default;
  /// Once.
  virtual void prepare(const Dataset& data, Runtime runtime) = 0;
  /// Uses every function of the interface.
  /// \returns all numbers that came out, in a fixed order.
  virtual std::vector<double> answers() = 0;
};

std::unique_ptr<ComponentDriver> drive(const ComponentUnderTest& subject, Edge edge = Edge::none);

/// Whether it declares to take a target and to handle samples of which it is unknown.
bool learns_from_unknown(const Descriptor& component);

/// Mixed tables of every kind of target that the component declares to take; the same partly known, with
/// weights, and with groups, where it declares to take those.
std::vector<TestTable> tables_for(const ComponentUnderTest& subject, std::uint64_t seed);

/// Tables of other shapes, which the seed draws: for each shape one of the kinds of target, and for some
/// one partly known, with weights or with groups. None for a search, which sees no data.
std::vector<TestTable> drawn_tables_for(const ComponentUnderTest& subject);

/// Composes, prepares and asks a fresh instance.
std::vector<double> answers_on(const ComponentUnderTest& subject, const TestTable& table, int threads = 1);
/// The same on data of which nothing beside it can be read, nor written; its output is guarded likewise.
std::vector<double> guarded_answers_on(const ComponentUnderTest& subject, const TestTable& table, Edge edge);

}  // namespace tamis::framework::conformance
