#include "python_criterion.hpp"

#include "tables.hpp"

#include <tamis/framework/kernel/descriptor.hpp>
#include <tamis/sdk.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>

namespace tamis::python {
namespace {

namespace py = pybind11;

/// What a class of Python needs to be a component of C++. Lives as long as the process, as the registry's ids do.
struct PythonType {
  std::string id;
  std::vector<std::string> options;
  Better better;
  py::object made;
  tamis_component component;
};

/// body() with the interpreter's lock; what Python raises in it is an error of the component.
template <class Body>
auto with_python(Body&& body) {
  const py::gil_scoped_acquire gil;
  try {
    return body();
  } catch (const py::error_already_set& e) {
    const std::string name = py::str(e.type().attr("__name__")), text = py::str(e.value());
    if (e.matches(PyExc_ValueError)) throw DataError(text);
    throw PluginError(text.empty() ? name : name + ": " + text);
  } catch (const py::cast_error&) {
    throw PluginError("its score() gave something that is no sequence of numbers, one per candidate");
  }
}

template <class T>
py::object copy_of(std::span<const T> values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::object features_of(const Dataset& data) {
  const std::size_t n = data.samples(), d = data.features();
  std::vector<double> values(n * d);
  for (std::size_t j = 0; j < d; ++j) {
    const Column column = data.column(static_cast<Feature>(j));
    std::copy(column.begin(), column.end(), values.begin() + static_cast<std::ptrdiff_t>(j * n));
  }
  return array_of(std::move(values), n, d);
}

/// Codes of classes (-1 unknown), probabilities (n x l), real values, a list of lists of codes, or None.
py::object target_of(const Target& target) {
  switch (target.kind()) {
    case TargetKind::classes:
      return copy_of(target.labels());
    case TargetKind::real:
      return copy_of(target.real());
    case TargetKind::soft: {
      const ConstMatrix soft = target.soft();
      std::vector<double> values;
      for (std::uint64_t c = 0; c < soft.cols; ++c)
        values.insert(values.end(), soft.column(c).begin(), soft.column(c).end());
      return array_of(std::move(values), soft.rows, soft.cols);
    }
    case TargetKind::sets: {
      py::list sets;
      for (std::uint64_t i = 0; i < target.samples(); ++i) sets.append(copy_of(target.label_set(i)));
      return sets;
    }
    default:
      return py::none();
  }
}

class PythonCriterion final : public Criterion {
 public:
  PythonCriterion(py::object self, Better better) : self_(std::move(self)), better_(better) {}
  PythonCriterion(const PythonCriterion&) = delete;
  PythonCriterion& operator=(const PythonCriterion&) = delete;
  ~PythonCriterion() override {
    const py::gil_scoped_acquire gil;
    self_.release().dec_ref();
  }

  void prepare(const Dataset& data, const Runtime&) override {
    with_python([&] {
      std::vector<std::string> classes;
      for (std::uint32_t c = 0; c < data.target().classes(); ++c)
        classes.emplace_back(data.target().class_name(c));
      self_.attr("prepare")(features_of(data), target_of(data.target()), classes);
    });
  }

  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    const auto found = with_python([&] {
      return self_
          .attr("score")(copy_of(subset), kMoveNames[static_cast<std::size_t>(move)], copy_of(candidates))
          .cast<std::vector<double>>();
    });
    if (found.size() != scores.size())
      throw PluginError("its score() gave " + std::to_string(found.size()) + " numbers for " +
                        std::to_string(scores.size()) + " candidates; give one for each, in their order");
    const Scores out(scores.values(), scores.reasons(), detail::Abi<Criterion>::worst(better_));
    for (std::size_t i = 0; i < found.size(); ++i)
      out.write(i, std::isnan(found[i]) ? undefined("no score") : Score(found[i]));
  }

  void report(const Diagnostics& out) const override {
    with_python([&] {
      const auto reported = self_.attr("report")().cast<py::dict>();
      for (const auto& [key, value] : reported) report_one(out, py::str(key), value);
    });
  }

 private:
  static void report_one(const Diagnostics& out, const std::string& name, const py::handle& value) {
    if (py::isinstance<py::str>(value)) return out.text(name, value.cast<std::string>());
    const auto array = value.cast<py::array_t<double, py::array::f_style | py::array::forcecast>>();
    if (array.ndim() == 0) return out.number(name, *array.data());
    const auto rows = static_cast<std::uint64_t>(array.shape(0));
    const auto columns = static_cast<std::uint64_t>(array.ndim() > 1 ? array.shape(1) : 1);
    std::vector<std::string> names;
    for (std::uint64_t c = 0; c < columns; ++c) names.push_back(std::to_string(c));
    const std::vector<std::string_view> views(names.begin(), names.end());
    out.table(name, Axis::other, views, ConstMatrix(array.data(), rows, columns));
  }

  py::object self_;
  Better better_;
};

py::object value_of(const tamis_value& v) {
  switch (v.type) {
    case TAMIS_T_INTEGER:
      return py::int_(v.as.integer);
    case TAMIS_T_BOOL:
      return py::bool_(v.as.integer != 0);
    case TAMIS_T_TEXT:
      return py::str(v.as.text.data, v.as.text.size);
    case TAMIS_T_REALS:
      return py::cast(std::vector<double>(v.as.reals.data, v.as.reals.data + v.as.reals.size));
    default:
      return py::float_(v.as.real);
  }
}

std::int32_t create(void* context, const tamis_creation* creation, void** out, tamis_error* error) noexcept {
  return detail::guarded(error, [&] {
    const auto& type = *static_cast<const PythonType*>(context);
    auto made = with_python([&] {
      py::dict options;
      for (std::size_t i = 0; i < creation->n_values; ++i)
        options[py::str(type.options[i])] = value_of(creation->values[i]);
      return std::make_unique<PythonCriterion>(type.made(**options), type.better);
    });
    *out = static_cast<Criterion*>(made.release());
  });
}
void destroy(void* self) noexcept { delete static_cast<Criterion*>(self); }

}  // namespace

void add_criterion(framework::Registry& registry, const std::string& line, const py::object& made) {
  static constexpr tamis_criterion_1 kTable = detail::Abi<Criterion>::table<PythonCriterion>();
  const framework::Manifest manifest = framework::parse_manifest("{\"tamis\":1}\n" + line);
  const framework::Descriptor& d = manifest.components.front();
  auto added = std::make_unique<PythonType>();
  added->id = d.id;
  for (const framework::OptionDescriptor& o : d.options) added->options.push_back(o.name);
  added->better = d.traits.better;
  added->made = made;
  added->component = {sizeof(tamis_component),
                      detail::Abi<Criterion>::kId,
                      added->id.c_str(),
                      &kTable,
                      added.get(),
                      create,
                      destroy};
  registry.add(added->component, line);
  (void)added.release();  // components may outlive the registry, and so must what creates them
}

}  // namespace tamis::python
