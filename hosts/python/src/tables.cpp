#include "tables.hpp"

#include "values.hpp"
#include "work.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>

namespace tamis::python {
namespace {

namespace py = pybind11;
using Values = py::array_t<double, py::array::f_style>;

framework::Buffer lent(const py::object& values) {
  const auto array = values.cast<Values>();  // the same one, as it is of this type
  const auto size = static_cast<std::size_t>(array.size());
  const auto release = [held = py::object(array).release().ptr()](const double*) {
    wait_for_the_interpreter();
    const py::gil_scoped_acquire gil;
    Py_DECREF(held);
  };
  return framework::Buffer::lent(std::shared_ptr<const double>(array.data(), release), size);
}

template <class To, class From>
std::vector<To> copied(const py::handle& values) {
  const auto array = values.cast<py::array_t<From, py::array::c_style | py::array::forcecast>>();
  return {array.data(), array.data() + array.size()};
}

}  // namespace

framework::Table table_of(const py::dict& parts) {
  framework::Table table;
  table.path = parts["name"].cast<std::string>();
  table.header = true;
  table.rows = parts["rows"].cast<std::uint64_t>();
  for (const std::string& name : texts_of(parts["columns"], "the name of a column"))
    table.columns.emplace_back().name = name;
  for (const auto& [number, texts] : parts["texts"].cast<py::dict>()) {
    auto& column = table.columns.at(number.cast<std::size_t>());
    column.texts = texts_of(texts, "a cell of '" + column.name + "'");
  }
  table.values = lent(parts["values"]);
  return table;
}

void take_sparse(const py::dict& parts, framework::HeldTables& tables) {
  if (!parts.contains("sparse")) return;
  const auto cells = parts["sparse"].cast<py::tuple>();
  tables.sparse.start = copied<std::uint64_t, std::int64_t>(cells[0]);
  tables.sparse.row = copied<std::uint32_t, std::int64_t>(cells[1]);
  tables.sparse.value = copied<double, double>(cells[2]);
  tables.sparse_names = texts_of(parts["sparse_names"], "the name of a column");
}

py::object array_of(std::vector<double> values, std::size_t rows, std::size_t columns) {
  auto owner = std::make_unique<std::vector<double>>(std::move(values));
  const double* data = owner->data();
  const py::capsule base(owner.release(), [](void* p) { delete static_cast<std::vector<double>*>(p); });
  return py::array_t<double>({rows, columns}, {sizeof(double), rows * sizeof(double)}, data, base);
}

}  // namespace tamis::python
