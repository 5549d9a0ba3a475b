/// \file values.hpp
/// Python's values as configs, JSON as Python's values.
#pragma once

#include <pybind11/pybind11.h>
#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tamis::python {

/// \param what  what it is: "the name of a column".
/// \throws ParamError  it holds half a surrogate pair, which no text in UTF-8 can.
std::string string_of(const pybind11::handle& value, const std::string& what);
/// \param what  what each is.
std::vector<std::string> texts_of(const pybind11::handle& values, const std::string& what);

/// A dict of texts, numbers, lists and dicts as a config; what is None is left out.
/// \throws ParamError  another type, with its key.
toml::table to_tree(const pybind11::dict& values);

/// Numbers, texts, lists and dicts; null is None.
pybind11::object to_python(const nlohmann::json& value);

}  // namespace tamis::python
