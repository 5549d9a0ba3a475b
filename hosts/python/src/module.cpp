/// The module tamis._kernel: what the package in tamis/ is made of.
#include "kernel.hpp"
#include "python_component.hpp"
#include "python_search.hpp"

#include <tamis/framework/report/html_report.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/version.hpp>

#include <pybind11/stl.h>
#include <nlohmann/json.hpp>

namespace py = pybind11;
using namespace pybind11::literals;
using tamis::python::Kernel;

namespace {

py::object error_type(py::module_& module, const char* name, const py::handle& base, const char* doc) {
  const std::string full = std::string("tamis.") + name;
  auto type =
      py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(full.c_str(), doc, base.ptr(), nullptr));
  module.attr(name) = type;
  return type;
}

}  // namespace

PYBIND11_MODULE(_kernel, module) {
  static py::object error = error_type(module, "Error", PyExc_ValueError, "What tamis refuses, and why.");
  static py::object data = error_type(module, "DataError", error, "The data cannot be used.");
  static py::object param = error_type(module, "ParamError", error, "A parameter cannot be used.");
  static py::object numeric = error_type(module, "NumericError", error, "A computation failed.");
  static py::object plugin = error_type(module, "PluginError", error, "A plugin cannot be used.");
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const tamis::Error& e) {
      const py::object& type = e.code == TAMIS_E_DATA      ? data
                               : e.code == TAMIS_E_PARAM   ? param
                               : e.code == TAMIS_E_NUMERIC ? numeric
                               : e.code == TAMIS_E_PLUGIN  ? plugin
                                                           : error;
      PyErr_SetString(type.ptr(), tamis::framework::sentence(e).c_str());
    }
  });

  module.attr("version") = tamis::framework::version();
  module.def("label_text", &tamis::framework::label_text, "value"_a);
  module.def("label_noise_of", &tamis::python::label_noise_of, "memberships"_a, "labels"_a, "weights"_a,
             "classes"_a, "none"_a);
  module.def("filled_by_neighbours", &tamis::python::filled_by_neighbours, "training"_a, "rows"_a, "names"_a);
  module.def(
      "html_report",
      [](const std::string& result) {
        const nlohmann::json parsed = tamis::framework::parse_json(result);
        const tamis::framework::NamedResult named{"the result", &parsed};
        return tamis::framework::html_report({&named, 1});
      },
      "result"_a);
  module.def("end_runs", &tamis::python::end_runs);
  module.def("take_raised", &tamis::python::take_raised);
  module.def(
      "check_line", [](const std::string& line) { (void)tamis::python::read_line(line); }, "line"_a);
  tamis::python::add_end_of_run(module);
  tamis::python::add_search_space(module);
  py::class_<Kernel>(module, "Kernel")
      .def(py::init<const std::string&, const std::vector<std::string>&, const py::list&>(), "prefix"_a,
           "plugin_dirs"_a, "in_python"_a)
      .def("components", &Kernel::components)
      .def("refused", &Kernel::refused)
      .def("study", &Kernel::study, "config"_a, "tables"_a, "roles"_a, "order_all"_a, "progress"_a)
      .def("label_noise", &Kernel::label_noise, "config"_a, "tables"_a, "roles"_a, "progress"_a)
      .def("experiment", &Kernel::experiment, "text"_a, "name"_a, "data_dir"_a, "threads"_a, "journal"_a,
           "progress"_a);
}
