#include "python_component.hpp"

#include "tables.hpp"

#include <tamis/framework/kernel/descriptor.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace tamis::python {

namespace py = pybind11;

namespace {

using FortranArray = py::array_t<double, py::array::f_style | py::array::forcecast>;

FortranArray array_from(const py::object& given, const char* method, const std::string& expected) {
  FortranArray array = FortranArray::ensure(given);
  if (!array) {
    const std::string type = py::str(py::type::of(given).attr("__name__"));
    throw PluginError(fmt::format("its {} gave a {}; expected {}", method, type, expected));
  }
  return array;
}

/// Lives as long as the process: objects of Python cannot be let go after the interpreter.
py::object& latest_raised() {
  static auto& latest = *new py::object(py::none());
  return latest;
}

/// An array that nobody can write to: it is shown to every score.
py::object to_read(py::object array) {
  array.attr("setflags")(false);
  return array;
}

py::object value_of(const tamis_value& v) {
  switch (v.type) {
    case TAMIS_T_INTEGER:
      return py::int_(v.as.integer);
    case TAMIS_T_BOOL:
      return py::bool_(v.as.integer != 0);
    case TAMIS_T_TEXT:
      return py::str(v.as.text.data, v.as.text.size);
    default:
      return py::float_(v.as.real);
  }
}

void report_one(const Diagnostics& out, const std::string& name, const py::handle& value) {
  if (py::isinstance<py::str>(value)) return out.text(name, value.cast<std::string>());
  const auto array = py::array_t<double, py::array::f_style | py::array::forcecast>::ensure(value);
  if (!array || array.ndim() > 2)
    throw PluginError("its report() has '" + name +
                      "' that is no text, number or array of one or two dimensions");
  if (array.ndim() == 0) return out.number(name, *array.data());
  const auto rows = static_cast<std::uint64_t>(array.shape(0));
  const auto columns = static_cast<std::uint64_t>(array.ndim() > 1 ? array.shape(1) : 1);
  std::vector<std::string> names;
  for (std::uint64_t c = 0; c < columns; ++c) names.push_back(std::to_string(c));
  const std::vector<std::string_view> views(names.begin(), names.end());
  out.table(name, tamis::Axis::other, views, ConstMatrix(array.data(), rows, columns));
}

}  // namespace

void report_in_python(const PythonObject& self, const Diagnostics& out) {
  self.with_python([&] {
    const py::object reported = self("report");
    if (!py::isinstance<py::dict>(reported)) throw PluginError("its report() gave no dict");
    for (const auto& [key, value] : reported.cast<py::dict>()) report_one(out, py::str(key), value);
  });
}

py::object PythonType::make(const tamis_creation& creation) const {
  py::dict options;
  for (std::size_t i = 0; i < creation.n_values; ++i)
    if (creation.values[i].type != TAMIS_T_COMPONENT)
      options[py::str(descriptor.options[i].name)] = value_of(creation.values[i]);
  return made(**options);
}

std::vector<tamis_handle> parts_of(const tamis_creation& creation) {
  std::vector<tamis_handle> parts;
  for (std::size_t i = 0; i < creation.n_values; ++i)
    if (const tamis_value& v = creation.values[i]; v.type == TAMIS_T_COMPONENT && v.as.component.table)
      parts.push_back(v.as.component);
  return parts;
}

py::object take_raised() { return std::exchange(latest_raised(), py::none()); }

void rethrow(const py::error_already_set& raised) {
  latest_raised() = raised.value();
  if (raised.trace()) PyException_SetTraceback(raised.value().ptr(), raised.trace().ptr());
  const std::string name = py::str(raised.type().attr("__name__")), text = py::str(raised.value());
  if (raised.matches(PyExc_ValueError)) throw DataError(text);
  throw PluginError(text.empty() ? name : name + ": " + text);
}

PythonObject::~PythonObject() {
  wait_for_the_interpreter();
  const py::gil_scoped_acquire lock;
  self_.release().dec_ref();
}

py::object copy_of(ConstMatrix matrix) {
  std::vector<double> values;
  values.reserve(matrix.rows * matrix.cols);
  for (std::uint64_t j = 0; j < matrix.cols; ++j)
    values.insert(values.end(), matrix.column(j).begin(), matrix.column(j).end());
  return array_of(std::move(values), matrix.rows, matrix.cols);
}

