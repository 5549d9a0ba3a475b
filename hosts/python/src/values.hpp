/// \file values.hpp
/// Python's values as configs, JSON as Python's values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <pybind11/pybind11.h>
#include <toml++/toml.h>

namespace tamis::python {

/// A dict of texts, numbers, lists and dicts as a config; what is None is left out.
/// \throws ParamError  another type, with its key.
toml::table to_tree(const pybind11::dict& values);

/// Numbers, texts, lists and dicts; null is None.
pybind11::object to_python(const nlohmann::json& value);

}  // namespace tamis::python
