/// \file component.hpp
/// The base of all components, and the option type that names another component.
#pragma once

#include <tamis/abi/plugin.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tamis {

/// One configured instance of any kind. It is created with its options, used, and destroyed before the
/// components that its options name.
class Component {
 public:
  virtual ~Component() = default;
  Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  /// Called once, when the options and the components that they name are set, before anything else: the place
  /// to work out what depends on them alone, and to refuse those that do not go together. Of the components
  /// only what needs no prepare() may be asked.
  /// \throws ParamError  names the option and what would do.
  virtual void configured() {}

  /// The component's place in the config, as "criterion.noise"; keys its random streams.
  std::string_view path() const { return path_; }

  /// For the SDK: where this component stands, and the adapters that its Refs point at.
  void set_path(std::string path) { path_ = std::move(path); }
  void keep(std::unique_ptr<Component> part) { parts_.push_back(std::move(part)); }

 private:
  std::string path_;
  std::vector<std::unique_ptr<Component>> parts_;
};

/// An option that is another component: a noise model or a metric. It holds the id to use by default; the
/// kernel fills in the object, keeps it alive as long as the component, and owns it.
template <class Interface>
class Ref {
 public:
  constexpr Ref(const char* by_default) : default_id(by_default) {}
  Interface* operator->() const { return &**this; }
  Interface& operator*() const {
    if (!it_) throw std::logic_error("a component option was used before it was set");
    return *it_;
  }
  void operator=(Interface& it) { it_ = &it; }
  const char* default_id;

 private:
  Interface* it_ = nullptr;
};

}  // namespace tamis