py::object features_of(const Dataset& data) {
  if (!data.has_dense()) return py::none();
  const std::size_t n = data.samples(), d = data.features();
  std::vector<double> values(n * d);
  for (std::size_t j = 0; j < d; ++j) {
    const std::span<double> column(values.data() + j * n, n);
    data.scaled_column(static_cast<Feature>(j), column);
    const std::span<const std::uint8_t> missing = data.missing(static_cast<Feature>(j));
    for (std::size_t i = 0; i < missing.size(); ++i)
      if (missing[i]) column[i] = std::numeric_limits<double>::quiet_NaN();
  }
  return to_read(array_of(std::move(values), n, d));
}

py::object target_of(const Target& target) {
  switch (target.kind()) {
    case TargetKind::classes:
      return to_read(copy_of(target.labels()));
    case TargetKind::real:
      return to_read(copy_of(target.real()));
    case TargetKind::soft:
      return to_read(copy_of(target.soft()));
    case TargetKind::sets: {
      py::list sets;
      for (std::uint64_t i = 0; i < target.samples(); ++i) sets.append(copy_of(target.label_set(i)));
      return sets;
    }
    default:
      return py::none();
  }
}

std::vector<std::string> class_names_of(const Target& target) {
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < target.classes(); ++c) names.emplace_back(target.class_name(c));
  return names;
}

void take_numbers(const py::object& given, std::span<double> out, const char* method, const char* expected) {
  const std::string wanted = fmt::format("{}, {}", framework::counted(out.size(), "number"), expected);
  const FortranArray array = array_from(given, method, wanted);
  if (array.ndim() > 1)
    throw PluginError(fmt::format("its {} gave an array of shape {}; expected {}", method,
                                  std::string(py::str(array.attr("shape"))), wanted));
  if (static_cast<std::size_t>(array.size()) != out.size())
    throw PluginError(fmt::format("its {} gave {}; expected {}", method,
                                  framework::counted(static_cast<std::uint64_t>(array.size()), "number"),
                                  wanted));
  std::copy_n(array.data(), out.size(), out.begin());
}

void take_matrix(const py::object& given, Matrix out, const char* method) {
  const std::string wanted = fmt::format("an array of shape ({}, {})", out.rows, out.cols);
  const FortranArray array = array_from(given, method, wanted);
  if (array.ndim() != 2 || static_cast<std::uint64_t>(array.shape(0)) != out.rows ||
      static_cast<std::uint64_t>(array.shape(1)) != out.cols)
    throw PluginError(fmt::format("its {} gave an array of shape {}; expected {}", method,
                                  std::string(py::str(array.attr("shape"))), wanted));
  for (std::uint64_t j = 0; j < out.cols; ++j)
    std::copy_n(array.data(0, static_cast<py::ssize_t>(j)), out.rows, out.column(j).begin());
}

framework::Descriptor read_line(const std::string& line) {
  return framework::parse_manifest("{\"tamis\":1}\n" + line).components.front();
}

void add_component(framework::Registry& registry, const std::string& line, const py::object& made) {
  auto added = std::make_unique<PythonType>();
  added->descriptor = read_line(line);
  added->made = made;
  const std::string& interface = added->descriptor.interface_id;
  const py::object type = py::getattr(made, "__self__", py::none());
  const bool judges_labels = py::getattr(type, "judges_labels", py::bool_(false)).cast<bool>();
  if (interface == tamis::detail::Abi<Criterion>::kId)
    (judges_labels ? become_label_engine : become_criterion)(*added);
  if (interface == tamis::detail::Abi<NoiseModel>::kId) become_noise_model(*added);
  if (interface == tamis::detail::Abi<SearchStrategy>::kId) become_search_strategy(*added);
  if (interface == tamis::detail::Abi<PointMetric>::kId) become_point_metric(*added);
  if (interface == tamis::detail::Abi<ClassMetric>::kId) become_class_metric(*added);
  if (interface == tamis::detail::Abi<DistributionMetric>::kId) become_distribution_metric(*added);
  registry.add(added->component, line);
  (void)added.release();  // components may outlive the registry, and so must what creates them
}

}  // namespace tamis::python
