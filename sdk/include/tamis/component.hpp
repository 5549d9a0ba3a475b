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

/// One configured instance of any kind: a criterion, a search, a noise model or a distance metric. It is
/// created with its options, used, and destroyed before the components that its options name.
///
/// What a function may count on depends on when and by whom it is called. So the comment of each virtual
/// function of the interfaces begins with its **phase**:
///
/// - **[setup]** configured() first, then prepare() where the interface has it: each once, by one thread,
///   before any other function. Estimates of cost are asked for between the two.
/// - **[scoring]** after [setup], as often as wanted: the functions that give numbers.
/// - **[fit]** after [setup], as often as wanted, between calls that score: they change what is scored next.
///   Only noise models have them.
///
/// **Threads.** A function that is not const is called by one thread at a time, and no other function of the
/// object runs meanwhile. A const function may be called by many threads at once: it reads the object, writes
/// to what it was handed, and changes nothing else. Two objects may always work at the same time, so a
/// component keeps nothing in globals. Parallel work goes through Runtime::parallel_for().
///
/// **Errors.** A function says what is wrong by throwing a type of errors.hpp. The message reaches the user
/// as it is, with the component's name before it. What the kernel's own functions threw (Cancelled,
/// BudgetSpent, ...) passes through unchanged. After prepare() has thrown, the object is destroyed and
/// nothing else is asked of it; after any other function has thrown, what it was to write means nothing.
///
/// **Memory.** Whoever hands over a span or a matrix owns it, and it is gone after the call unless
/// the function's comment says otherwise. What is to be written has the size that the comment says;
/// it is not initialised.
class Component {
 public:
  virtual ~Component() = default;
  /// Authors write no constructor: options are set after it, and configured() follows.
  Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  /// [setup] Called once, when the options and the components that they name are set, before anything else:
  /// the place to work out what depends on them alone, and to refuse those that do not go together. Of those
  /// components only what needs no prepare() may be asked.
  /// \throws ParamError  names the option and what would do. The object is then destroyed.
  virtual void configured() {}

  /// The component's place in the config, as "criterion.noise". It keys the component's random streams
  /// (rng.hpp), so that two components of one kind do not draw the same numbers. Known from configured() on.
  std::string_view path() const { return path_; }

  /// For the SDK, which calls it once, before the options are set: where this component stands. Methods have
  /// no use for it; a test that creates an object by hand may set a path, as the kernel would.
  void set_path(std::string path) { path_ = std::move(path); }
  /// For the SDK, which calls it while the options are set: owns the adapter that one of the Refs points at,
  /// and destroys it after this object's own members. The component behind the adapter stays the kernel's.
  void keep(std::unique_ptr<Component> part) { parts_.push_back(std::move(part)); }

 private:
  std::string path_;
  std::vector<std::unique_ptr<Component>> parts_;
};

/// An option that is another component, a part: a noise model or a metric. It holds the id to use by default;
/// the kernel fills in the object, keeps it alive as long as the component, and owns it. One without a default
/// is there only where the config names it: ask it before it is used.
///
/// The component that holds a Ref is its part's only user: it calls the part's prepare() from its own
/// prepare(), with the data that it got, and keeps to the rules on threads that stand at Component.
template <class Interface>
class Ref {
 public:
  /// \param by_default  the id of the component that is used where the config names none.
  constexpr Ref(const char* by_default) : default_id(by_default) {}
  /// No component by default.
  constexpr Ref(std::nullptr_t) : default_id("") {}
  /// Whether there is a component.
  explicit operator bool() const { return it_ != nullptr; }
  /// \throws std::logic_error  nothing was set: the object was made by hand, in a test say.
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

}  // namespace tamis
