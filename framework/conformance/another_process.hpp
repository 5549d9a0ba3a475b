/// \file another_process.hpp
/// The same question in processes that differ in all that an answer must not depend on.
#pragma once

#include "component_under_test.hpp"
#include "tables.hpp"

#include <vector>

namespace tamis::framework::conformance {

/// own: a first instance, in a process that has done nothing yet, in the environment of the user. Others: an
/// instance that comes after one which has worked on other data, with another environment, folder, clock, and
/// number of processors, and with memory at other places.
enum class Surroundings { own, other, third };

/// What a component answers on a table, in a process of its own. The component is not loaded in this one.
/// \throws DataError  it refuses the table in words.
/// \throws Failure    it does anything else but answer.
std::vector<double> answers_of_process(const ComponentUnderTest& subject, const TestTable& table,
                                       Surroundings surroundings);

/// Also of NaN, which an expert's soft label of an unknown one may be.
bool same_bits(double a, double b);

}  // namespace tamis::framework::conformance
