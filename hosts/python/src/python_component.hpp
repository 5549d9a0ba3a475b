/// \file python_component.hpp
/// What the components that are written in Python have in common.
#pragma once

#include "calling_thread.hpp"
#include "work.hpp"

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/sdk.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tamis::python {

/// A line of a manifest.
/// \throws PluginError  what is wrong with it.
framework::Descriptor read_line(const std::string& line);

/// A component whose class is written in Python, for the registry: `made` is called with the options of a
/// config, by name, and gives an object whose methods are those of the interface.
/// \param line  its line of a manifest.
void add_component(framework::Registry& registry, const std::string& line, const pybind11::object& made);

/// A class of Python as a component of C++. Lives as long as the process, as the registry's ids do.
struct PythonType {
  framework::Descriptor descriptor;
  pybind11::object made;
  tamis_component component;

  /// An object with the options of a config that are no components. Under the interpreter's lock.
  pybind11::object make(const tamis_creation& creation) const;
};

/// The error of a component that Python raised; what was raised is kept for take_raised().
/// \throws DataError    a ValueError.
/// \throws PluginError  any other one.
[[noreturn]] void rethrow(const pybind11::error_already_set& raised);

/// The latest exception that a component raised, with its traceback, or None; it is forgotten.
pybind11::object take_raised();

/// body() with the interpreter's lock, on the thread that began the run of `caller`, or here without one; what Python
/// raises in it is an error of the component.
/// \param component  whose function it is; or null.
template <class Body>
void with_python(const std::shared_ptr<CallingThread>& caller, pybind11::handle component, const Body& body) {
  const auto checked = [&] {
    try {
      body();
    } catch (const pybind11::error_already_set& raised) {
      if (caller && !raised.matches(PyExc_Exception)) throw;  // the run is over
      rethrow(raised);
    }
  };
  if (caller) return caller->call(checked, component);
  wait_for_the_interpreter();
  const pybind11::gil_scoped_acquire lock;
  checked();
}

/// An object of Python, and the run that it was made for.
struct Made {
  pybind11::object object;
  std::shared_ptr<CallingThread> caller;  ///< or null
  std::vector<tamis_handle> parts;        ///< the components that its options name
};

/// The object behind a component. It is let go under the interpreter's lock, on whatever thread.
class PythonObject {
 public:
  explicit PythonObject(Made made)
      : self_(std::move(made.object)), caller_(std::move(made.caller)), parts_(std::move(made.parts)) {}
  PythonObject(const PythonObject&) = delete;
  PythonObject& operator=(const PythonObject&) = delete;
  ~PythonObject();
  /// body(), in which self may be called: see tamis::python::with_python().
  template <class Body>
  void with_python(const Body& body) const {
    python::with_python(caller_, self_, body);
  }
  /// self.method(arguments ...), under the interpreter's lock.
  template <class... Arguments>
  pybind11::object operator()(const char* method, Arguments&&... arguments) const {
    return self_.attr(method)(std::forward<Arguments>(arguments)...);
  }
  /// self.name = value, likewise.
  void set(const char* name, const pybind11::object& value) { self_.attr(name) = value; }
  /// Of the run that it was made for; or null.
  const std::shared_ptr<CallingThread>& caller() const { return caller_; }
  const std::vector<tamis_handle>& parts() const { return parts_; }

 private:
  pybind11::object self_;
  std::shared_ptr<CallingThread> caller_;
  std::vector<tamis_handle> parts_;
};

template <class T>
pybind11::object copy_of(std::span<const T> values) {
  return pybind11::array_t<T>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}
pybind11::object copy_of(ConstMatrix matrix);
/// n x d in Fortran order, in the units of distances (z-scores for a criterion that measures some, unless the
/// user refused them); None where the features have no numbers.
pybind11::object features_of(const Dataset& data);
/// Codes of classes (-1 unknown), probabilities (n x l), real values, a list of lists of codes, or None.
pybind11::object target_of(const Target& target);
std::vector<std::string> class_names_of(const Target& target);

/// Writes the numbers that a method gave to where C++ wants them.
/// \param method    for the sentence, "score()".
/// \param expected  what the numbers are, "one per candidate".
/// \throws PluginError  they are no numbers, or others than there are places.
void take_numbers(const pybind11::object& given, std::span<double> out, const char* method,
                  const char* expected);
void take_matrix(const pybind11::object& given, Matrix out, const char* method);

/// Reports what self.report() gives: a dict of numbers, texts and arrays of one or two dimensions.
/// \throws PluginError  it gave something else.
void report_in_python(const PythonObject& self, const Diagnostics& out);

/// The components that options name, in their order.
std::vector<tamis_handle> parts_of(const tamis_creation& creation);

/// The functions by which C++ makes and drops a `Written`, a class of C++ made of (Made,
/// traits).
template <class Interface, class Written>
tamis_component component_of(PythonType& type) {
  static constexpr auto kTable = detail::Abi<Interface>::template table<Written>();
  return {sizeof(tamis_component),
          detail::Abi<Interface>::kId,
          type.descriptor.id.c_str(),
          &kTable,
          &type,
          [](void* context, const tamis_creation* creation, void** out, tamis_error* error) noexcept {
            return detail::guarded(error, [&] {
              const auto& of = *static_cast<const PythonType*>(context);
              const std::shared_ptr<CallingThread> caller = CallingThread::of_this_thread();
              python::with_python(caller, {}, [&] {
                *out = static_cast<Interface*>(
                    std::make_unique<Written>(Made{of.make(*creation), caller, parts_of(*creation)},
                                              of.descriptor.traits)
                        .release());
              });
            });
          },
          [](void* self) noexcept { delete static_cast<Interface*>(self); }};
}

/// Each of them fills in `type.component`.
void become_criterion(PythonType& type);
/// A criterion that judges labels, whose class says so.
void become_label_engine(PythonType& type);
void become_noise_model(PythonType& type);
void become_search_strategy(PythonType& type);
void become_point_metric(PythonType& type);
void become_class_metric(PythonType& type);
void become_distribution_metric(PythonType& type);

}  // namespace tamis::python
