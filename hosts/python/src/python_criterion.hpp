/// \file python_criterion.hpp
/// What all criteria that are written in Python are handed.
#pragma once

#include "python_component.hpp"

namespace tamis::python {

/// Sets what `tamis.Criterion` says of its attributes, then calls prepare(). Within PythonObject::with_python().
/// \param groups  codes, or None.
void prepare_in_python(PythonObject& self, const Dataset& data, const Runtime& runtime,
                       const pybind11::object& groups);

}  // namespace tamis::python
