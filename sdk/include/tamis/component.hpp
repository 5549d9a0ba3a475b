/// \file component.hpp
/// The base of all components, and the option type that names another component.
#pragma once

#include <tamis/abi/plugin.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tamis {

/// A configured instance of any kind: a criterion, a search, a noise model or a distance metric. The kernel creates it,
/// sets its options, uses it, and destroys it before the components that its options name.
///
/// The comment of each virtual function of the interfaces begins with its **phase**, which says when it is called:
///
/// - **[setup]** First configured(), then prepare() if the interface has it: each once, by one thread, before any other
///   function. Estimates of cost are requested between the two.
/// - **[scoring]** After [setup], any number of times: the functions that compute numbers.
/// - **[fit]** After [setup], any number of times, between calls that score: they change the state from which later scores
///   are computed. Only noise models have such functions.
///
/// **Threads.** A function that is not const is called by one thread at a time, and no other function of the object runs
/// meanwhile. A const function may be called by many threads at once: it reads the object, writes to its output arguments,
/// and changes nothing else. Different objects may be used at the same time, so a component keeps no state in globals.
/// Parallel work goes through Runtime::parallel_for().
///
/// **Errors.** A function reports an error by throwing a type of errors.hpp. The user sees the message as it is, after the
/// name of the component. Exceptions of the kernel's own functions (Cancelled, BudgetSpent, ...) must propagate unchanged.
/// If prepare() throws, the object is destroyed and no other function is called. If any other function throws, its outputs
/// are ignored.
///
/// **Memory.** The caller owns every span and matrix, and they are valid only during the call unless the comment of the
/// function says otherwise. Outputs have the size that the comment gives and are not initialised.
class Component {
 public:
  virtual ~Component() = default;
  /// Authors write no constructor: options are set after construction, and then configured() is called.
  Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  /// [setup] Called once after the options and the components that they name are set, before any other function. Use it to
  /// compute what depends on the options alone, and to refuse options that contradict each other. The named components are
  /// not prepared yet: call only functions of theirs that need no prepare().
  /// \throws ParamError  with the option and the values that are possible. The object is then destroyed.
  virtual void configured() {}

  /// The component's place in the config, such as "criterion.noise". It is part of the key of the component's random
  /// streams (rng.hpp), so that two components of one kind draw different numbers. Set before configured() is called.
  std::string_view path() const { return path_; }

  /// For the SDK, which calls it once, before the options are set. Methods do not need it; a test that creates an object by
  /// hand may set a path as the kernel would.
  void set_path(std::string path) { path_ = std::move(path); }
  /// For the SDK, which calls it while the options are set: takes ownership of the adapter that one of the Refs points at,
  /// and destroys it after this object's own members. The kernel owns the component behind the adapter.
  void keep(std::unique_ptr<Component> part) { parts_.push_back(std::move(part)); }

 private:
  std::string path_;
  std::vector<std::unique_ptr<Component>> parts_;
};

/// An option that is another component (a part): a noise model or a metric. It holds the id of the default; the kernel
/// creates and owns the object and keeps it alive as long as the component. A Ref without a default is empty unless the
/// config names a component: test it before use.
///
/// The component that holds a Ref is the only user of its part: it calls the part's prepare() from its own prepare(), with
/// the same data, and follows the rules on threads given at Component.
template <class Interface>
class Ref {
 public:
  /// \param by_default  the id of the component that is used if the config names none.
  constexpr Ref(const char* by_default) : default_id(by_default) {}
  /// No component by default.
  constexpr Ref(std::nullptr_t) : default_id("") {}
  /// Whether there is a component.
  explicit operator bool() const { return it_ != nullptr; }
  /// \throws std::logic_error  no component was set, as may happen in a test that creates the object by hand.
  Interface* operator->() const { return &**this; }
  /// \throws std::logic_error  likewise.
  Interface& operator*() const {
    if (!it_) throw std::logic_error("a component option was used before it was set");
    return *it_;
  }
  /// For the SDK, and for tests: `it` outlives this object.
  void operator=(Interface& it) { it_ = &it; }
  const char* default_id;  ///< as given to the constructor; "": none

 private:
  Interface* it_ = nullptr;
};

/// An option that is a list of components (parts) of one interface: several noise models, say. Empty unless the config names
/// some. What is said of Ref holds for each of them.
template <class Interface>
class RefList {
 public:
  /// How many there are.
  constexpr std::size_t size() const { return parts_.size(); }
  /// Part i, as the config lists them; i < size().
  Interface& operator[](std::size_t i) const { return *parts_[i]; }
  /// For the SDK, and for tests: `part` outlives this object.
  void push_back(Interface& part) { parts_.push_back(&part); }

 private:
  std::vector<Interface*> parts_;
};

}  // namespace tamis
