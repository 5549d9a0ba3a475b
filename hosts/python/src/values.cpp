#include "values.hpp"

#include <tamis/errors.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <variant>

namespace tamis::python {
namespace {

namespace py = pybind11;

using Value = std::variant<bool, std::int64_t, double, std::string, toml::array, toml::table>;

Value value_of(const py::handle& value, const std::string& key) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::str>(value)) return string_of(value, key);
  if (py::isinstance<py::dict>(value)) return to_tree(value.cast<py::dict>());
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    toml::array list;
    for (const py::handle item : value)
      std::visit([&](auto&& one) { list.push_back(std::move(one)); },
                 value_of(item, key + "[" + std::to_string(list.size()) + "]"));
    return list;
  }
  const auto number = py::reinterpret_borrow<py::object>(value);
  if (PyIndex_Check(value.ptr())) return py::int_(number).cast<std::int64_t>();
  if (PyNumber_Check(value.ptr())) return py::float_(number).cast<double>();
  throw ParamError(key + " is " + py::str(py::type::of(value).attr("__name__")).cast<std::string>() +
                   "; expected a text, a number, True or False, a list or a dict of such");
}

}  // namespace

std::string string_of(const py::handle& value, const std::string& what) {
  Py_ssize_t size = 0;
  if (const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size))
    return {text, static_cast<std::size_t>(size)};
  PyErr_Clear();
  const auto shown = py::reinterpret_steal<py::str>(PyObject_ASCII(value.ptr()));
  throw ParamError(what + " is " + shown.cast<std::string>() +
                   ", which is no text in Unicode: it holds half a pair of surrogates; replace it");
}

std::vector<std::string> texts_of(const py::handle& values, const std::string& what) {
  std::vector<std::string> texts;
  for (const py::handle value : values) texts.push_back(string_of(value, what));
  return texts;
}

toml::table to_tree(const py::dict& values) {
  toml::table tree;
  for (const auto& [name, value] : values) {
    if (value.is_none()) continue;
    const std::string key = string_of(py::str(name), "a key");
    std::visit([&](auto&& one) { tree.insert_or_assign(key, std::move(one)); }, value_of(value, key));
  }
  return tree;
}

py::object to_python(const nlohmann::json& value) {
  using Type = nlohmann::json::value_t;
  switch (value.type()) {
    case Type::boolean:
      return py::bool_(value.get<bool>());
    case Type::number_integer:
      return py::int_(value.get<std::int64_t>());
    case Type::number_unsigned:
      return py::int_(value.get<std::uint64_t>());
    case Type::number_float:
      return py::float_(value.get<double>());
    case Type::string: {  // a path may hold any byte
      const auto& text = value.get_ref<const std::string&>();
      return py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    }
    case Type::array: {
      py::list list(value.size());
      for (std::size_t i = 0; i < value.size(); ++i) list[i] = to_python(value[i]);
      return list;
    }
    case Type::object: {
      py::dict dict;
      for (const auto& [key, member] : value.items()) dict[py::str(key)] = to_python(member);
      return dict;
    }
    default:
      return py::none();
  }
}

}  // namespace tamis::python
