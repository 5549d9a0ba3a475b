/// \file python_search.hpp
/// What a search that is written in Python is handed.
#pragma once

#include <pybind11/pybind11.h>

namespace tamis::python {

/// Adds SearchSpace to the module.
void add_search_space(pybind11::module_& module);

}  // namespace tamis::python
