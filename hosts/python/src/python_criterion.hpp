/// \file python_criterion.hpp
/// Criteria that are classes of Python.
#pragma once

#include <tamis/framework/kernel/registry.hpp>

#include <pybind11/pybind11.h>

namespace tamis::python {

/// Registers a class of Python as a criterion.
/// \param line  of its manifest, as JSON: tamis/detail/json.hpp has the members.
/// \param made  is called with the options as keywords. Its objects have `prepare(X, y, classes)`, with arrays of
///              their own; `score(subset, move, candidates)`, a sequence of numbers, NaN where there is none; and
///              `report()`, a dict of numbers, texts and arrays.
/// \throws PluginError  the id is taken, or the line is wrong.
void add_criterion(framework::Registry& registry, const std::string& line, const pybind11::object& made);

}  // namespace tamis::python
